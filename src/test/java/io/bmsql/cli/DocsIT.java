package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.bmsql.cli.DocPage.Block;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.testing.Background;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of the tutorial and of the how-to pages as they stand there, one shell script a page, on one PostgreSQL. The
 * tutorial loads it. {@code bmsql} is a program that hands its words over to this JVM, where {@link DocCuts} makes them short;
 * what belongs to hosts that are not there is a program that records its call.
 */
class DocsIT {
    /** Hands over the folder and the words of a call, and waits for its end. */
    private static final String HAND_OVER =
            """
            #!/bin/sh
            call=$(mktemp -d "$STAND/call.XXXXXX")
            mkfifo "$call/status"
            pwd >"$call/words"
            basename "$0" >>"$call/words"
            printf '%s\\n' "$@" >>"$call/words"
            echo "$call" >"$STAND/calls"
            status=$(cat "$call/status")
            cat "$call/out"
            cat "$call/err" >&2
            exit "$status"
            """;

    /** The last word is the command, as of {@code tmux new-session -d -s night 'bmsql ...'}. */
    private static final String TMUX = "#!/bin/sh\nfor last in \"$@\"; do :; done\nexec sh -c \"$last\"\n";

    /** The options end where the command begins. */
    private static final String PINNED =
            "#!/bin/sh\nwhile [ \"${1#-}\" != \"$1\" ] || [ \"${1#[0-9]}\" != \"$1\" ]; do shift; done\nexec \"$@\"\n";

    /** For each side of an experiment; its further runs find the server as the last one left it. */
    private static final int MOST_RESTARTS = 2;

    /** Of a page's output, in the message of a failure. */
    private static final int END_LINES = 40;

    @TempDir
    static Path folder;

    private static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();
    private static EmbeddedServer server;
    private static int restarted;
    private static Path stand;

    @BeforeAll
    static void start() throws Exception {
        TestServers.initialised(folder.resolve("pg"));
        startServer(Map.of());
        server.createDatabase("tpcc");
        stand = Files.createDirectory(folder.resolve("stand"));
        for (String name : List.of("bmsql", "ssh", "sudo")) {
            program(name, HAND_OVER);
        }
        program("tmux", TMUX);
        program("numactl", PINNED);
        program("taskset", PINNED);
        program("sleep", "#!/bin/sh\nexec /bin/sleep 1\n");
        TestFiles.command("mkfifo", stand.resolve("calls").toString());
        Thread listener = new Thread(DocsIT::listen, "docs-calls");
        listener.setDaemon(true);
        listener.start();
    }

    private static void program(String name, String text) throws IOException {
        Path file = Files.writeString(stand.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void startServer(Map<String, String> more) throws IOException {
        Map<String, String> settings = new HashMap<>(TestServers.CARELESS);
        // A page changes it.
        settings.remove("shared_buffers");
        settings.putAll(more);
        server = EmbeddedServer.start(folder.resolve("pg"), settings);
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    /** Opened to read and write, so that it stays open between two calls. */
    private static void listen() {
        try (RandomAccessFile calls =
                new RandomAccessFile(stand.resolve("calls").toFile(), "rw")) {
            for (String call = calls.readLine(); call != null; call = calls.readLine()) {
                Path directory = Path.of(call);
                Background.call(() -> answer(directory));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int answer(Path call) throws IOException {
        String out = "";
        String err = "";
        int status = 1;
        try {
            List<String> lines = Files.readAllLines(call.resolve("words"));
            Path directory = Path.of(lines.get(0));
            String program = lines.get(1);
            List<String> words = lines.subList(2, lines.size());
            CALLS.add(program + " " + String.join(" ", words));
            if (program.equals("bmsql")) {
                boolean isTutorial = directory.startsWith(folder.resolve("tutorial"));
                boolean resets = isTutorial || directory.startsWith(folder.resolve("restore"));
                DocCuts cuts = new DocCuts(server.jdbcUrl(""), stand, isTutorial, resets);
                cuts.rewriteProps(directory);
                Stage stage = new Stage(directory);
                status = DocCuts.status(stage.run(cuts.words(words)));
                out = stage.out();
                err = stage.err();
            } else {
                status = onHost(directory, String.join(" ", words));
            }
        } catch (Exception e) {
            err += e;
        }
        Files.writeString(call.resolve("out"), out);
        Files.writeString(call.resolve("err"), err);
        Files.writeString(call.resolve("status"), status + "\n");
        return status;
    }

    /** What is done there to the database is done to ours, under the same port; the primary goes away when the page's run works. */
    private static synchronized int onHost(Path directory, String command) throws Exception {
        boolean restarts = command.contains("systemctl restart") && restarted++ < MOST_RESTARTS;
        boolean stops = restarts || command.contains("onmode -ky");
        Map<String, String> samePort = Map.of("port", Integer.toString(server.port()));
        if (stops) {
            Path series = directory.resolve("failover/data/series.csv");
            Background.await(() -> restarts || Files.exists(series) && Files.size(series) > 1_000);
            server.close();
        }
        if (restarts) {
            startServer(samePort);
        } else if (command.contains("make primary")) {
            TimeUnit.MILLISECONDS.sleep(1_500);
            startServer(samePort);
        }
        return 0;
    }

    /** The how-to pages on the database that the tutorial built. */
    @TestFactory
    @Tag("long")
    Stream<DynamicTest> thePagesRunFromTheirFirstCommandToTheirLast() {
        Path tutorial = Path.of("docs/tutorial.md");
        return Stream.concat(Stream.of(tutorial), DocPage.below(Path.of("docs/how-to")).stream())
                .map(page -> dynamicTest(page.toString(), () -> run(DocPage.read(page))));
    }

    private static void run(DocPage page) throws Exception {
        String name = page.file().getFileName().toString().replace(".md", "");
        Path own = Files.createDirectory(folder.resolve(name));
        Path props = folder.resolve("tutorial/tpcc/props.pg");
        if (Files.exists(props)) {
            Files.copy(props, own.resolve("props.pg"));
        }
        String script = page.blocks().stream()
                .filter(Block::isShell)
                .filter(block -> block.notRun().isEmpty())
                .map(block -> "# " + block + "\n" + block.text())
                .collect(Collectors.joining("\n", "set -e\n", "\nwait\n"))
                .replace("9180", Integer.toString(TestFiles.freePort()));
        Path file = Files.writeString(folder.resolve(name + ".sh"), script);
        Path log = folder.resolve(name + ".log");
        CALLS.clear();
        ProcessBuilder builder = new ProcessBuilder("sh", "-x", file.toString())
                .directory(own.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(Map.of("STAND", stand.toString(), "LC_ALL", "C.UTF-8"));
        builder.environment().merge("PATH", "", (path, none) -> stand + ":" + path);

        Process shell = builder.start();
        shell.getOutputStream().close();

        assertThat(shell.waitFor(15, TimeUnit.MINUTES)).as(() -> end(log)).isTrue();
        assertThat(shell.exitValue()).as(() -> end(log)).isZero();
        assertThat(CALLS)
                .as("calls of the page")
                .hasSizeGreaterThanOrEqualTo(ShellText.read(script).bmsqlCalls().size());
        lookAtWhatIsLeft(name, own);
    }

    private static void lookAtWhatIsLeft(String name, Path own) throws IOException {
        switch (name) {
            case "tutorial" ->
                assertThat(own.resolve("tpcc/sweep/study.md")).content().contains("| 2 ", "| 4 ", "95% interval");
            case "server-setting" ->
                assertThat(own.resolve("shared_buffers/compare.md")).content().contains("shared_buffers");
            case "failover" -> {
                assertThat(TestFiles.json(own.resolve("failover/summary.json")).get("availability"))
                        .as("outages")
                        .isNotEmpty();
            }
            default -> assertThat(own).isNotEmptyDirectory();
        }
    }

    private static String end(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - END_LINES), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
