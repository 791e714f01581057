package io.bmsql.cli;

import static io.bmsql.testing.SchemaMaker.allow;
import static io.bmsql.testing.SchemaMaker.array;
import static io.bmsql.testing.SchemaMaker.constant;
import static io.bmsql.testing.SchemaMaker.object;
import static io.bmsql.testing.SchemaMaker.plain;
import static io.bmsql.testing.SchemaMaker.require;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.bmsql.analysis.Comparison;
import io.bmsql.analysis.LostData;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.Texts.Language;
import io.bmsql.report.ReportModel;
import io.bmsql.result.AnalyticSummary;
import io.bmsql.result.Latency;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LoadStep;
import io.bmsql.result.RunSummary;
import io.bmsql.result.ThresholdResult;
import io.bmsql.site.History;
import io.bmsql.study.MadeUpStudy;
import io.bmsql.study.StudyFile;
import io.bmsql.study.page.StudyPage;
import io.bmsql.testing.SchemaMaker;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The schemas in {@code docs/schemas} are those of what the program writes; {@code -Dbmsql.update=true} rewrites them. All recorded
 * directories and what the commands write now are valid by them.
 */
class SchemasTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SCHEMAS = Path.of("docs/schemas");
    private static final Path RESOURCES = Path.of("src/test/resources");

    @TempDir
    Path folder;

    private static JsonNode made(String name) throws IOException {
        return switch (name) {
            case "summary" -> summary();
            case "report" ->
                kept(
                        name,
                        ReportModel.Findings.class,
                        LedgerResult.class,
                        LoadStep.class,
                        ThresholdResult.class,
                        RunSummary.TypeSummary.class,
                        RunSummary.ErrorSummary.class,
                        ReportModel.ClauseRow.class,
                        RunSummary.ThinkTime.class,
                        ReportModel.StallFindings.class);
            case "compare" -> compare();
            case "trend" -> trend();
            case "study" -> study();
            default -> {
                ObjectNode results = kept(name, StudyFile.Setting.class, LostData.class);
                SchemaMaker words = new SchemaMaker("", 1);
                ((ObjectNode) results.get("properties"))
                        .<ObjectNode>set("kind", words.of(StudyFile.Kind.class))
                        .set("cannotSee", array(words.of(Comparison.Unseen.class)));
                yield results;
            }
        };
    }

    /** Of a file that is written without a record: its own fields stay as the schema has them, the records in it are made. */
    private static ObjectNode kept(String name, Class<?>... records) throws IOException {
        SchemaMaker make = new SchemaMaker(name + ".json", 1);
        Stream.of(records).forEach(make::of);
        ObjectNode file = (ObjectNode) TestFiles.json(SCHEMAS.resolve(name + ".schema.json"));
        return file.set("$defs", make.schema(object()).get("$defs"));
    }

    private static JsonNode summary() {
        SchemaMaker make = new SchemaMaker("summary.json", RunSummary.FORMAT_VERSION);
        ObjectNode fields = make.fields(RunSummary.class);
        allow(fields, "formatVersion", constant(RunSummary.FORMAT_VERSION));
        allow(fields, "verdict", make.of(Verdict.class));
        ObjectNode schema = make.schema(fields);
        // Older versions wrote it.
        JsonNode minutes = array(plain("number")).put("deprecated", true);
        allow((ObjectNode) schema.at("/$defs/HostSpeed"), "minuteMedianMicros", minutes);
        return schema;
    }

    private static ObjectNode versioned(String name, int version) {
        return require(object(), name, constant(version));
    }

    /** One comparison, or several points. */
    private static JsonNode compare() {
        SchemaMaker make = new SchemaMaker("compare.json", 1);
        ObjectNode several = require(versioned("formatVersion", 1), "points", array(make.of(Comparison.class)));
        ObjectNode one = require(make.fields(Comparison.class), "formatVersion", constant(1));
        ObjectNode either = JSON.createObjectNode();
        either.putArray("anyOf").add(one).add(several);
        return make.schema(either);
    }

    private static JsonNode trend() {
        SchemaMaker make = new SchemaMaker("trend.json", 1);
        return make.schema(require(versioned("formatVersion", 1), "trends", array(make.of(History.class))));
    }

    private static JsonNode study() {
        SchemaMaker make = new SchemaMaker("study.json", 1);
        ObjectNode fields = make.fields(StudyFile.class);
        return make.schema(allow(fields, "version", constant(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "report", "compare", "trend", "study", "results"})
    void theFilesAreThoseOfWhatIsWritten(String name) throws IOException {
        Path file = SCHEMAS.resolve(name + ".schema.json");
        String text = JSON.writerWithDefaultPrettyPrinter()
                        .writeValueAsString(made(name))
                        .replace("\r", "") + "\n";
        if (Boolean.getBoolean("bmsql.update")) {
            Files.writeString(file, text);
        }
        assertThat(file).as("rewrite it by -Dbmsql.update=true").hasContent(text);
        assertThat(Files.readString(Path.of("docs/results.md"))).contains("schemas/" + name + ".schema.json");
        JsonNode schema = TestFiles.json(file);
        assertThat(schema.findValuesAsText("$ref"))
                .allMatch(reference -> !schema.at(reference.substring(1)).isMissingNode());
    }

    private static List<String> findings(String schema, JsonNode file) throws IOException {
        JsonSchema rules = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(TestFiles.json(SCHEMAS.resolve(schema + ".schema.json")));
        return rules.validate(file).stream().map(ValidationMessage::getMessage).toList();
    }

    static void assertValid(String schema, Path file) throws IOException {
        JsonNode json = TestFiles.json(file);
        assertThat(findings(schema, json)).as(file.toString()).isEmpty();
        // So that a valid file is not one that no rule was asked about.
        ObjectNode more = ((ObjectNode) json.deepCopy()).put("somethingNew", 1);
        assertThat(findings(schema, more)).as("an unknown field").isNotEmpty();
        String first = json.fieldNames().next();
        ObjectNode other = json.deepCopy();
        other.putArray(first).add("no");
        assertThat(findings(schema, other)).as("a wrong type of " + first).isNotEmpty();
    }

    @Test
    void recordedDirectoriesAreValid() throws IOException {
        List<Path> summaries = TestFiles.below(RESOURCES).stream()
                .filter(file -> file.endsWith("summary.json"))
                .toList();
        assertThat(summaries).hasSizeGreaterThanOrEqualTo(3);
        for (Path file : summaries) {
            assertValid("summary", file);
        }
    }

    @Test
    void whatReportCompareAndTrendWriteIsValid() throws IOException {
        for (int i = 0; i < 14; i++) {
            Path run = folder.resolve("all/run" + i);
            MadeUpStudy.writeRun(run, Map.of(), (i < 7 ? 40_000 : 30_000) + i % 3 * 100);
            long startMillis = 1_780_000_000_000L + i * 3_600_000L;
            TestFiles.changeJson(run.resolve("summary.json"), summary -> summary.withObject("/run")
                    .put("startEpochMillis", startMillis));
        }
        TestFiles.copy(TestFiles.RECORDED, folder.resolve("r"));
        TestFiles.copy(TestFiles.RECORDED, folder.resolve("again"));
        TestFiles.changeJson(folder.resolve("again/summary.json"), summary -> summary.withObject("/run")
                .put("runId", 2));
        Stage.ended(folder, 0, "report", "r");
        assertValid("report", folder.resolve("r/report.json"));
        assertValid("summary", folder.resolve("r/summary.json"));
        Stage.ended(folder, 0, "compare", "r", "again", "--out", "one");
        assertValid("compare", folder.resolve("one/compare.json"));
        Stage.ended(folder, 0, "trend", "all", "--out", "trend");
        assertValid("trend", folder.resolve("trend/trend.json"));
        assertThat(TestFiles.json(folder.resolve("trend/trend.json")).at("/trends/0/changes"))
                .hasSize(1);
        // The figures of another program are known in part.
        Files.delete(folder.resolve("r/summary.json"));
        Stage.ended(folder, 0, "report", "r");
        assertValid("report", folder.resolve("r/report.json"));
        assertValid("summary", folder.resolve("r/summary.json"));
    }

    @Test
    void whatAStudyWritesIsValid() throws IOException {
        MadeUpStudy study = new MadeUpStudy(folder.resolve("study"), List.of("base", "new"), 3, "terminals=10,20");
        study.make((setting, block) -> 800 + block)
                .change(
                        1,
                        summary -> summary.putPOJO(
                                "analytics",
                                new AnalyticSummary(1, "", 100, Latency.of(new Histogram(3)), 1, 1, List.of())));
        StudyPage.write(folder.resolve("study"), lang -> Language.EN, new HashMap<>());
        assertValid("study", folder.resolve("study/study.json"));
        assertValid("results", folder.resolve("study/results.json"));
        Stage.ended(folder, 0, "compare", "study", "--out", "several");
        assertValid("compare", folder.resolve("several/compare.json"));
        assertThat(TestFiles.json(folder.resolve("several/compare.json")).get("points"))
                .hasSize(2);
        TestFiles.changeJson(folder.resolve("study/study.json"), file -> file.withObject("/plan")
                .put("order", "together"));
        StudyPage.write(folder.resolve("study"), lang -> Language.EN, new HashMap<>());
        assertValid("results", folder.resolve("study/results.json"));
    }

    /** Somewhere deep inside as well. */
    @Test
    void aWrongTypeAndAnUnknownFieldInsideAreFound() throws IOException {
        assertWrong("types[0].count", summary -> ((ObjectNode) summary.at("/types/0")).put("count", "many"));
        assertWrong("p97Ms", summary -> ((ObjectNode) summary.at("/types/0/response")).put("p97Ms", 1.0));
        assertWrong("seed", summary -> summary.withObject("/run").remove("seed"));
        assertWrong("formatVersion", summary -> summary.put("formatVersion", 3));
    }

    private static void assertWrong(String place, Consumer<ObjectNode> change) throws IOException {
        ObjectNode summary = (ObjectNode) TestFiles.json(TestFiles.RECORDED.resolve("summary.json"));
        change.accept(summary);
        assertThat(findings("summary", summary)).singleElement().asString().contains(place);
    }
}
