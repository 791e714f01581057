package io.bmsql.cli;

import static io.bmsql.testing.SchemaMaker.allow;
import static io.bmsql.testing.SchemaMaker.array;
import static io.bmsql.testing.SchemaMaker.constant;
import static io.bmsql.testing.SchemaMaker.map;
import static io.bmsql.testing.SchemaMaker.object;
import static io.bmsql.testing.SchemaMaker.orNull;
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
import io.bmsql.analysis.Losses;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.Metric;
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
import io.bmsql.testing.SchemaMaker;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    private static Map<String, JsonNode> made() {
        Map<String, JsonNode> all = new TreeMap<>();
        all.put("summary", summary());
        all.put("report", report());
        all.put("compare", compare());
        all.put("trend", trend());
        all.put("study", study());
        all.put("results", results());
        return all;
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

    private static JsonNode report() {
        SchemaMaker make = new SchemaMaker("report.json", 1);
        ObjectNode fields = versioned("formatVersion", 1);
        require(fields, "language", plain("string"));
        require(fields, "runId", plain("integer"));
        require(fields, "verdict", make.of(ReportModel.Findings.class));
        allow(fields, "ledger", make.of(LedgerResult.class));
        require(fields, "fromSeconds", plain("number"));
        require(fields, "windowSeconds", plain("number"));
        require(fields, "windowNotes", array(plain("string")));
        allow(fields, "tpmC", plain("number"));
        require(fields, "tpmTotal", plain("number"));
        allow(fields, "efficiencyPercent", plain("number"));
        allow(fields, "steps", array(make.of(LoadStep.class)));
        allow(fields, "thresholds", array(make.of(ThresholdResult.class)));
        require(fields, "types", array(make.of(RunSummary.TypeSummary.class)));
        require(fields, "errors", array(make.of(RunSummary.ErrorSummary.class)));
        require(fields, "clauses", array(make.of(ReportModel.ClauseRow.class)));
        allow(fields, "thinkTimes", array(make.of(RunSummary.ThinkTime.class)));
        ObjectNode queueing = require(object(), "type", plain("string"));
        for (String name : List.of("responseMeanMs", "serviceMeanMs", "waitMeanMs")) {
            require(queueing, name, plain("number"));
        }
        require(fields, "queueing", array(queueing));
        require(fields, "loadGenerator", map(plain("number")));
        allow(fields, "agents", array(plain("string")));
        require(fields, "stalls", make.of(ReportModel.StallFindings.class));
        require(fields, "collectorNotes", array(plain("string")));
        return make.schema(fields);
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

    private static JsonNode results() {
        SchemaMaker make = new SchemaMaker("results.json", 1);
        ObjectNode figure = object();
        for (String name : List.of("mean", "low", "high", "variationPercent")) {
            require(figure, name, orNull(plain("number")));
        }
        require(figure, "repeats", array(plain("number")));
        ObjectNode point = make.fields(StudyFile.Setting.class);
        require(point, "runs", plain("integer"));
        require(point, "counted", plain("integer"));
        require(point, "withinLimits", plain("boolean"));
        require(point, "figures", map(figure));
        ObjectNode event = make.fields(StudyFile.Setting.class);
        require(event, "run", plain("integer"));
        require(event, "event", plain("string"));
        require(event, "atSeconds", plain("number"));
        require(event, "status", orNull(plain("string")));
        require(event, "losses", make.of(Losses.class));
        require(event, "isWithinMayLose", plain("boolean"));
        // Its figures by their names.
        event.set("additionalProperties", plain("number"));
        ObjectNode fields = versioned("version", 1);
        require(fields, "kind", make.of(StudyFile.Kind.class));
        require(fields, "runsPlanned", plain("integer"));
        require(fields, "runsDone", plain("integer"));
        Stream.of("TpmC", Metric.TRANSACTIONS.name())
                .forEach(name -> allow(
                        fields,
                        "best" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
                        orNull(plain("number"))));
        require(fields, "points", array(point));
        require(fields, "best", array(make.of(StudyFile.Setting.class)));
        require(fields, "knees", array(make.of(StudyFile.Setting.class)));
        require(fields, "leftOut", map(plain("string")));
        allow(fields, "events", array(event));
        allow(fields, "mayLoseSeconds", plain("number"));
        return make.schema(fields);
    }

    static List<String> names() {
        return List.copyOf(made().keySet());
    }

    @ParameterizedTest
    @MethodSource("names")
    void theFilesAreThoseOfWhatIsWritten(String name) throws IOException {
        Path file = SCHEMAS.resolve(name + ".schema.json");
        String text = JSON.writerWithDefaultPrettyPrinter()
                        .writeValueAsString(made().get(name))
                        .replace("\r", "") + "\n";
        if (Boolean.getBoolean("bmsql.update")) {
            Files.createDirectories(SCHEMAS);
            Files.writeString(file, text);
        }
        assertThat(file).as("rewrite it by -Dbmsql.update=true").hasContent(text);
        assertThat(Files.readString(Path.of("docs/results.md"))).contains("schemas/" + name + ".schema.json");
    }

    private static List<String> findings(String schema, JsonNode file) throws IOException {
        JsonSchema rules = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(TestFiles.json(SCHEMAS.resolve(schema + ".schema.json")));
        return rules.validate(file).stream().map(ValidationMessage::getMessage).toList();
    }

    private static void assertValid(String schema, Path file) throws IOException {
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
        List<Path> summaries = new ArrayList<>();
        for (Path file : TestFiles.below(RESOURCES)) {
            if (file.endsWith("summary.json")) {
                summaries.add(file);
            }
        }
        assertThat(summaries).hasSizeGreaterThanOrEqualTo(3);
        for (Path file : summaries) {
            assertValid("summary", file);
        }
    }

    @Test
    void whatReportCompareAndTrendWriteIsValid() throws IOException {
        for (int i = 0; i < 14; i++) {
            Path run = folder.resolve("all/run" + i);
            TestFiles.copy(RESOURCES.resolve("recorded-result"), run);
            ObjectNode summary = (ObjectNode) TestFiles.json(run.resolve("summary.json"));
            ObjectNode facts = (ObjectNode) summary.get("run");
            facts.put("startEpochMillis", facts.get("startEpochMillis").asLong() + i * 3_600_000L)
                    .put("windowSeconds", 90.0)
                    .put("pacing", "CLOSED_LOOP")
                    .put("limitTxnsPerMin", 0);
            summary.remove("limit");
            summary.put("tpmC", (i < 7 ? 400 : 300) + i % 3);
            JSON.writeValue(run.resolve("summary.json").toFile(), summary);
        }
        TestFiles.copy(RESOURCES.resolve("recorded-result"), folder.resolve("r"));
        Stage.ended(folder, 0, "report", "r");
        assertValid("report", folder.resolve("r/report.json"));
        assertValid("summary", folder.resolve("r/summary.json"));
        Stage.ended(folder, 0, "compare", "all/run0", "all/run9", "--out", "one");
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
        Stage.ended(folder, 0, "report", "study");
        assertValid("study", folder.resolve("study/study.json"));
        assertValid("results", folder.resolve("study/results.json"));
        Stage.ended(folder, 0, "compare", "study", "--out", "several");
        assertValid("compare", folder.resolve("several/compare.json"));
        assertThat(TestFiles.json(folder.resolve("several/compare.json")).get("points"))
                .hasSize(2);
    }

    /** Somewhere deep inside as well. */
    @Test
    void aWrongTypeAndAnUnknownFieldInsideAreFound() throws IOException {
        JsonNode good = TestFiles.json(RESOURCES.resolve("recorded-result/summary.json"));
        ObjectNode wrong = good.deepCopy();
        ((ObjectNode) wrong.at("/types/0")).put("count", "many");
        assertThat(findings("summary", wrong)).singleElement().asString().contains("types[0].count");
        ObjectNode unknown = good.deepCopy();
        ((ObjectNode) unknown.at("/types/0/response")).put("p97Ms", 1.0);
        assertThat(findings("summary", unknown)).singleElement().asString().contains("p97Ms");
        ObjectNode missing = good.deepCopy();
        ((ObjectNode) missing.get("run")).remove("seed");
        assertThat(findings("summary", missing)).singleElement().asString().contains("seed");
        ObjectNode later = good.deepCopy();
        later.put("formatVersion", 3);
        assertThat(findings("summary", later)).singleElement().asString().contains("formatVersion");
    }
}
