package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.testing.LoadedDatabase;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The doctor at a server: a loaded database, a user without rights, and what cannot be reached. */
class DoctorIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @TempDir
    private Path folder;

    private static LoadedDatabase database;

    @BeforeEach
    void writeProps() throws Exception {
        Files.write(
                folder.resolve("props"),
                List.of(
                        "db=postgres",
                        "conn=" + POSTGRES.url(),
                        "user=postgres",
                        "password=zebraSecret",
                        "warehouses=1",
                        "terminals=4",
                        "runMins=10",
                        "rampupMins=1",
                        "osCollectorScript=builtin",
                        "resultDirectory=out"));
        if (database == null) {
            database = LoadedDatabase.build(POSTGRES, 1);
        }
    }

    private String doctor(int status, String... more) {
        String[] words = new String[more.length + 2];
        words[0] = "doctor";
        words[1] = "props";
        System.arraycopy(more, 0, words, 2, more.length);
        Stage stage = Stage.ended(folder, status, words);
        assertThat(stage.err()).isEmpty();
        assertThat(stage.out()).doesNotContain("zebraSecret", "\tat ", "Exception");
        return stage.out();
    }

    @Test
    void aLoadedDatabaseIsFitAndNothingIsChangedInIt() throws Exception {
        long before = tables();

        assertThat(doctor(0))
                .containsPattern("(?m)^ok +driver +org.postgresql.Driver in .*postgresql.*\\.jar$")
                .containsPattern("(?m)^ok +server +PostgreSQL .*, isolation READ_COMMITTED$")
                .containsPattern("(?m)^ok +connect +a connection is made in \\d+ ms, without TLS$")
                .containsPattern("(?m)^ok +rights +postgres may create tables in the schema public$")
                .containsPattern("(?m)^ok +data +1 warehouse is loaded$")
                .containsPattern("(?m)^ok +connections +the run opens 9, the server allows \\d+ and has \\d+$")
                .containsPattern("(?m)^ok +server clock +\\d+ ms (ahead|behind) of this host's")
                .containsPattern("(?m)^ok +collector +local sends its figures$")
                .containsPattern("(?m)^warning +same host ")
                .containsPattern(
                        "(?m)^0 problem\\(s\\), \\d+ warning\\(s\\); what would weaken the number: .*same host");
        assertThat(tables()).isEqualTo(before);
    }

    private static long tables() throws Exception {
        return database.number("select count(*) from pg_class");
    }

    /** Warnings are for people, unless a script asks for more. */
    @Test
    void theExitStatusSaysWhetherThereIsAProblem() {
        doctor(7, "--strict");
        assertThat(doctor(7, "-Dwarehouses=3"))
                .containsPattern("(?m)^problem +data +1 warehouse is loaded, and warehouses=3: build again");
        assertThat(doctor(7, "-Dterminals=900", "-Dwarehouses=90"))
                .containsPattern(
                        "(?m)^problem +connections +the run opens 905, .*: raise max_connections, or set sutThreads");
    }

    @Test
    void aUserWithoutRightsIsToldAndATableOfTheDoctorsOwnComesAndGoes() throws Exception {
        database.execute("drop role if exists guest");
        database.execute("create role guest login");
        long before = tables();
        assertThat(doctor(7, "-Duser=guest"))
                .containsPattern(
                        "(?m)^problem +rights +guest may not create tables in the schema public \\(not allowed\\), "
                                + "read and change bmsql_");
        assertThat(doctor(7, "-Duser=guest", "--try-rights"))
                .containsPattern("(?m)^problem +rights +ERROR: permission denied for schema public: grant it")
                .containsPattern("(?m)^warning +data +bmsql_config cannot be read, so nothing seems to be loaded "
                        + "\\(ERROR: permission denied .*\\): bmsql build$");
        assertThat(doctor(0, "--try-rights"))
                .containsPattern("(?m)^ok +rights +postgres made a table bmsql_doctor and dropped it$");
        assertThat(tables()).isEqualTo(before);
    }

    /** Transactions of milliseconds in another database, as a look now and then does not find them. */
    @Test
    void whoIsAtWorkInAnotherDatabaseIsNamed() throws Exception {
        database.execute("drop database if exists elsewhere");
        database.execute("create database elsewhere");
        database.execute("drop role if exists onlooker");
        database.execute("create role onlooker login");
        AtomicBoolean isOver = new AtomicBoolean();
        Thread load = new Thread(
                () -> commitUntil(isOver, POSTGRES.url().replaceFirst("/[^/?]*(\\?|$)", "/elsewhere$1"), "postgres"),
                "load-elsewhere");
        load.start();
        try {
            assertThat(doctor(0))
                    .containsPattern(
                            "(?m)^warning +sessions +others are at work on the server: "
                                    + "(1 session of postgres in elsewhere, )?about [0-9,]+ transactions a second in elsewhere: let them end");
        } finally {
            isOver.set(true);
            load.join();
        }
        assertThat(doctor(0)).containsPattern("(?m)^ok +sessions +no other session is at work on the server$");
        try (Connection idle = POSTGRES.connect()) {
            assertThat(idle.isValid(1)).isTrue();
            assertThat(doctor(7, "-Duser=onlooker"))
                    .containsPattern("(?m)^not known +sessions +none at work was seen, but this is not shown: "
                            + "\\d+ sessions, whose state onlooker is not shown \\(GRANT pg_monitor TO it");
        }
    }

    /** Whoever has no right to see sessions still sees what the server counts. */
    @Test
    void aMariaDbShowsItsLoadToEverybody() throws Exception {
        try (Connection connection = MARIADB.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create or replace user onlooker@'%'");
            statement.execute("grant all on *.* to onlooker@'%'");
            statement.execute("revoke process on *.* from onlooker@'%'");
        }
        String[] words = {"-Ddb=mariadb", "-Dconn=" + MARIADB.url(), "-Duser=onlooker", "-Dpassword=", "-Ddriver="};
        AtomicBoolean isOver = new AtomicBoolean();
        Thread load = new Thread(() -> commitUntil(isOver, MARIADB.url(), "root"), "load-mariadb");
        load.start();
        try {
            assertThat(doctor(0, words))
                    .containsPattern(
                            "(?m)^warning +sessions +others are at work on the server: about [0-9,]+ statements a second");
            words[2] = "-Duser=root";
            assertThat(doctor(0, words))
                    .containsPattern(
                            "(?m)^warning +sessions +others are at work on the server: (1 session of root in test_\\d+, )?about ");
        } finally {
            isOver.set(true);
            load.join();
        }
        words[2] = "-Duser=onlooker";
        try (Connection idle = MARIADB.connect()) {
            assertThat(idle.isValid(1)).isTrue();
            assertThat(doctor(0, words))
                    .containsPattern("(?m)^not known +sessions +none at work was seen, but this is not shown: "
                            + "sessions of other users, which onlooker@% is not shown \\(GRANT PROCESS");
        }
    }

    private static void commitUntil(AtomicBoolean isOver, String url, String user) {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement()) {
            while (!isOver.get()) {
                statement.execute("select 1");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void unsafeSettingsWeakenTheNumber() throws Exception {
        database.execute("alter role postgres set synchronous_commit = off");
        try {
            assertThat(doctor(0))
                    .containsPattern(
                            "(?m)^warning +setting +synchronous_commit=off: a crash may lose what was committed");
        } finally {
            database.execute("alter role postgres reset synchronous_commit");
        }
    }

    @Test
    void whatCannotBeReachedIsOneLine() {
        String gone = POSTGRES.url().replaceFirst("//[^/]*/", "//127.0.0.1:1/");
        assertThat(doctor(7, "-Dconn=" + gone)).containsPattern("(?m)^problem +connect +cannot connect to .* refused");
        assertThat(doctor(7, "-Dconn=" + POSTGRES.url().replaceFirst("/[^/?]*(\\?|$)", "/nosuch$1")))
                .containsPattern("(?m)^problem +connect +cannot connect to .*database \"nosuch\" does not exist");
        assertThat(doctor(7, "-Dconn=jdbc:postgresql://nosuchhost.invalid/x"))
                .containsPattern("(?m)^problem +connect +.*Unknown host: nosuchhost.invalid");
        assertThat(doctor(7, "-Ddriver=org.nowhere.Driver"))
                .containsPattern("(?m)^problem +driver +the JDBC driver class org.nowhere.Driver is not in any jar");
    }

    @Test
    void jsonSaysTheSame() throws Exception {
        JsonNode report = new ObjectMapper().readTree(doctor(7, "--json", "-Dwarehouses=3"));

        assertThat(report.at("/problems").asInt()).isEqualTo(1);
        assertThat(report.at("/findings")).anySatisfy(finding -> {
            assertThat(finding.at("/check").asText()).isEqualTo("data");
            assertThat(finding.at("/state").asText()).isEqualTo("problem");
            assertThat(finding.at("/advice").asText()).startsWith("build again");
        });
    }
}
