package io.bmsql.report;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.analysis.Comparison.Difference;
import io.bmsql.common.Texts.Language;
import io.bmsql.result.EndingCause;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.ThresholdResult;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    private static final Pattern PLACE = Pattern.compile("\\{\\d}");

    /** The name of a line in a chart, where the query gives it; of the others the server does. */
    private static final Pattern LINE =
            Pattern.compile("\\bAS \"?(?!series|value|messages)([a-z ]+?)\"?(?:,|\\s+FROM\\b|$)");

    private static final Words ENGLISH = Words.in(Language.EN);
    private static final Words CHINESE = Words.in(Language.ZH);

    private static Document page(Words words) {
        return Jsoup.parse(
                ReportWriter.fill("report/report.html", SampleRun.model(SampleWatch.watched(30, 300), words), words));
    }

    private static Stream<String> places(String text) {
        return PLACE.matcher(text).results().map(MatchResult::group).sorted().distinct();
    }

    private static Set<String> keys(String language) throws IOException {
        Properties texts = new Properties();
        try (Reader file =
                Files.newBufferedReader(Path.of("src/main/resources/page/words_" + language + ".properties"))) {
            texts.load(file);
        }
        return new TreeSet<>(texts.stringPropertyNames());
    }

    @Test
    void bothLanguagesHaveTheSameKeysWithTheSamePlaces() throws IOException {
        // Names that other rooms write are English already.
        assertThat(keys("zh").stream().filter(key -> !key.startsWith("own."))).containsExactlyElementsOf(keys("en"));
        for (String key : keys("en")) {
            assertThat(places(CHINESE.textOr(key, "")))
                    .as(key)
                    .containsExactlyElementsOf(places(ENGLISH.textOr(key, "")).toList());
        }
    }

    /** Of two the second would count, also for who means the first. */
    @ParameterizedTest
    @ValueSource(strings = {"en", "zh"})
    void noKeyIsThereTwice(String language) throws IOException {
        assertThat(Files.readAllLines(Path.of("src/main/resources/page/words_" + language + ".properties")).stream()
                        .filter(line -> line.matches("[^#=]+=.*"))
                        .map(line -> line.split("=", 2)[0]))
                .doesNotHaveDuplicates();
    }

    /** Everything that a person wrote for people in the folders of SQL: what a condition says and what a chart shows. */
    @Test
    void conditionsAndDatabaseChartsOfTheFoldersAreChinese() throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("."), 2)) {
            for (Path file : files.filter(path -> path.toString().matches(".*sql\\.[^/]+/(checks|metrics)\\.sql"))
                    .toList()) {
                Files.readAllLines(file).stream()
                        .filter(line -> line.matches("-- (about|chart): .*"))
                        .map(line -> line.substring("-- about: ".length()))
                        .forEach(texts::add);
                for (String query : Files.readString(file).split(";")) {
                    if (query.contains("-- chart: ")) {
                        LINE.matcher(query).results().map(name -> name.group(1)).forEach(texts::add);
                    }
                }
            }
        }
        assertThat(texts)
                .hasSizeGreaterThan(30)
                .allSatisfy(text -> assertThat(CHINESE.translated(text)).matches(WordsTest::isChinese, "Chinese"))
                .allSatisfy(text -> assertThat(ENGLISH.translated(text)).isEqualTo(text));
    }

    @Test
    void secondsWithoutAServerAreSaidInBothLanguages() {
        LimitedBy limit = LimitedBy.of(LimitedBy.Cause.LOG, 50, "WALSync").without(9.6, 42);
        assertThat(ENGLISH.limit(limit)).isEqualTo(limit.sentence()).contains("9.6 of 42 s");
        assertThat(CHINESE.limit(limit)).contains("9.6 秒不可用");
        LimitedBy still = LimitedBy.of(LimitedBy.Cause.LOG, 50, "WALSync")
                .withStandstill(new LimitedBy.Standstill(10, 60, 20, 30, true, null));
        assertThat(ENGLISH.limit(still)).isEqualTo(still.sentence()).contains("10 of 60 s");
        assertThat(CHINESE.limit(still)).contains("60 秒中有 10 秒");
    }

    @Test
    void whatLimitedARunIsNamedInTheLanguageOfThePage() {
        assertThat(LimitedBy.Cause.values()).allSatisfy(cause -> assertThat(CHINESE.translated(cause.words()))
                .matches(WordsTest::isChinese, "Chinese"));
    }

    @Test
    void theEvidenceOfALimitIsInTheLanguageOfThePage() {
        assertThat(CHINESE.limit(LimitedBy.of(LimitedBy.Cause.MIXED, "40% processor, 30% client")))
                .isEqualTo("受限原因未知：会话时间中 40% 处理器；30% 客户端；没有一项足以解释结果。");
        assertThat(CHINESE.limit(LimitedBy.of(LimitedBy.Cause.PROCESSORS, 90, 4, "1.20", "transactions")))
                .endsWith("每 1,000 个事务用 1.20 秒处理器时间）。");
        assertThat(CHINESE.limit(LimitedBy.of(LimitedBy.Cause.PROCESSORS, 90, 4, "1.20", "New-Orders")))
                .endsWith("每 1,000 个 New-Orders 用 1.20 秒处理器时间）。");
        assertThat(CHINESE.limit(LimitedBy.of(LimitedBy.Cause.PROCESSORS_SHARED, 90, 4, 5, "1.20", "transactions")))
                .endsWith("其余为每 1,000 个事务 1.20 秒）。");
        assertThat(CHINESE.limit(LimitedBy.of(LimitedBy.Cause.GENERATOR_IDLE, 40, ", agent 2 on c2")))
                .startsWith("受限于压测机（c2 上的第 2 个）（");
        assertThat(CHINESE.limit(LimitedBy.of(LimitedBy.Cause.TWO_WAITS, "locks", 46, "a", "the log", 44, "commit")))
                .startsWith("受限于锁（占会话时间的 46%，最多在 a）或日志（44%，最多在 commit）");
        assertThat(CHINESE.limit(LimitedBy.of(LimitedBy.Cause.LOG, 50, "log file sync")))
                .contains("log file sync");
    }

    @Test
    void howABoundWasKeptIsSaidInBothLanguages() {
        ThresholdResult missed = new ThresholdResult("newOrder.p90<5s", 6000.0, "ms", false, null);
        ThresholdResult unknown = new ThresholdResult("events.to95<5s", null, "ms", false, "it did not happen");
        assertThat(List.of(missed, unknown))
                .allSatisfy(kept -> assertThat(ENGLISH.threshold(kept)).isEqualTo(kept.toString()));
        assertThat(CHINESE.threshold(missed)).isEqualTo("newOrder.p90<5s：6000 ms，未满足");
        assertThat(CHINESE.threshold(unknown)).isEqualTo("events.to95<5s：未知，事件没有发生，未满足");
    }

    @Test
    void whyARunIsUncheckedOrWhatItsCheckFoundIsARemarkInBothLanguages() {
        CheckResult holds = made(CheckResult.class, "clause", "3.3.2.2", "passed", true);
        CheckResult failed = made(CheckResult.class, "clause", "3.3.2.1", "passed", false, "violations", 2L);
        PostRunChecks checks = PostRunChecks.NONE.withCheck(List.of(holds, failed));
        Ending stopped = new Ending(Status.INTERRUPTED, new EndingCause(EndingCause.Kind.STOPPED, "by SIGTERM"));
        assertThat(ENGLISH.remark(stopped, checks))
                .isEqualTo("Stopped before its planned end by SIGTERM; condition 3.3.2.1 FAILED: 2 violations");
        assertThat(CHINESE.remark(stopped, checks)).isEqualTo("运行在计划结束之前被停止（SIGTERM）；条件 3.3.2.1 FAILED：2 处违反");
        assertThat(ENGLISH.remark(new Ending(Status.COMPLETE, "not checked"), PostRunChecks.NONE))
                .isEqualTo("not checked");
        assertThat(ENGLISH.remark(Ending.PLANNED, PostRunChecks.NONE)).isEmpty();
    }

    /** Names of the server's settings are not ours, also where a word of ours is the same. */
    @Test
    void differencesOfRunsAreNamedInTheLanguageOfThePage() {
        List<Difference> found = List.of(
                new Difference("load", "runs before", "1", "2"),
                new Difference("environment", "statements", "as shipped", "x"),
                new Difference("database", "log", "text", "disk"));
        assertThat(ComparisonPage.differences(found, "compare.base", "compare.new", CHINESE)
                        .markdown()
                        .replaceAll(" +", " "))
                .contains("| 此前的运行 | 1 | 2 |", "| 语句 | 随程序提供 | x |", "| log | text | disk |");
    }

    @Test
    void valuesAreFilledInAsTheyAre() {
        assertThat(ENGLISH.text("run.title", 7, "$1 {0}", "x")).isEqualTo("Run #7 on $1 {0}, started x");
        assertThatThrownBy(() -> ENGLISH.text("nothing.here")).hasMessageContaining("nothing.here");
        assertThat(CHINESE.translated("LWLock")).as("nobody translated it").isEqualTo("LWLock");
        assertThat(CHINESE.translated("")).isEmpty();
    }

    @Test
    void aChinesePageHasTheSameNumbersAndChineseWords() {
        Document english = page(ENGLISH);
        Document chinese = page(CHINESE);
        assertThat(chinese.select("html").attr("lang")).isEqualTo("zh");
        assertThat(numbers(chinese)).isEqualTo(numbers(english));
        assertThat(chinese.select("svg path").eachAttr("d"))
                .isEqualTo(english.select("svg path").eachAttr("d"));
        assertThat(chinese.select("h2").eachText()).hasSize(15).allMatch(WordsTest::isChinese);
        // Names that the collector gives stay as they are; everything of our own is Chinese.
        assertThat(chinese.select("svg text.axis").eachText().stream()
                        .filter(text -> !isChinese(text))
                        .toList())
                .allMatch(text -> text.matches("WAL, .*"));
        assertThat(chinese.select("th").eachText())
                .filteredOn(text -> !isChinese(text))
                .allMatch(text -> text.isEmpty() || text.matches("[\\d.]+%(，ms)?|SQLState"));
    }

    private static List<String> numbers(Document page) {
        return page.select(".n:not(th)").eachText().stream()
                .filter(text -> text.matches("[\\d.,]+"))
                .toList();
    }

    private static boolean isChinese(String text) {
        return text.codePoints().anyMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.HAN)
                || text.equals("CPU");
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', '', '', EN",
        "'', '', '', zh_CN.UTF-8, ZH",
        "'', '', '', zh, ZH",
        "'', '', zh_TW, en_US.UTF-8, ZH",
        "'', C, zh_TW, zh_CN, EN",
        "'', '', '', de_DE.UTF-8, EN",
        "en, zh_CN, '', '', EN",
        "zh, C, '', '', ZH"
    })
    void theKeyAndThenTheEnvironmentSayTheLanguage(
            String key, String all, String messages, String lang, Language expected) {
        Map<String, String> environment = Map.of("LC_ALL", all, "LC_MESSAGES", messages, "LANG", lang);
        assertThat(Language.of(key, environment)).isEqualTo(expected);
        assertThat(Language.of("", Map.of())).isEqualTo(Language.EN);
    }
}
