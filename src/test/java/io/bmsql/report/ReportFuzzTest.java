package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.HistogramLog;
import io.bmsql.result.ResultCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunInfo;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.Fuzz;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Result directories that were damaged or made by an enemy: a page without script, or a sentence. */
class ReportFuzzTest {
    private static final Pattern TEXT = Pattern.compile("\"[^\"]*\"(?! ?:)");
    private static final Pattern NUMBER = Pattern.compile(": (-?[0-9.]+)");

    @TempDir
    private Path folder;

    private ResultDirectory directory;
    private final Map<Path, byte[]> files = new LinkedHashMap<>();

    @BeforeEach
    void writeSample() throws IOException {
        Path root = folder.resolve("my_result");
        SampleRun.write(SampleRun.of(3, 20), root);
        directory = ResultDirectory.open(root);
        for (Path file : TestFiles.below(root)) {
            files.put(file, Files.readAllBytes(file));
        }
    }

    @Test
    void damagedFilesAreReadOrRefused() {
        List<Path> paths = List.copyOf(files.keySet());
        Fuzz.cases(400, ResultReadException.class::isInstance, fuzz -> {
            Path path = fuzz.pick(paths);
            TestFiles.replace(path, fuzz.mutated(files.get(path)));
            read(path);
        });
    }

    @Test
    void reportsOfDamagedDirectoriesAreHarmlessPagesOrSentences() {
        List<Path> paths = List.copyOf(files.keySet());
        Fuzz.cases(8, ResultReadException.class::isInstance, fuzz -> {
            restore();
            for (int i = fuzz.below(3); i >= 0; i--) {
                Path path = fuzz.pick(paths);
                if (fuzz.oneIn(8)) {
                    Files.deleteIfExists(path);
                } else {
                    TestFiles.replace(path, fuzz.mutated(files.get(path)));
                }
            }
            assertHarmless(DirectoryReport.write(directory.root()));
        });
    }

    @Test
    void hostileTextsAndNumbersInSoundFilesAreShownAsText() {
        Fuzz.cases(8, ResultReadException.class::isInstance, fuzz -> {
            restore();
            String json = new String(files.get(directory.summary()), StandardCharsets.UTF_8);
            json = replaced(json, TEXT, fuzz, 4, text -> "\"" + quoted(text) + "\"");
            json = replaced(json, NUMBER, fuzz, 30, text -> ": " + hugeNumber(fuzz));
            TestFiles.replace(directory.summary(), json.getBytes(StandardCharsets.UTF_8));
            String series = new String(files.get(SeriesRow.CSV.in(directory)), StandardCharsets.UTF_8);
            series = replaced(series, Pattern.compile("[0-9.]+(?=,)"), fuzz, 300, text -> hugeNumber(fuzz));
            TestFiles.replace(SeriesRow.CSV.in(directory), series.getBytes(StandardCharsets.UTF_8));
            assertHarmless(DirectoryReport.write(directory.root()));
        });
    }

    @Test
    void oldDirectoriesWithHostileContentsAreReportedOrRefused() {
        Fuzz.cases(8, ResultReadException.class::isInstance, fuzz -> {
            restore();
            Files.delete(directory.summary());
            Files.delete(SeriesRow.CSV.in(directory));
            Files.deleteIfExists(directory.responseLog());
            Files.deleteIfExists(directory.serviceLog());
            String info = RunInfo.CSV.header() + "1,simple,5.0," + (fuzz.oneIn(3) ? csv(fuzz.hostile()) : "postgres")
                    + ",2016-05-25 13:14:15.16," + (fuzz.oneIn(3) ? csv(fuzz.hostile()) : "5") + ","
                    + (fuzz.oneIn(3) ? csv(fuzz.hostile()) : "10") + ",10,5,0,1.0,1.0\n";
            TestFiles.replace(directory.runInfo(), info.getBytes(StandardCharsets.UTF_8));
            if (fuzz.oneIn(2)) {
                TestFiles.replace(directory.result(), fuzz.mutated(files.get(directory.result())));
            }
            assertHarmless(DirectoryReport.write(directory.root()));
        });
    }

    private void restore() throws IOException {
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            TestFiles.replace(file.getKey(), file.getValue());
        }
    }

    private void read(Path path) {
        if (path.equals(directory.summary())) {
            SummaryJson.read(path);
        } else if (path.equals(directory.runInfo())) {
            RunInfo.read(path);
        } else if (path.equals(SeriesRow.CSV.in(directory))) {
            SeriesRow.CSV.read(path, row -> {});
        } else if (path.equals(directory.result())) {
            ResultCsv.read(path, TpccTransaction.TYPES, (elapsed, latency, db, type, rolledBack, skipped, error) -> {});
        } else {
            HistogramLog.read(path, TpccTransaction.TYPES, interval -> {});
        }
    }

    private interface Change {
        String of(String hostile);
    }

    private static String replaced(String text, Pattern what, Fuzz fuzz, int oneIn, Change change) {
        return what.matcher(text)
                .replaceAll(found ->
                        Matcher.quoteReplacement(fuzz.oneIn(oneIn) ? change.of(fuzz.hostile()) : found.group()));
    }

    private static String hugeNumber(Fuzz fuzz) {
        return fuzz.pick(
                List.of("1e15", "-1e300", "2147483647", "-2147483648", "0", "-1", "1e-300", "9223372036854775807"));
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("[\\x00-\\x1f]", "?");
    }

    private static String csv(String text) {
        return "\"" + text.replace("\"", "\"\"") + "\"";
    }

    private static void assertHarmless(DirectoryReport.Written written) throws IOException {
        String html = Files.readString(written.html());
        assertThat(html.length()).isLessThan(4_000_000);
        Document page = Jsoup.parse(html);
        HarmlessPage.assertHarmless(page);
        assertThat(page.select("meta[http-equiv=Content-Security-Policy]")).hasSize(1);
        assertThat(Files.size(written.markdown())).isLessThan(4_000_000);
        assertThat(Files.readString(written.markdown()))
                .doesNotContainIgnoringCase("<script")
                .doesNotContainIgnoringCase("<img");
    }
}
