package io.bmsql.agents;

import io.bmsql.analysis.Verdict;
import io.bmsql.agents.GroupSummary.Measured;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AgentFacts.Driver;
import io.bmsql.result.AgentFacts.Lost;
import io.bmsql.result.AgentFacts.Share;
import io.bmsql.common.IoReason;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one result directory out of those that the drivers of a run left. It is made beside its place and moved there when it is
 * whole; {@code summary.json} comes last, so that nobody takes a half one for a result.
 *
 * <pre>
 * directories ─► one time line ─► series, histograms, rows, side files ─► summary ─► moved to its place
 * </pre>
 */
public final class Merge {
    /** From here on the beginnings of the drivers' windows lie too far apart for rates to be exact. */
    private static final double FAR_APART_SECONDS = 0.5;

    private final List<Part> parts;
    private final List<String> remarks = new ArrayList<>();

    private Merge(List<Part> parts) {
        this.parts = parts;
    }

    /** What becomes of the drivers' {@code result.csv}. */
    public enum Rows {
        /** They stay where they are, below {@code drivers/}. */
        KEPT,
        /** One file for all, in the order of time; memory does not grow with it. */
        MERGED
    }

    /**
     * The answer.
     *
     * @param remarks sentences about what is missing or uncertain in it
     */
    public record Merged(ResultDirectory directory, RunSummary summary, List<String> remarks) {}

    /**
     * Merges.
     *
     * @param group what all drivers of the run call it
     * @param parts one for each planned driver, by number; at least one has a directory
     * @param into the directory to make. The drivers' own directories may lie in its {@code drivers/} already; those that lie
     *     elsewhere are copied there
     * @throws ResultReadException when no part can be read
     * @throws ResultWriteException when {@code into} is a result already or cannot be written
     */
    public static Merged of(String group, List<Part> parts, Path into, Rows rows) {
        try (Staging staging = Staging.beside(into)) {
            Merge merge = new Merge(parts);
            RunSummary summary = merge.into(staging, group, rows);
            return new Merged(staging.finish(), summary, List.copyOf(merge.remarks));
        }
    }

    private RunSummary into(Staging staging, String group, Rows rows) {
        List<PartRun> runs = PartRun.onOneLine(open());
        if (runs.isEmpty()) {
            throw new ResultReadException("No driver left anything that can be merged: there is no answer");
        }
        ResultDirectory directory = staging.directory();
        List<Measured> measured = new ArrayList<>();
        SeriesSum series = new SeriesSum();
        for (PartRun run : runs) {
            measured.add(new Measured(run, series.add(run)));
            staging.keep(run.part(), run.directory().root());
        }
        TimeLine line = TimeLine.of(measured);
        LogSum responses = LogSum.of(measured, ResultDirectory::responseLog);
        LogSum services = LogSum.of(measured, ResultDirectory::serviceLog);
        remarks.addAll(series.remarks());
        remarks.addAll(responses.remarks());
        remarks.addAll(services.remarks());
        List<SeriesRow> seconds = series.rows(responses);
        write(directory, line, seconds, responses, services);
        if (rows == Rows.MERGED) {
            writeRows(runs, directory);
        }
        new SideFiles(runs, directory, remarks).write();
        AgentFacts drivers = new AgentFacts(group, AgentFacts.ALL, parts.size(), members(measured));
        RunSummary summary = new GroupSummary(measured, line, responses, services, seconds).make(drivers, directory);
        remark(summary, line);
        copyProperties(runs, directory);
        writeRunInfo(runs, summary.run(), directory);
        SummaryJson.write(directory.summary(), summary, Verdict.worst(summary).name());
        return summary;
    }

    private List<PartRun> open() {
        List<PartRun> runs = new ArrayList<>();
        for (Part part : parts) {
            if (part.directory() == null) {
                continue;
            }
            try {
                runs.add(PartRun.open(part, ResultDirectory.open(part.directory())));
            } catch (ResultReadException e) {
                remarks.add(Driver.named(part.number(), part.host()) + " is not in the answer: " + e.getMessage());
            }
        }
        return runs;
    }

    private List<Driver> members(List<Measured> measured) {
        List<Driver> members = new ArrayList<>();
        for (Part part : parts) {
            Measured found = measured.stream()
                    .filter(one -> one.run().part().equals(part))
                    .findFirst()
                    .orElse(null);
            members.add(new Driver(part.number(), part.host(), share(found), part.clock(), lost(part, found)));
        }
        return members;
    }

    private static Share share(@Nullable Measured found) {
        if (found == null) {
            return Share.UNKNOWN;
        }
        RunFacts.Size size = found.run().summary().run().size();
        return size.drivers() == null
                ? new Share(size.terminals(), size.sutThreads(), 0, 0)
                : size.drivers().members().stream()
                        .filter(driver -> driver.number() == found.run().part().number())
                        .map(Driver::share)
                        .findFirst()
                        .orElse(Share.UNKNOWN);
    }

    private static @Nullable Lost lost(Part part, @Nullable Measured found) {
        Lost lost = part.lost();
        if (found == null) {
            return new Lost(null, lost == null ? "it left no directory" : lost.reason());
        }
        if (lost == null && !found.run().isCut()) {
            return null;
        }
        String reason = lost == null ? "its directory ends there: it was killed" : lost.reason();
        double end = found.seconds().endSecond() > 0
                ? found.seconds().endSecond()
                : found.seconds().firstSecond() + found.seconds().committing().length();
        return new Lost(end + found.run().lateSeconds(), reason);
    }

    private void write(
            ResultDirectory directory, TimeLine line, List<SeriesRow> seconds, LogSum responses, LogSum services) {
        try (AppendedFile file = directory.append(directory.series());
                AppendedFile response = directory.append(directory.responseLog());
                AppendedFile service = directory.append(directory.serviceLog())) {
            file.append(SeriesRow.CSV.header());
            seconds.forEach(row -> file.append(SeriesRow.CSV.line(row)));
            responses.write(response, line);
            services.write(service, line);
            require(file);
            require(response);
            require(service);
        }
    }

    /** What a run may lose to a full disk, an answer may not. */
    static void require(AppendedFile file) {
        if (file.problem() != null) {
            throw new ResultWriteException(file.problem() + ": the answer was not made", null);
        }
    }

    private void writeRows(List<PartRun> runs, ResultDirectory directory) {
        try (AppendedFile file = directory.append(directory.result())) {
            int runId = runs.get(0).summary().run().setup().runId();
            RowMerge.Count count = RowMerge.write(runs, runId, file);
            require(file);
            if (count.damaged() > 0) {
                remarks.add(count.damaged() + " lines of the drivers' result.csv are no rows and were left out");
            }
            if (count.outOfOrder() > 0) {
                remarks.add(count.outOfOrder() + " rows of result.csv came too late to be put in order");
            }
        }
    }

    private void remark(RunSummary summary, TimeLine line) {
        for (Driver driver : summary.run().size().lostDrivers()) {
            remarks.add(driver.sentence());
        }
        if (line.apartSeconds() >= FAR_APART_SECONDS) {
            remarks.add("The drivers began to measure up to " + line.apartSeconds()
                    + " s apart: rates are of the time from the first one's begin to the last one's end");
        }
    }

    private static void copyProperties(List<PartRun> runs, ResultDirectory directory) {
        for (PartRun run : runs) {
            if (Files.isRegularFile(run.directory().runProperties())) {
                try {
                    Files.copy(run.directory().runProperties(), directory.runProperties());
                    return;
                } catch (IOException e) {
                    throw new ResultWriteException(
                            "Cannot copy " + run.directory().runProperties() + " (" + IoReason.of(e) + ")", e);
                }
            }
        }
    }

    /** For BenchmarkSQL's own readers: the first driver's, with the sums of all. */
    private static void writeRunInfo(List<PartRun> runs, RunFacts facts, ResultDirectory directory) {
        for (PartRun run : runs) {
            if (Files.isRegularFile(run.directory().runInfo())) {
                String minutes = RunInfo.read(run.directory().runInfo()).runMins();
                RunInfo.of(facts, facts.window().startEpochMillis(), minutes).write(directory.runInfo());
                return;
            }
        }
    }
}
