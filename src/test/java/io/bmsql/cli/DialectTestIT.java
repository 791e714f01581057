package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The vendor's test on real servers: what is right passes, what was planted is named, what is foreign stays. */
class DialectTestIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @TempDir
    Path folder;

    @Test
    @Tag("long")
    void mariaDbPassesEveryPoint() throws Exception {
        Stage stage = Stage.ended(folder, 0, "dialect", "test", props("mariadb", MARIADB.url(), "root"));

        assertThat(stage.out()).contains("rows went in by LOAD DATA LOCAL");
        assertNothingIsLeft(MARIADB, "database()");
        assertThat(stage.out()).doesNotContain("failed  ").contains(" 0 failed, 0 not available");
        assertFormsPass(stage);
        assertThat(stage.out())
                .contains(
                        "passed         Payment, statementProfile=benchmarksql5",
                        "passed         error class: deadlock",
                        "passed         error class: lock timeout",
                        "passed         error class: constraint",
                        "passed         error class: connection",
                        "passed         consistency conditions after the transactions",
                        "passed         destroy: nothing is left");
    }

    @Test
    @Tag("long")
    void aWrongStatementAWrongCodeAndARefusedBulkPathAreNamed() throws Exception {
        Path wrong = Files.createDirectory(folder.resolve("sql.wrong"));
        Files.writeString(
                wrong.resolve("dialect.properties"),
                """
                extends = postgres
                errors.deadlock = 23505
                """);
        Files.writeString(
                wrong.resolve("statements.sql"),
                """
                -- name: StockLevel.countLow
                SELECT count(*) FROM bmsql_stok WHERE s_w_id = :w_id;

                -- name: Payment.updateWarehouse
                UPDATE bmsql_warehouse SET w_ytd = w_ytd + 2 * :amount WHERE w_id = :w_id;

                -- name: Reset.district
                UPDATE bmsql_district SET d_ytd = 30000.00 WHERE d_w_id = :w_id AND d_id = :d_id;

                -- name: Copy.table
                COPY {table} ({columns}) FROM STDIN WITH (FORMAT morse);
                """);
        Files.writeString(wrong.resolve("metrics.sql"), "-- fact: tls\nselect protocol from pg_stat_tls;\n");
        Stage stage = new Stage(folder);

        assertThat(stage.run("dialect", "test", props("wrong", POSTGRES.url(), "postgres")))
                .as(stage.out() + stage.err())
                .isEqualTo(ExitCode.CHECK_FAILED.status());

        assertThat(stage.out().lines().filter(line -> line.startsWith("failed")))
                .anyMatch(line ->
                        line.matches(".* Stock-Level, plain: StockLevel.countLow .*statements.sql:1.: .*42P01.*stok.*"))
                .anyMatch(line -> line.matches(".* Stock-Level, batchStatements: StockLevel.countLow .*"))
                .anyMatch(line -> line.matches(".* error class: constraint: counts as deadlock .*sql.wrong.*23505.*"))
                .anyMatch(
                        line -> line.matches(".* consistency conditions after the transactions: 3.3.2.1 has 1 viol.*"))
                .anyMatch(line -> line.matches(".* fingerprint after the reset: not as loaded: bmsql_district"))
                .noneMatch(line -> line.contains("New-Order"));
        assertFormsPass(stage);
        assertThat(stage.out())
                .contains(
                        "error class: serialization: SQLState 40001",
                        "passed         Payment, statementProfile=benchmarksql5",
                        "passed         error class: deadlock",
                        "passed         error class: lock timeout",
                        "passed         error class: connection")
                .contains("not available  bulk path of the folder (bulk = copy): fell back: COPY does not work here")
                .containsPattern(
                        "not available +figures of the server .metrics.sql.: fact tls .*sql.wrong/metrics.sql:2: ")
                .containsPattern("points: \\d+ passed, \\d+ failed, 2 not available")
                .contains("passed         destroy: nothing is left");
    }

    @Test
    void anUnusableScriptFailsAndWhatItMadeIsDropped() throws Exception {
        Path wrong = Files.createDirectory(folder.resolve("sql.broken"));
        Files.writeString(wrong.resolve("dialect.properties"), "extends = postgres\n");
        Files.writeString(wrong.resolve("extraCommandsBeforeLoad.sql"), "create nonsense;\n");
        Stage stage = Stage.ended(folder, 7, "dialect", "test", props("broken", POSTGRES.url(), "postgres"));

        assertThat(stage.out())
                .containsPattern("failed +build: extraCommandsBeforeLoad: .*extraCommandsBeforeLoad.sql:1: ")
                .contains("not available  transactions and errors: the build failed", "passed         destroy");
        assertNothingIsLeft(POSTGRES, "current_schema()");
    }

    @Test
    void aForeignTableIsNotTouched() throws Exception {
        POSTGRES.execute(
                "create schema elsewhere",
                "create table elsewhere.bmsql_config (cfg_name text, cfg_value text)",
                "insert into elsewhere.bmsql_config values ('whose', 'foreign')");
        try {
            refusedFor("what Config.read reads", POSTGRES.url() + "?currentSchema=public,elsewhere");
            refusedFor("bmsql_config", POSTGRES.url() + "?currentSchema=elsewhere");

            assertThat(POSTGRES.text("select cfg_value from elsewhere.bmsql_config"))
                    .isEqualTo("foreign");
        } finally {
            POSTGRES.execute("drop schema elsewhere cascade");
        }
    }

    private void refusedFor(String what, String url) throws IOException {
        Stage stage = Stage.ended(folder, 2, "dialect", "test", props("postgres", url, "postgres"));

        assertThat(stage.out()).isEmpty();
        assertThat(stage.err()).contains("already holds " + what, "bmsql destroy");
    }

    private static void assertFormsPass(Stage stage) {
        for (String form : List.of("plain", "batchStatements", "procedures")) {
            assertThat(stage.out())
                    .contains(
                            "passed         New-Order, " + form,
                            "passed         Delivery, " + form,
                            "passed         planned rollback of New-Order, " + form,
                            "passed         error class: missing row, " + form);
        }
    }

    /** As short as a vendor's first props file. */
    private String props(String db, String url, String user) throws IOException {
        Files.writeString(
                folder.resolve("props"),
                "db=%s%nconn=%s%nuser=%s%npassword=%s%n".formatted(db, url, user, POSTGRES.password()));
        return "props";
    }

    private static void assertNothingIsLeft(TestDatabase database, String schema) throws SQLException {
        assertThat(database.number("select count(*) from information_schema.tables where table_schema = " + schema))
                .isZero();
    }
}
