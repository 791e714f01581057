package io.bmsql.cli;

import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables of others in which no row of the history gets a number: its rows are told from older ones by date. In which zone is in
 * LedgerOracleIT.
 */
@Tag("long")
class UnnumberedHistoryIT {
    private static final String SETTINGS =
            "warehouses=1 loadWorkers=2 terminals=4 runTxnsPerTerminal=40 newOrderWeight=45"
                    + " paymentWeight=43 orderStatusWeight=1 deliveryWeight=10 stockLevelWeight=1 checkAfterRun=true";

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    private Path folder;

    @BeforeEach
    void settings() throws Exception {
        POSTGRES.props(folder.resolve("props"), SETTINGS);
    }

    private Stage run(String directory) {
        return Stage.ended(folder, 0, "run", "props", "-DresultDirectory=" + directory);
    }

    /** Procedures date rows by it: earlier than those of the run before, they would pass for its rows. */
    @Test
    void paymentsAreNotComparedWhereTheServersClockIsBehind() throws Exception {
        POSTGRES.becomeLoaded(1);
        POSTGRES.execute(
                "alter table bmsql_history drop constraint bmsql_history_pkey",
                "alter table bmsql_history alter column hist_id drop not null",
                "alter table bmsql_history alter column hist_id drop default");
        run("before").printed("Ledger payments     ok", "nothing of what the run committed is missing");
        String clock = "-- name: Server.clock\nselect extract(epoch from now()) - 864000;\n";
        TestDatabase.own(folder, "own", "dialect.properties", "extends = postgres\n", "statements.sql", clock);
        Files.writeString(
                folder.resolve("props"),
                Files.readString(folder.resolve("props")).replace("db=postgres", "db=own"));

        run("behind").printed("Payments are not compared with bmsql_history", "nothing of these is missing");
    }

    /** Folders that people made for a cluster and for table spaces, with what makes those left out. */
    @ParameterizedTest
    @ValueSource(
            strings = {");\n\nselect create_reference_table('$1');", ") with (fillfactor=80) tablespace pg_default;"})
    void aFolderThatNumbersNothingIsBuiltRunAndHasLostNothing(String tableEnd) throws Exception {
        POSTGRES.execute(
                "drop schema public cascade",
                "create schema public",
                "create function create_reference_table(text) returns void language sql as ''");
        Path own = Files.createDirectories(folder.resolve("sql.own"));
        Files.writeString(own.resolve("dialect.properties"), "extends = postgres\n");
        String common = Files.readString(Path.of("sql.common/tableCreates.sql"));
        Files.writeString(
                own.resolve("tableCreates.sql"),
                common.replaceAll("(?s)-- for each partition.*?-- end\n|create sequence [^;]*;", "")
                        .replaceAll("\n +partition by [^\n]*\n;", ";")
                        .replaceAll("hist_id +bigint", "hist_id integer")
                        .replaceAll("(?s)(?<=create table )(\\w+)( \\(.*?\n)\\);", "$1$2" + tableEnd));
        Files.writeString(own.resolve("indexCreates.sql"), Files.readString(Path.of("sql.common/indexCreates.sql")));
        Files.writeString(own.resolve("extraHistID.sql"), "-- Nothing numbers new rows.\n");
        Files.writeString(own.resolve("histIdReset.sql"), "-- Nothing numbers new rows.\n");
        Files.writeString(
                folder.resolve("props"),
                Files.readString(folder.resolve("props")).replace("db=postgres", "db=own"));

        Stage.ended(folder, 0, "build", "props");
        run("first").printed("Ledger payments     ok", "nothing of what the run committed is missing");
    }
}
