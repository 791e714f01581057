package io.bmsql.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.bmsql.common.IoReason;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.lang3.EnumUtils;
import org.jspecify.annotations.Nullable;

/**
 * All runs and studies below a place, from their {@code summary.json}, {@code study.json} and {@code results.json} alone: a
 * thousand runs take about a second.
 *
 * @param rows runs in the order that was asked for
 * @param studies the oldest first
 * @param withoutSummary directories of other programs, and of runs that were killed at once, from the place that was searched
 * @param unreadable sentences about files that could not be read
 */
public record RunIndex(List<Row> rows, List<Study> studies, List<String> withoutSummary, List<String> unreadable) {
    private static final String STUDY = "study.json";

    private static final String DATA = "data";

    /**
     * @param directory from the place that was searched; empty for that place itself
     * @param tpmC negative for another workload
     * @param newOrderP99Ms null where it is not known
     */
    public record Row(
            String directory,
            long startEpochMillis,
            String db,
            int warehouses,
            int terminals,
            String form,
            double tpmC,
            @Nullable Double newOrderP99Ms,
            Verdict verdict) {}

    /**
     * @param directory from the place that was searched; empty for that place itself
     * @param kind sweep, ab or peak
     * @param varied databases where there are several, and varied properties
     * @param runsDone those that ended, well or not
     * @param bestTpmC of the fastest point within its limits; null where there is none, or no report yet
     */
    public record Study(
            String directory,
            long startEpochMillis,
            String kind,
            List<String> varied,
            int points,
            int runsDone,
            int runsPlanned,
            @Nullable Double bestTpmC) {
        static Study of(String directory, JsonNode study, JsonNode results) {
            Set<List<JsonNode>> points = new HashSet<>();
            int done = 0;
            for (JsonNode run : study.path("runs")) {
                points.add(List.of(run.path("database"), run.path("point")));
                String state = run.path("state").asText();
                done += state.equals("done") || state.equals("failed") ? 1 : 0;
            }
            List<String> varied = new ArrayList<>();
            if (study.at("/plan/databases").size() > 1) {
                study.at("/plan/databases")
                        .forEach(one -> varied.add(one.path("label").asText()));
            }
            study.at("/plan/vary").fieldNames().forEachRemaining(varied::add);
            double best = results.path("bestTpmC").asDouble(Double.NaN);
            return new Study(
                    directory,
                    study.path("startedEpochMillis").asLong(),
                    study.path("kind").asText(),
                    varied,
                    points.size(),
                    done,
                    study.path("runs").size(),
                    Double.isNaN(best) ? null : best);
        }
    }

    /** What rows are sorted by; figures with the highest first. */
    public enum Order {
        WHEN(Comparator.comparingLong(Row::startEpochMillis)),
        DIRECTORY(Comparator.comparing(Row::directory)),
        DB(Comparator.comparing(Row::db)),
        WAREHOUSES(Comparator.comparingInt(Row::warehouses)),
        TERMINALS(Comparator.comparingInt(Row::terminals)),
        TPMC(Comparator.comparingDouble(Row::tpmC).reversed()),
        P99(Comparator.comparing(Row::newOrderP99Ms, Comparator.nullsLast(Comparator.naturalOrder()))),
        VERDICT(Comparator.comparing(Row::verdict).reversed());

        private final Comparator<Row> comparator;

        Order(Comparator<Row> comparator) {
            this.comparator = comparator.thenComparing(Row::directory);
        }
    }

    /**
     * Searches a place and all below it.
     *
     * @param hasRunsOfStudies false for the runs alone that are in no study, unless the place is a study itself
     * @throws ResultReadException when the place cannot be read
     */
    public static RunIndex below(Path place, Order order, boolean hasRunsOfStudies) {
        List<Row> rows = new ArrayList<>();
        List<Study> studies = new ArrayList<>();
        List<String> withoutSummary = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        for (Path path : files(place, hasRunsOfStudies)) {
            Path parent = place.relativize(path).getParent();
            String directory = parent == null ? "" : parent.toString();
            try {
                if (Files.isSymbolicLink(path)) {
                    throw new ResultReadException(path + " is a link to another file, and is not read");
                } else if (path.endsWith(DATA)) {
                    withoutSummary.add(directory);
                } else if (path.endsWith(STUDY)) {
                    studies.add(ResultFile.guarded(
                            path, () -> Study.of(directory, SummaryJson.read(path, JsonNode.class), results(path))));
                } else {
                    rows.add(ResultFile.guarded(path, () -> row(directory, path)));
                }
            } catch (ResultReadException e) {
                unreadable.add(e.getMessage());
            }
        }
        rows.sort(order.comparator);
        studies.sort(Comparator.comparingLong(Study::startEpochMillis).thenComparing(Study::directory));
        return new RunIndex(
                List.copyOf(rows), List.copyOf(studies), List.copyOf(withoutSummary), List.copyOf(unreadable));
    }

    private static JsonNode results(Path study) {
        Path results = study.resolveSibling("results.json");
        return Files.isRegularFile(results) ? SummaryJson.read(results, JsonNode.class) : MissingNode.getInstance();
    }

    /** Only what the table shows: binding the whole file would take ten times as long. */
    private static Row row(String directory, Path path) {
        JsonNode summary = SummaryJson.read(path, JsonNode.class);
        SummaryJson.requireFormat(path, summary);
        JsonNode run = summary.path("run");
        if (!run.isObject() || Double.isNaN(summary.path("tpmC").asDouble())) {
            // The whole reader says what is damaged.
            SummaryJson.read(path);
        }
        Verdict verdict = verdict(path, summary);
        boolean hasTpmC = run.path("workload").isMissingNode();
        JsonNode newOrder = summary.at("/types/0");
        double p99 = newOrder.at("/response/p99Ms").asDouble(RunSummary.UNKNOWN);
        return new Row(
                directory,
                run.path("startEpochMillis").asLong(),
                run.path("db").asText(),
                run.path("warehouses").asInt(),
                run.path("terminals").asInt(),
                run.path("statementForm").asText("plain"),
                hasTpmC ? summary.path("tpmC").asDouble() : RunSummary.UNKNOWN,
                hasTpmC && newOrder.path("count").asLong() > 0 && p99 >= 0 ? p99 : null,
                verdict);
    }

    /** Takes the verdict of its report; a run of an older version, which did not note what limited it, is judged again. */
    private static Verdict verdict(Path path, JsonNode summary) {
        boolean isJudged = summary.has("limit")
                || summary.has("derivedFrom")
                || summary.path("status").asText().equals(RunSummary.Status.RUNNING.name());
        if (!isJudged) {
            return ComparedRun.read(ResultDirectory.open(
                            Objects.requireNonNull(path.toAbsolutePath().getParent())))
                    .verdict();
        }
        Verdict named = EnumUtils.getEnum(Verdict.class, summary.path("verdict").asText());
        return named == null ? Verdict.worst(SummaryJson.read(path)) : named;
    }

    private static List<Path> files(Path place, boolean hasRunsOfStudies) {
        List<Path> found = new ArrayList<>();
        try {
            // A link that is given is followed, and none below.
            Path root = place.toRealPath();
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    Path summary = directory.resolve(ResultDirectory.SUMMARY);
                    if (Files.isRegularFile(summary)) {
                        found.add(summary);
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    Path study = directory.resolve(STUDY);
                    if (Files.isRegularFile(study)) {
                        found.add(study);
                        return hasRunsOfStudies || directory.equals(root)
                                ? FileVisitResult.CONTINUE
                                : FileVisitResult.SKIP_SUBTREE;
                    }
                    Path data = directory.resolve(DATA);
                    if (Files.isRegularFile(data.resolve("runInfo.csv"))) {
                        found.add(data);
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path path, IOException failure) throws IOException {
                    if (path.equals(root)) {
                        throw failure;
                    }
                    // Another user's directory beside the results is no reason to show nothing.
                    return FileVisitResult.CONTINUE;
                }
            });
            found.replaceAll(path -> place.resolve(root.relativize(path)));
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + place + " (" + IoReason.of(e, place) + ")", e);
        }
        return found;
    }
}
