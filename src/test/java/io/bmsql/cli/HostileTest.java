package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.result.Checksums;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import io.bmsql.site.Site;
import io.bmsql.testing.Fuzz;
import io.bmsql.testing.HostileMySql;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A result directory, and a server, that somebody made to harm: each command ends, with a sentence, judges a healthy directory as before, and
 * gives nothing away.
 */
@Timeout(3_600)
class HostileTest {
    private static final Path RECORDED = TestFiles.RECORDED;
    private static final List<String> FILES = List.of(
            "summary.json",
            "run.properties",
            "checksums.txt",
            "data/runInfo.csv",
            "data/series.csv",
            "data/result.csv",
            "data/response.hlog",
            "data/service.hlog",
            "data/db_metrics.csv",
            "data/sys_info.csv",
            "data/events.csv",
            "data/collectors.csv");

    private static final String SECRET = "content-of-a-file-that-no-server-may-have";

    @TempDir
    Path folder;

    private Path good;
    private Path bad;

    @BeforeEach
    void twoDirectories() throws IOException {
        good = folder.resolve("all/good");
        bad = folder.resolve("all/bad");
        TestFiles.copy(RECORDED, good);
        TestFiles.copy(RECORDED, bad);
    }

    private interface Change {
        void of(Path file) throws IOException;
    }

    /** What a file may be beside a file of a run. */
    enum Trap {
        PIPE(file -> assertThat(TestFiles.command("mkfifo", file.toString())).isZero()),
        ENDLESS(file -> Files.createSymbolicLink(file, Path.of("/dev/zero"))),
        FOLDER(Files::createDirectory),
        LOOP(file -> Files.createSymbolicLink(file, file)),
        SPARSE(file -> lengthen(file, file.endsWith("checksums.txt") ? 3L << 30 : 20L << 20)),
        SPARSE_WITH_LINE_END(file -> {
            lengthen(file, 20L << 20);
            Files.writeString(file, "\n", StandardOpenOption.APPEND);
        }),
        LARGER_THAN_ANY(file -> lengthen(file, 1L << 42)),
        DEEP(file -> Files.writeString(file, "[".repeat(1_000_000) + "\n")),
        LONG_LINES(file -> Files.writeString(file, Files.readString(file) + "a\\ ,\"".repeat(300_000) + "\n"));

        private final Change change;

        Trap(Change change) {
            this.change = change;
        }

        void lay(Path file) throws IOException {
            if (ordinal() < SPARSE.ordinal()) {
                Files.delete(file);
            }
            change.of(file);
        }

        static void lengthen(Path file, long length) throws IOException {
            try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
                sparse.setLength(length);
            }
        }
    }

    private Stage ended(Set<Integer> statuses, String... words) {
        Stage stage = new Stage(folder);
        int status = stage.run(words);
        String said = stage.out() + stage.err();
        assertThat(statuses).as(said).contains(status);
        assertThat(said).doesNotContain("\tat ", "(--stacktrace shows");
        assertThat(said.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(2_000));
        return stage;
    }

    @ParameterizedTest
    @EnumSource
    void whateverAFileIs(Trap trap) throws IOException {
        // Each trap meets another file.
        trap.lay(bad.resolve(FILES.get(trap.ordinal() * 5 % FILES.size())));
        try {
            ResultFile.guarded(bad, () -> CompareCommand.read(ResultDirectory.open(bad)));
            ResultFile.guarded(bad, () -> ReportCommand.read(ResultDirectory.open(bad), ReportWindow.WHOLE));
        } catch (ResultReadException e) {
            assertThat(e.getMessage()).matches(HostileTest::isSentence);
        }
        assertThat(ended(Set.of(7), "site", "--check", "all/bad").out()).contains("bad: ");
    }

    private static boolean isSentence(String text) {
        return text.length() < 2_000 && !text.contains("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1e15", "1e999999999", "NaN", "2147483647", "0"})
    void whateverTheLengthOfTheWindow(String seconds) throws IOException {
        setWindow(seconds);
        assertThat(Site.findings(bad)).isNotEmpty().allMatch(HostileTest::isSentence);
    }

    /** All commands that read directories of others. Each ends with a status of its own and words of its own. */
    @Test
    void aWindowOfDecades() throws IOException {
        setWindow("2e9");
        assertThat(ended(Set.of(7), "site", "--check", "all").out())
                .contains("2 results checked, 1 with findings")
                .doesNotContain("good: ");
        assertThat(ended(Set.of(0), "site", "all", "--out", "public").out())
                .contains("good -> results/")
                .doesNotContain("bad -> ");
        ended(Set.of(0), "results", "all").printed("good");
        ended(Set.of(0, 2), "report", bad.toString(), good.toString()).printed("Report: " + good);
        ended(Set.of(0, 2), "compare", bad.toString(), good.toString());
    }

    private void setWindow(String seconds) throws IOException {
        Path summary = bad.resolve("summary.json");
        TestFiles.replace(
                summary,
                Files.readString(summary)
                        .replaceAll("\"windowSeconds\" ?: ?[0-9.]+", "\"windowSeconds\":" + seconds)
                        .getBytes(StandardCharsets.UTF_8));
        Checksums.write(ResultDirectory.open(bad));
    }

    @Test
    void aHistogramThatAsksForAllMemory() throws IOException {
        ByteArrayOutputStream zeros = new ByteArrayOutputStream();
        try (DeflaterOutputStream packed = new DeflaterOutputStream(zeros)) {
            ByteBuffer head = ByteBuffer.allocate(40);
            head.putInt(0x1c849303 | 0x10).putInt(Integer.MAX_VALUE).putInt(0).putInt(5);
            head.putLong(1).putLong(Long.MAX_VALUE).putDouble(1);
            packed.write(head.array());
            for (int i = 0; i < 64; i++) {
                packed.write(new byte[1 << 20]);
            }
        }
        ByteBuffer whole = ByteBuffer.allocate(8 + zeros.size());
        whole.putInt(0x1c849304 | 0x10).putInt(zeros.size()).put(zeros.toByteArray());
        String line = "Tag=NEW_ORDER,0.000,1.000,1.0," + Base64.getEncoder().encodeToString(whole.array()) + "\n";
        for (String log : List.of("response.hlog", "service.hlog")) {
            Path file = bad.resolve("data").resolve(log);
            Files.writeString(file, Files.readString(file) + line);
        }
        Checksums.write(ResultDirectory.open(bad));
        assertThat(Site.findings(bad)).isNotEmpty().allMatch(HostileTest::isSentence);
    }

    /** Figures that were changed are RecountTest's. */
    @Test
    void damagedDirectoriesLeaveTheOthersAlone() throws IOException {
        damage(6);
    }

    @Test
    @Tag("long")
    void thousandsOfDamagedDirectoriesLeaveTheOthersAlone() throws IOException {
        damage(120);
    }

    private void damage(int cases) throws IOException {
        List<Path> files = TestFiles.below(bad);
        List<byte[]> whole = new ArrayList<>();
        for (Path file : files) {
            whole.add(Files.readAllBytes(file));
        }
        List<String> unchanged = Site.findings(good);
        Fuzz.cases(cases, failure -> false, fuzz -> {
            int at = fuzz.below(files.size());
            TestFiles.replace(files.get(at), fuzz.mutated(whole.get(at)));
            if (fuzz.oneIn(2) && Files.isDirectory(bad)) {
                Checksums.write(ResultDirectory.open(bad));
            }
            assertThat(Site.findings(bad)).allMatch(HostileTest::isSentence);
            if (fuzz.oneIn(20)) {
                assertThat(Site.findings(good)).isEqualTo(unchanged);
                ended(Set.of(0, 2), "report", bad.toString());
                Checksums.write(ResultDirectory.open(bad));
            }
            TestFiles.replace(files.get(at), whole.get(at));
            TestFiles.replace(bad.resolve("checksums.txt"), Files.readAllBytes(good.resolve("checksums.txt")));
        });
    }

    @Test
    void aPartOfARunThatCannotBeReadIsNamedByMerge() throws IOException {
        for (Trap trap : List.of(Trap.PIPE, Trap.ENDLESS, Trap.SPARSE, Trap.DEEP)) {
            Path file = bad.resolve("summary.json");
            byte[] before = Files.readAllBytes(file);
            trap.lay(file);
            ended(Set.of(2), "merge", bad.toString(), "--into", "merged");
            TestFiles.command("rm", "-r", file.toString());
            Files.write(file, before);
        }
        assertThat(folder.resolve("merged")).doesNotExist();
    }

    @Test
    void oneLineOfOneFileIsNotAllMemory() throws IOException {
        Path file = Files.createFile(folder.resolve("long"));
        Trap.lengthen(file, 3L << 30);
        try (BufferedReader lines = ResultFile.reader(file, StandardCharsets.UTF_8)) {
            assertThatThrownBy(lines::readLine).hasMessageContaining("a line of more than");
        }
    }

    /** A server may ask the driver for any file of this machine (LOAD DATA LOCAL). No command gives it one. */
    @ParameterizedTest
    @CsvSource({
        "mysql, '', mysql",
        "mysql, allowLoadLocalInfile=true&allowUrlInLocalInfile=true, tidb",
        "mysql, allowLoadLocal%49nfile=true&allowLoadLocalInfileInPath=/, mariadb",
        "mariadb, '', mariadb",
        "mariadb, ALLOWLOCALINFILE=true, oceanbase"
    })
    void noCommandGivesAFileToTheServer(String scheme, String options, String db) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.txt"), SECRET);
        for (String command : List.of("run", "check", "doctor", "build", "reset", "destroy", "load", "validate")) {
            for (String name : command.equals("run")
                    ? List.of(secret.toString(), secret.toUri().toString())
                    : List.of(secret.toString())) {
                try (HostileMySql server = new HostileMySql(name)) {
                    boolean isMariaDb = scheme.equals("mariadb");
                    String url = "jdbc:" + scheme + "://127.0.0.1:" + server.port() + "/d?" + options;
                    new TestDatabase.Named(db, url, "u")
                            .props(
                                    folder.resolve("props"),
                                    "warehouses=1 terminals=1 runMins=1 driver="
                                            + (isMariaDb ? "org.mariadb.jdbc.Driver" : "com.mysql.cj.jdbc.Driver"));
                    Stage stage = new Stage(folder);
                    int status = stage.run(command, "props");
                    assertThat(server.received()).as(command).isEmpty();
                    assertThat(server.offers()).as(command).isZero();
                    if (!command.equals("validate")) {
                        assertThat(server.asked()).as(command).isPositive();
                        assertThat(status)
                                .as(command + stage.out() + stage.err())
                                .isNotZero();
                    }
                }
            }
        }
    }
}
