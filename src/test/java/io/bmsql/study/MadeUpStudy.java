package io.bmsql.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.result.SeriesRow;
import io.bmsql.study.StudyFile.Database;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Plan;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleBiFunction;

/** Writes a study whose runs look like real ones, with the throughput that a test asks for. */
public final class MadeUpStudy {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SECONDS = 120;

    private final Path directory;
    private final List<String> databases;
    private final Map<String, List<String>> vary;
    private final int repeats;
    private final List<Run> runs = new ArrayList<>();

    /** @param vary as in {@link #vary} */
    public MadeUpStudy(Path directory, List<String> databases, int repeats, String... vary) {
        this.directory = directory;
        this.databases = databases;
        this.repeats = repeats;
        this.vary = vary(vary);
    }

    /** Makes all runs, block by block. @param tpmC by setting and block, from 1 */
    public MadeUpStudy make(ToDoubleBiFunction<Setting, Integer> tpmC) throws IOException {
        for (int block = 1; block <= repeats; block++) {
            for (Setting setting : SweepPlan.settings(plan())) {
                int number = runs.size() + 1;
                String place = String.format(Locale.ROOT, "runs/%03d_%d", number, block);
                Run run = new Run(number, block, setting, place, State.DONE, 1, 2, "");
                runs.add(run);
                writeRun(directory.resolve(run.directory()), setting.point(), tpmC.applyAsDouble(setting, block));
            }
        }
        journal();
        return this;
    }

    /** What is varied, such as {@code terminals=1,2}. */
    static Map<String, List<String>> vary(String... vary) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String one : vary) {
            String[] parts = one.split("=", 2);
            all.put(parts[0], List.of(parts[1].split(parts[1].contains(";") ? ";" : ",")));
        }
        return all;
    }

    /** Changes the summary of a run. */
    public MadeUpStudy change(int number, Consumer<ObjectNode> change) throws IOException {
        TestFiles.changeJson(directory.resolve(runs.get(number - 1).directory()).resolve("summary.json"), change);
        return this;
    }

    /** Puts a run into another state in the journal. */
    public MadeUpStudy state(int number, State state, String note) {
        Run run = runs.get(number - 1);
        runs.set(number - 1, new Run(number, run.block(), run.setting(), run.directory(), state, 1, 2, note));
        journal();
        return this;
    }

    private Plan plan() {
        List<Database> all = databases.stream()
                .map(label -> new Database(label, label + ".props", Map.of(), 0))
                .toList();
        return plan(all, vary, repeats, "blocks", 1);
    }

    /** A plan of no more than this. */
    static Plan plan(List<Database> databases, Map<String, List<String>> vary, int repeats, String order, long seed) {
        return new Plan(databases, vary, repeats, order, "nothing", seed, Map.of(), "", 0, List.of());
    }

    /** A sweep as it was planned. */
    static StudyFile sweep(Plan plan, List<Run> runs) {
        return new StudyFile(1, Kind.SWEEP, 1_767_225_600_000L, "test", plan, runs, null, List.of());
    }

    private void journal() {
        sweep(plan(), runs).write(directory.resolve(StudyFile.NAME));
    }

    /** Writes the directory of one run. @param point its settings */
    public static void writeRun(Path run, Map<String, String> point, double tpmC) throws IOException {
        Path data = Files.createDirectories(run.resolve("data"));
        ObjectNode summary = (ObjectNode) JSON.readTree(
                Path.of("src/test/resources/golden-run/summary.json").toFile());
        ObjectNode facts = (ObjectNode) summary.get("run");
        facts.put("windowSeconds", (double) SECONDS);
        // No copies of each other.
        facts.put("runId", Math.floorMod(run.hashCode(), 1_000_000_000));
        ArrayNode settings = facts.putArray("settings");
        point.forEach((key, value) ->
                settings.addObject().put("key", key).put("value", value).put("origin", "props"));
        summary.put("tpmC", tpmC).put("tpmTotal", tpmC / 0.45);
        double load = Double.parseDouble(point.getOrDefault("terminals", "10"));
        for (JsonNode type : summary.get("types")) {
            long count = Math.round(type.get("count").asLong() / 68.0 * tpmC * SECONDS / 60);
            ((ObjectNode) type).put("count", Math.max(1, count)).put("unknown", 0);
            ObjectNode response = (ObjectNode) type.get("response");
            // By Little's law, with a tail.
            double meanMs = load / (tpmC / 0.45) * 60_000;
            response.put("p50Ms", meanMs * 0.8).put("p90Ms", meanMs * 1.6).put("p99Ms", meanMs * 3);
        }
        JSON.writeValue(run.resolve("summary.json").toFile(), summary);
        List<String> series = new ArrayList<>(List.of(SeriesRow.CSV.header().strip()));
        List<String> loadGenerator = new ArrayList<>(List.of("elapsed_s,cpu_pct"));
        List<String> host = new ArrayList<>(List.of("run,elapsed,cpu_user,cpu_idle,cpu_iowait"));
        double busy = Math.min(0.95, tpmC / 70_000);
        for (int second = 0; second < SECONDS; second++) {
            String completed = second + ",NEW_ORDER,MEASURE," + Math.round(tpmC / 60);
            series.add(completed + ",0,0,0,0,0,9,12,20,40,8,0.1,1000");
            loadGenerator.add(second + 1 + "," + tpmC / 1000);
            host.add("1," + (second + 1) * 1000 + "," + busy + "," + (1 - busy - 0.01) + ",0.01");
        }
        Files.write(data.resolve("series.csv"), series);
        Files.write(data.resolve("load_generator.csv"), loadGenerator);
        Files.write(data.resolve("sys_info.csv"), host);
    }
}
