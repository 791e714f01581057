package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.common.RunClock;
import io.bmsql.testing.Background;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The doctor at a server: a loaded database, a user without rights, and what cannot be reached. */
class DoctorIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @TempDir
    private Path folder;

    /** Does not wait between its looks at other sessions. */
    private RunClock clock = new ManualClock(System.currentTimeMillis());

    @BeforeEach
    void writeProps() throws Exception {
        POSTGRES.props(
                folder.resolve("props"),
                "warehouses=1 terminals=4 runMins=10 rampupMins=1 osCollectorScript=builtin" + " resultDirectory=out");
    }

    private String doctor(int status, String... more) {
        Stage stage = new Stage(folder, Map.of(), clock);
        assertThat(stage.run(Stage.words(more, "doctor", "props")))
                .as(stage.out())
                .isEqualTo(status);
        assertThat(stage.err()).isEmpty();
        assertThat(stage.out()).doesNotContain(TestServers.password(), "\tat ", "Exception");
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
                .containsPattern("(?m)^(ok|warning) +server clock +[0-9,]+ ms (ahead of|behind) this host's")
                .containsPattern("(?m)^ok +collector +local sends its figures$")
                .containsPattern("(?m)^warning +same host ")
                .containsPattern("(?m)^ok +server host +this host: Linux ")
                .containsPattern("(?m)^[a-z ]+ +log disk +this host: .*/pg_wal")
                .containsPattern("(?m)^[a-z ]+ +other work +this host: ")
                .containsPattern("(?m)^0 problems, \\d+ warnings?; what would weaken the number: .*same host");
        assertThat(doctor(0, "-Dlang=zh").lines())
                .allMatch(line -> line.matches(".*\\p{IsHan}.*"), "Chinese")
                .noneMatch(line -> line.matches("(ok|warning|problem|not known) .*"));
        assertThat(tables()).isEqualTo(before);
    }

    private static long tables() throws Exception {
        return POSTGRES.number("select count(*) from pg_class");
    }

    /** Warnings are for people, unless a script asks for more. */
    @Test
    void theExitStatusSaysWhetherThereIsAProblem() {
        doctor(7, "--strict");
        assertThat(doctor(7, "-Dterminals=900", "-Dwarehouses=90"))
                .containsPattern("(?m)^problem +data +1 warehouse is loaded, and warehouses=90: build again")
                .containsPattern(
                        "(?m)^problem +connections +the run opens 905, .*: raise max_connections, or set sutThreads");
    }

    @Test
    void aUserWithoutRightsIsToldAndATableOfTheDoctorsOwnComesAndGoes() throws Exception {
        POSTGRES.execute("drop role if exists guest", "create role guest login password '" + POSTGRES.password() + "'");
        long before = tables();
        assertThat(doctor(7, "-Duser=guest"))
                .containsPattern(
                        "(?m)^problem +rights +guest may not create tables in the schema public \\(not allowed\\), "
                                + "read and change bmsql_");
        assertThat(doctor(7, "-Duser=guest", "--try-rights"))
                .containsPattern("(?m)^problem +rights +ERROR: permission denied for schema public: grant it")
                .containsPattern("(?m)^warning +data +bmsql_config cannot be read, so nothing seems to be loaded "
                        + "\\(ERROR: permission denied .*\\): bmsql build$");
        POSTGRES.execute(
                "grant all on schema public to guest",
                "grant all on all tables in schema public to guest",
                "alter role guest set default_transaction_read_only = on",
                "alter role guest connection limit 6");
        assertThat(doctor(7, "-Duser=guest"))
                .containsPattern(
                        "(?m)^problem +rights +guest may not change anything while default_transaction_read_only"
                                + " is on \\(not allowed\\): grant it, or take another user or server$")
                .containsPattern("(?m)^problem +connections +the run opens 9, the server allows 6 and has 0: raise the"
                        + " connection limit of the user, or set");
        POSTGRES.execute("drop owned by guest", "drop role guest");
        assertThat(doctor(0, "--try-rights"))
                .containsPattern("(?m)^ok +rights +postgres made a table bmsql_doctor and dropped it$");
        assertThat(tables()).isEqualTo(before);
    }

    @Test
    @Tag("long")
    void whoIsAtWorkInAnotherDatabaseIsNamed() throws Exception {
        clock = RunClock.SYSTEM;
        POSTGRES.execute("drop database if exists elsewhere with (force)");
        POSTGRES.execute("create database elsewhere");
        POSTGRES.execute(
                "drop role if exists onlooker", "create role onlooker login password '" + POSTGRES.password() + "'");
        String elsewhere = POSTGRES.url().replaceFirst("/[^/?]*(\\?|$)", "/elsewhere$1");
        // The session is seen at work whenever one looks: the server counts transactions up to some seconds late.
        String work = "DO $$BEGIN FOR i IN 1..60 LOOP COMMIT; PERFORM pg_sleep(0.05); END LOOP; END$$";
        besideALoad(elsewhere, "postgres", work, () -> assertThat(doctor(0))
                .containsPattern("(?m)^warning +sessions +others are at work on the server: 1 session of postgres in"
                        + " elsewhere(, about [0-9,]+ transactions a second in elsewhere)?: let them end"));
        // Its session counts until it has ended.
        await(() -> POSTGRES.number("select count(*) from pg_stat_activity where datname = 'elsewhere'") == 0);
        assertThat(doctor(0)).containsPattern("(?m)^ok +sessions +no other session is at work on the server$");
        try (Connection idle = POSTGRES.connect()) {
            assertThat(idle.isValid(1)).isTrue();
            assertThat(doctor(7, "-Duser=onlooker"))
                    .containsPattern("(?m)^not known +sessions +none at work was seen, but this is not shown: "
                            + "\\d+ sessions, whose state onlooker is not shown \\(GRANT pg_monitor TO it");
        }
    }

    @Test
    void whatAMariaDbAllowsItsUserIsSeen() throws Exception {
        MARIADB.execute(
                "create or replace user few@'%' identified by '" + MARIADB.password() + "' with max_user_connections 5",
                "grant all on *.* to few@'%'",
                "revoke super, read only admin on *.* from few@'%'",
                "set global read_only = on");
        try {
            assertThat(doctor(7, mariaDb("mariadb", MARIADB.url(), "few")))
                    .containsPattern("(?m)^warning +rights +few perhaps may not change anything while read_only is on")
                    .containsPattern("(?m)^problem +connections +the run opens 9, the server allows 5 and has 0: raise"
                            + " max_user_connections");
        } finally {
            MARIADB.execute("set global read_only = off");
        }
    }

    /** The folder is held against what the server says that it is. */
    @Test
    @Tag("long")
    void aMariaDbIsCalledSoAndWantsItsFolder() {
        String wanted = "the server says that it is MariaDB 1[0-9.]+: write db=mariadb instead of db=mysql";
        String[] mysql = mariaDb("mysql", MARIADB.url(), "root");
        Stage doctor = new Stage(folder);
        doctor.run(Stage.words(mysql, "doctor", "props"));
        assertThat(doctor.out()).containsPattern(wanted).containsPattern("MariaDB 1[0-9.]+, isolation");
        String[] build = Stage.words(mysql, "build", "props", "-Dwarehouses=0");
        assertThat(Stage.ended(folder, 0, build).err()).containsPattern("Warning: " + wanted);
        Stage.ended(folder, 0, Stage.words(mysql, "destroy", "props"));
    }

    private static String[] mariaDb(String db, String url, String user) {
        String settings = "-Ddb=" + db + " -Ddriver= -Dconn=" + url + " -Duser=" + user;
        return Stage.words(new String[] {"-Dpassword=" + MARIADB.password()}, settings.split(" "));
    }

    private static void besideALoad(String url, String user, String work, Runnable look) throws Exception {
        AtomicBoolean isAtWork = new AtomicBoolean();
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Boolean> load = Background.call(() -> {
            try (Connection connection = DriverManager.getConnection(url, user, TestServers.password());
                    Statement statement = connection.createStatement()) {
                while (!isOver.get()) {
                    statement.execute(work);
                    isAtWork.set(true);
                    // Also a slow machine does enough of it, and others have the processors meanwhile.
                    TimeUnit.MILLISECONDS.sleep(2);
                }
                return true;
            }
        });
        try {
            await(() -> load.isDone() || isAtWork.get());
            look.run();
        } finally {
            isOver.set(true);
            load.get();
        }
    }

    /** Whoever has no right to see sessions still sees what the server counts. */
    @Test
    @Tag("long")
    void aMariaDbShowsItsLoadToEverybody() throws Exception {
        clock = RunClock.SYSTEM;
        MARIADB.execute(
                "create or replace user onlooker@'%' identified by '" + MARIADB.password() + "'",
                "grant all on *.* to onlooker@'%'",
                "revoke process on *.* from onlooker@'%'");
        String[] words = mariaDb("mariadb", MARIADB.url(), "onlooker");
        besideALoad(MARIADB.url(), "root", "select 1", () -> {
            assertThat(doctor(0, words))
                    .containsPattern(
                            "(?m)^warning +sessions +others are at work on the server: about [0-9,]+ statements a second");
            assertThat(doctor(0, mariaDb("mariadb", MARIADB.url(), "root")))
                    .containsPattern(
                            "(?m)^warning +sessions +others are at work on the server: (1 session of root in test_\\d+, )?about ")
                    .containsPattern("(?m)^[a-z ]+ +log disk +this host: .*/");
        });
        try (Connection idle = MARIADB.connect()) {
            assertThat(idle.isValid(1)).isTrue();
            assertThat(doctor(0, words))
                    .containsPattern("(?m)^not known +sessions +none at work was seen, but this is not shown: "
                            + "sessions of other users, which onlooker@% is not shown \\(GRANT PROCESS");
        }
    }

    /** Nothing was said of them, as if all were safe. */
    @Test
    void settingsThatAreNotShownAreNotSafe() throws Exception {
        POSTGRES.execute(
                "drop role if exists guest",
                "create role guest login password '" + POSTGRES.password() + "'",
                "revoke select on pg_settings from public",
                "grant select (name, setting, source) on pg_settings to public");
        try {
            assertThat(doctor(7, "-Duser=guest"))
                    .containsPattern("(?m)^not known +setting +this server does not show it");
        } finally {
            POSTGRES.execute(
                    "revoke select (name, setting, source) on pg_settings from public",
                    "grant select on pg_settings to public");
        }
    }

    /** What is said of each reason is in ConnectHintsIT. */
    @Test
    void whatCannotBeReachedIsOneLine() {
        String gone = POSTGRES.url().replaceFirst("//[^/]*/", "//127.0.0.1:1/");
        assertThat(doctor(7, "-Dconn=" + gone)).containsPattern("(?m)^problem +connect +cannot connect to .* refused");
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
