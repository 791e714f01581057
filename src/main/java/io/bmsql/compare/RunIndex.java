package io.bmsql.compare;

import io.bmsql.result.IoReason;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Latency;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.Verdict;
import io.bmsql.spec.TransactionType;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All runs below a place, from their {@code summary.json} alone: a thousand take about a second.
 *
 * @param rows in the order that was asked for
 * @param unreadable sentences about summaries that could not be read
 */
public record RunIndex(List<Row> rows, List<String> unreadable) {
    private static final String SUMMARY = "summary.json";

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
        static Row of(String directory, RunSummary summary) {
            RunSummary.RunFacts run = summary.run();
            Double p99 = summary.figures().types().stream()
                    .filter(row -> row.type().equals(TransactionType.NEW_ORDER.name()) && row.count() > 0)
                    .map(TypeSummary::response)
                    .map(Latency::p99Ms)
                    .filter(ms -> ms >= 0)
                    .findFirst()
                    .orElse(null);
            return new Row(
                    directory,
                    run.window().startEpochMillis(),
                    run.setup().db(),
                    run.size().warehouses(),
                    run.size().terminals(),
                    run.setup().statementForm(),
                    summary.figures().tpmC(),
                    p99,
                    Verdict.worst(summary));
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
            try {
                Path directory = place.relativize(path).getParent();
                rows.add(Row.of(directory == null ? "" : directory.toString(), SummaryJson.read(path)));
            } catch (ResultReadException e) {
                unreadable.add(String.valueOf(e.getMessage()));
            }
        }
        rows.sort(order.comparator);
        return new RunIndex(List.copyOf(rows), List.copyOf(unreadable));
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
