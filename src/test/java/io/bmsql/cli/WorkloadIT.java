package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On PostgreSQL. */
class WorkloadIT extends WorkloadContract {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @Override
    TestDatabase database() {
        return POSTGRES;
    }

    @Test
    void aRightThatIsMissingIsSaid() throws Exception {
        Stage.ended(folder, 0, "workload", "new", "shop");
        String[] all = {"p", "-D", "workload=shop", "-D", "rows=100"};
        Stage.ended(folder, 0, Stage.words(all, "build"));
        POSTGRES.execute(
                "drop role if exists reader",
                "create role reader login password '" + POSTGRES.password() + "'",
                "grant select on shop_account to reader");
        assertThat(Stage.ended(folder, 2, Stage.words(all, "validate", "--server", "-D", "user=reader"))
                        .out())
                .containsPattern("FAILED .*UPDATE shop_account.*permission denied for table shop_account")
                .containsPattern("FAILED .*INSERT INTO shop_history.*permission denied for table shop_history")
                .contains("Tried on the server: 3 statements, 2 failed");
        Stage.ended(folder, 0, Stage.words(all, "destroy"));
        POSTGRES.execute("drop owned by reader", "drop role reader");
    }
}
