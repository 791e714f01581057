package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.SharedServer;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A password that the server really asks for, given in every way, through every command and every way to fail: it must stand in
 * no output and no file, whatever the agent puts into its messages.
 */
class SecretsIT {
    private static final String PASSWORD = "zebra&S3cret/42%";
    private static final String ENCODED = URLEncoder.encode(PASSWORD, StandardCharsets.UTF_8);
    private static final List<String> NEVER = List.of(
            PASSWORD,
            ENCODED,
            ENCODED.toLowerCase(Locale.ROOT),
            "S3cret",
            "s3cret",
            Base64.getEncoder().encodeToString(PASSWORD.getBytes(StandardCharsets.UTF_8)));

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @TempDir
    Path folder;

    private final StringBuilder printed = new StringBuilder();

    @Test
    @Tag("long")
    void postgresPasswordStandsNowhere() throws Exception {
        POSTGRES.execute(
                "DROP ROLE IF EXISTS bmsql_secret",
                "CREATE ROLE bmsql_secret LOGIN SUPERUSER PASSWORD '" + PASSWORD + "'");
        tryEverything(POSTGRES, "bmsql_secret");
    }

    @Test
    @Tag("long")
    void mariaDbPasswordStandsNowhere() throws Exception {
        MARIADB.execute(
                "CREATE USER bmsql_secret IDENTIFIED VIA mysql_native_password USING PASSWORD('" + PASSWORD + "')",
                "GRANT ALL ON *.* TO bmsql_secret");
        tryEverything(MARIADB, "bmsql_secret");
    }

    private void tryEverything(SharedServer database, String user) throws Exception {
        database.becomeLoaded(1);
        String url = database.url();
        List<String> urlsWithPassword = List.of(
                url + "?user=" + user + "&password=" + ENCODED, url.replace("://", "://" + user + ":" + ENCODED + "@"));
        String common = "db=" + database.db()
                + "\nwarehouses=1\nloadWorkers=2\nterminals=2\nrunTxnsPerTerminal=5\nreportAfterRun=false\nresultDirectory=r_%tQ\n";
        String login = common + "conn=" + url + "\nuser=" + user + "\n";
        write("plain", login + "password=" + PASSWORD.replace("\\", "\\\\") + "\n");
        write("env", login + "password=${THE_WORD}\n");
        write("file", login + "passwordFile=word.txt\n");
        write("none", login);
        write("word.txt", PASSWORD + "\n");
        // One that ends well has a password in WholeProgramIT and MariaDbWholeRunIT.
        run(4, "build", "plain");
        for (String command : List.of(
                "validate",
                "build --print-sql",
                "check",
                "doctor --json",
                "run -DcheckAfterRun=true -DdbCollector=true -DosCollectorScript=builtin")) {
            run(0, command, "plain");
        }
        assertEverySourceWasWatched();
        run(0, "run", "env");
        run(0, "run", "file");
        run(0, "run -Dpassword=" + PASSWORD, "none");
        run(0, "validate -Dpassword=" + PASSWORD, "none");
        for (String secretUrl : urlsWithPassword) {
            write(
                    "url",
                    common + "conn=" + secretUrl + "\n"
                            + (secretUrl.contains("@") ? "user=" + user + "\npassword=" + PASSWORD + "\n" : ""));
            run(0, "validate", "url");
            run(-1, "run --stacktrace", "url");
            run(-1, "run -Dconn=" + secretUrl, "plain");
            run(3, "run --stacktrace -Dconn=" + refused(secretUrl), "plain");
            run(
                    -1,
                    "check --stacktrace -Dconn=" + secretUrl.replaceFirst("/[a-z0-9_]+(\\?|$)", "/no_such_database$1"),
                    "plain");
            run(-1, "run --stacktrace -Dconn=jdbc:nonsense" + secretUrl, "plain");
        }
        run(3, "run --stacktrace -Dpassword=" + PASSWORD + "wrong", "plain");
        run(7, "doctor --stacktrace -Dpassword=" + PASSWORD + "wrong", "plain");
        run(3, "build --stacktrace -Duser=nobody_" + PASSWORD.substring(0, 3), "plain");
        run(2, "run -Dpassword=" + PASSWORD + " -DpasswordFile=nowhere/" + "word", "none");
        run(2, "run --no-such-option password=" + PASSWORD, "plain");
        run(2, "run -DrunMins=" + "x -Dpassword=" + PASSWORD, "plain");
        write("bad.sql", "select '" + "x" + "' from no_such_table;\n");
        run(4, "sql bad.sql", "plain");
        report();
        run(0, "destroy", "plain");
        assertClean();
    }

    /** So that no file is clean only because it was never written. */
    private void assertEverySourceWasWatched() throws IOException {
        assertThat(TestFiles.below(folder).stream()
                        .map(file -> file.getFileName().toString()))
                .contains("collectors.csv", "db_settings.csv", "db_metrics.csv", "ledger.bin", "summary.json");
    }

    /** Nobody listens on port 1. */
    private static String refused(String url) {
        return url.replaceFirst("127\\.0\\.0\\.1:[0-9]+|localhost:[0-9]+", "127.0.0.1:1");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** @param expected the exit status, -1 where agents differ in what they take */
    private void run(int expected, String command, String props) {
        Stage stage = new Stage(folder, Map.of("THE_WORD", PASSWORD));
        int status =
                stage.run((command + " ").replaceFirst(" ", " " + props + " ").split(" "));
        printed.append(stage.out()).append(stage.err());
        if (expected >= 0) {
            assertThat(status)
                    .as(command + " " + props + "\n" + stage.out() + stage.err())
                    .isEqualTo(expected);
        }
    }

    private void report() throws IOException {
        List<String> results = TestFiles.names(folder).stream()
                .filter(name -> name.startsWith("r_"))
                .toList();
        assertThat(results).hasSizeGreaterThanOrEqualTo(4);
        // A report knows no more than its directory, and those are looked through.
        for (String result : List.of(results.get(0), results.get(results.size() - 1))) {
            Stage stage = Stage.ended(folder, 0, "report", result);
            printed.append(stage.out()).append(stage.err());
        }
    }

    private void assertClean() throws IOException {
        List<String> given = List.of("plain", "env", "file", "none", "url", "word.txt");
        for (String secret : NEVER) {
            assertThat(printed.toString().lines().filter(line -> line.contains(secret)))
                    .as("printed lines with " + secret)
                    .isEmpty();
            TestFiles.assertNowhere(
                    secret, folder, file -> given.contains(file.getFileName().toString()));
        }
    }
}
