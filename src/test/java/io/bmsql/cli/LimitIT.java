package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What limited a run, where each Payment keeps its warehouse locked for longer than all else takes on any machine. */
class LimitIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    @BeforeAll
    static void slowPayments() throws Exception {
        POSTGRES.becomeLoaded(1);
        POSTGRES.execute(
                "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END'",
                "CREATE TRIGGER slow AFTER INSERT ON bmsql_history FOR EACH ROW EXECUTE FUNCTION slow()");
    }

    /** Runs Payments alone, and returns what limited them. */
    private String limit(String settings) throws Exception {
        POSTGRES.props(
                folder.resolve("props"),
                "password=none warehouses=1 runMins=0.1 resultDirectory=r newOrderWeight=0 paymentWeight=100"
                        + " orderStatusWeight=0 deliveryWeight=0 stockLevelWeight=0 osCollectorScript=builtin "
                        + settings);
        Stage.ended(folder, 0, "run", "props");
        Stage.ended(folder, 0, "report", "r");
        String sentence = TestFiles.json(folder.resolve("r/summary.json"))
                .at("/limit/sentence")
                .asText();
        assertThat(Files.readString(folder.resolve("r/report.md"))).contains(sentence);
        return sentence;
    }

    @Test
    void locksOnOneRow() throws Exception {
        assertThat(limit("terminals=20"))
                .startsWith("Limited by locks on the 1 rows of bmsql_warehouse (")
                .endsWith("most of it in Payment.updateWarehouse; 20 sessions for each warehouse).");
    }

    @Test
    void itsOwnCap() throws Exception {
        assertThat(limit("terminals=20 limitTxnsPerMin=120"))
                .isEqualTo("Limited by its own cap (limitTxnsPerMin=120/min).");
    }
}
