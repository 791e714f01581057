package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.testing.Background;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs through PgBouncer that hands a session of the server on after each transaction; skipped where it is not installed. */
@Tag("long")
class PgBouncerIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    private static final String PROPS =
            "warehouses=1 terminals=4 runMins=0.1 cpuSpeedProbe=false checkAfterRun=true" + " ledger=true conn=";

    @TempDir
    static Path folder;

    private static Process pooler;
    private static String url = "";

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/pgbouncer")), "PgBouncer is not installed");
        int port = TestFiles.freePort();
        String server = POSTGRES.url().replaceAll("^.*?://[^/]*:(\\d+)/.*$", "$1");
        url = POSTGRES.url().replace(":" + server + "/", ":" + port + "/");
        Path place = Files.createDirectory(folder.resolve("pooler"));
        Files.writeString(place.resolve("users"), "\"" + POSTGRES.user() + "\" \"" + POSTGRES.password() + "\"\n");
        Path settings = Files.writeString(
                place.resolve("pgbouncer.ini"),
                """
                        [databases]
                        * = host=127.0.0.1 port=%s
                        [pgbouncer]
                        listen_addr = 127.0.0.1
                        listen_port = %d
                        unix_socket_dir =
                        auth_type = plain
                        auth_file = %s/users
                        pool_mode = transaction
                        default_pool_size = 4
                        ignore_startup_parameters = extra_float_digits, options
                        """
                        .formatted(server, port, place));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> command = new ArrayList<>(List.of("/usr/sbin/pgbouncer"));
        if (System.getProperty("user.name").equals("root")) {
            // It refuses to run as root.
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(settings.toString());
        pooler = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("pooler.log").toFile())
                .start();
        await(() -> !TestFiles.isFree(port));
    }

    @AfterAll
    static void stop() {
        if (pooler != null) {
            pooler.destroy();
        }
    }

    private static JsonNode run(String directory, String url, String... settings) throws Exception {
        POSTGRES.props(folder.resolve("props"), PROPS + url);
        JsonNode summary = Stage.summaryOfRun(folder, directory, settings);
        assertThat(summary.at("/ledger").toString()).doesNotContain("FAILED");
        return summary;
    }

    @Test
    void sessionsThatOthersUseTooServeARunAndItsLedgerWithoutServersideStatements() throws Exception {
        String plain = url + (url.contains("?") ? "&" : "?") + "prepareThreshold=0";
        assertThat(run("lasting", plain).at("/errors")).isEmpty();
        assertThat(run("batches", plain, "-DbatchStatements=true").at("/errors"))
                .isEmpty();
        assertThat(run("procedures", plain, "-DuseStoredProcedures=true").at("/errors"))
                .isEmpty();
        assertThat(run("renewed", plain, "-DconnectionMaxAge=1s").at("/errors")).isEmpty();
        JsonNode each = run("each", plain, "-DconnectionPerTransaction=true");
        assertThat(each.at("/errors")).isEmpty();
        assertThat(each.at("/connects/count").asLong()).isPositive();
        assertThat(POSTGRES.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))
                .as("locks that were left behind in the pooler's sessions")
                .isZero();
    }

    @Test
    void aSecondRunIsRefusedWhileTheFirstIsAtWork() throws Exception {
        String plain = url + (url.contains("?") ? "&" : "?") + "prepareThreshold=0";
        POSTGRES.props(folder.resolve("two"), PROPS + plain);
        Stage first = new Stage(folder);
        CompletableFuture<Integer> status = new CompletableFuture<>();
        CompletableFuture<Void> running =
                Background.run(() -> status.complete(first.run("run", "two", "-DresultDirectory=first")));
        await(() ->
                status.isDone() || POSTGRES.number("SELECT count(*) FROM bmsql_config WHERE cfg_name = 'lock'") == 1);
        Stage second = new Stage(folder);
        assertThat(second.run("run", "two", "-DresultDirectory=second")).isNotZero();
        assertThat(second.err()).contains("is at work on this database");
        running.get();
        assertThat(status.get()).as(() -> first.out() + first.err()).isZero();
    }
}
