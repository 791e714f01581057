package io.bmsql.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.result.IoReason;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.Verdict;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All runs below a place, from their {@code summary.json} alone: a thousand take about a second.
 *
 * @param rows in the order that was asked for
 * @param unreadable sentences about summaries that could not be read
 */
public record RunIndex(List<Row> rows, List<String> unreadable) {
    private static final String SUMMARY = "summary.json";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> WORDS =
            Arrays.stream(Verdict.values()).map(Verdict::name).collect(Collectors.toSet());

    /**
     * One run.
     *
     * @param directory from the place that was searched; empty for that place itself
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
            Verdict verdict) {
        /** Only what the table shows: binding the whole file would take ten times as long. */
        static Row of(String directory, JsonNode summary, Verdict verdict) {
            JsonNode run = summary.path("run");
            JsonNode newOrder = summary.at("/types/0");
            double p99 = newOrder.at("/response/p99Ms").asDouble(RunSummary.UNKNOWN);
            return new Row(
                    directory,
                    run.path("startEpochMillis").asLong(),
                    run.path("db").asText(),
                    run.path("warehouses").asInt(),
                    run.path("terminals").asInt(),
                    run.path("statementForm").asText("plain"),
                    summary.path("tpmC").asDouble(),
                    newOrder.path("count").asLong() > 0 && p99 >= 0 ? p99 : null,
                    verdict);
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
     * @throws ResultReadException when the place cannot be read
     */
    public static RunIndex below(Path place, Order order) {
        List<Row> rows = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        for (Path path : summaries(place)) {
            Path directory = place.relativize(path).getParent();
            try {
                rows.add(row(directory == null ? "" : directory.toString(), path));
            } catch (IOException | ResultReadException e) {
                unreadable.add(path + " cannot be read: " + e.getMessage());
            }
        }
        rows.sort(order.comparator);
        return new RunIndex(List.copyOf(rows), List.copyOf(unreadable));
    }

    private static Row row(String directory, Path path) throws IOException {
        JsonNode summary = JSON.readTree(path.toFile());
        String word = summary.path("verdict").asText();
        // Older files do not name it.
        Verdict verdict = WORDS.contains(word) ? Verdict.valueOf(word) : Verdict.worst(SummaryJson.read(path));
        return Row.of(directory, summary, verdict);
    }

    private static List<Path> summaries(Path place) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(place, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    Path summary = directory.resolve(SUMMARY);
                    if (Files.isRegularFile(summary)) {
                        found.add(summary);
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path path, IOException failure) throws IOException {
                    if (path.equals(place)) {
                        throw failure;
                    }
                    // Another user's directory beside the results is no reason to show nothing.
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + place + " (" + IoReason.of(e) + ")", e);
        }
        return found;
    }
}
