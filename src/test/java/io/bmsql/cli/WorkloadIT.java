package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.sql.Connection;
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
    void aLockThatAnotherHoldsIsNotWaitedFor() throws Exception {
        POSTGRES.execute("create table held (id integer)");
        Files.writeString(folder.resolve("held.sql"), "INSERT INTO held VALUES (1);");
        try (Connection other = POSTGRES.connect()) {
            other.setAutoCommit(false);
            Sql.executeOn(other, "lock table held");
            assertThat(Stage.line(folder, 2, "validate p --server -f held.sql").out())
                    .contains("canceling statement due to lock timeout", "1 statement, 1 failed");
        }
        POSTGRES.execute("drop table held");
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
        POSTGRES.execute(
                "grant all on shop_account, shop_history to reader",
                "alter role reader set default_transaction_read_only = on");
        // After that the connection is given up: what was refused is said all the same.
        assertThat(Stage.ended(folder, 2, Stage.words(all, "validate", "--server", "-D", "user=reader"))
                        .out())
                .containsPattern("FAILED .*UPDATE shop_account.*cannot execute UPDATE in a read-only transaction")
                .contains("not tried deposit, the rest: the connection was given up before", "not tried look: ")
                .contains("Tried on the server: 1 statement, 1 failed; 2 not tried");
        Stage.ended(folder, 0, Stage.words(all, "destroy"));
        POSTGRES.execute("drop owned by reader", "drop role reader");
    }
}
