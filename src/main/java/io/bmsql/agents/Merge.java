package io.bmsql.agents;

import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.Verdict;
import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.IoReason;
import io.bmsql.common.RunClock;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.Threshold;
import io.bmsql.measure.AgentsSum;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AgentFacts.Driver;
import io.bmsql.result.AgentFacts.Lost;
import io.bmsql.result.AgentFacts.Share;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Setting;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Status;
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
 * directories ─► one time line ─► readings replayed into one Recording ─► rows, side files ─► summary ─► moved to its place
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
            throw new ResultReadException("No agent left anything that can be merged: there is no result");
        }
        ResultDirectory directory = staging.directory();
        runs.forEach(run -> staging.keep(run.part(), run.directory().root()));
        RunFacts facts = new GroupFacts(runs).make(new AgentFacts(group, AgentFacts.ALL, parts.size(), members(runs)));
        RunSummary measured = measured(runs, facts, directory);
        if (rows == Rows.MERGED) {
            writeRows(runs, directory);
        }
        new SideFiles(runs, directory, remarks).write();
        RunConditions conditions = WindowConditions.of(CollectedFigures.read(directory, List.of()), measured, 0);
        RunSummary summary = Thresholds.applied(
                thresholds(facts),
                measured.with(conditions.with(measured.aftermath().conditions().steadiness())));
        remark(summary, runs);
        copyProperties(runs, directory);
        writeRunInfo(runs, summary.run(), directory);
        SummaryJson.write(directory.summary(), summary, Verdict.worst(summary).name());
        return summary;
    }

    /** As if one load generator had measured, from the begin of the first window to the end of the last one. */
    private RunSummary measured(List<PartRun> runs, RunFacts facts, ResultDirectory directory) {
        PartRun first =
                runs.stream().filter(run -> run.lateMillis() == 0).findFirst().orElse(runs.get(0));
        double rampupSeconds = runs.stream()
                .mapToDouble(run -> run.summary().run().window().rampupSeconds() - run.lateSeconds())
                .max()
                .orElse(0);
        double windowSeconds = runs.stream()
                .mapToDouble(run -> run.lateSeconds() + run.windowSeconds())
                .max()
                .orElse(0);
        RunClock clock = RunClock.system();
        RunWindow window = RunWindow.ended(clock, first.startEpochMillis(), rampupSeconds, windowSeconds);
        AgentsSum sum = AgentsSum.open(clock, window, facts, directory, runs.size());
        try (Recording recording = sum.recording()) {
            String profile = facts.pace().loadProfile();
            if (profile != null) {
                recording.follow(LoadProfile.parse(profile), () -> RunSummary.UNKNOWN);
            }
            List<String> damages = sum.replay(
                    runs.stream().map(run -> run.directory().readings()).toList(),
                    runs.stream().map(PartRun::lateSeconds).toList());
            damages.forEach(damage -> remarks.add(damage + "; the answer has what could be read before"));
            Ending ending = ending(runs);
            RunSummary measured = recording.finish(ending.status(), ending.statusReason());
            for (String problem : recording.problems()) {
                // What a run may lose to a full disk, an answer may not.
                throw new ResultWriteException(problem + ": the answer was not made", null);
            }
            if (runs.stream().anyMatch(PartRun::isCut)) {
                // Nobody knows what a lost agent did in its warehouses.
                Files.delete(directory.warehouseHeat());
            }
            return measured.withUnwritten(ending.unwritten());
        } catch (IOException e) {
            throw new ResultReadException("The readings of the agents cannot be read (" + IoReason.of(e) + ")", e);
        }
    }

    /** The worst one of those that ended, with whose it was; a lost driver has none. */
    private static Ending ending(List<PartRun> runs) {
        PartRun worst = runs.stream()
                .filter(run -> !run.isCut())
                .reduce((one, other) -> severity(other) > severity(one) ? other : one)
                .orElse(null);
        if (worst == null) {
            return new Ending(Status.RUNNING, "no driver came to the end of its run");
        }
        Ending ending = worst.summary().ending();
        String reason = ending.statusReason();
        return new Ending(
                ending.status(),
                reason == null
                        ? null
                        : Driver.named(worst.part().number(), worst.part().host()) + ": " + reason,
                runs.stream()
                        .flatMap(run -> run.summary().ending().unwritten().stream())
                        .toList());
    }

    private static int severity(PartRun run) {
        return switch (run.summary().ending().status()) {
            case RUNNING, COMPLETE -> 0;
            case INTERRUPTED -> 1;
            case ABORTED -> 2;
        };
    }

    /** Drivers do not hold their own figures against the bounds: those are meant for all. */
    private static List<Threshold> thresholds(RunFacts facts) {
        return facts.settings().stream()
                .filter(setting -> setting.key().equals("thresholds"))
                .map(Setting::value)
                .findFirst()
                .map(Threshold::parse)
                .orElse(List.of());
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

    private List<Driver> members(List<PartRun> runs) {
        List<Driver> members = new ArrayList<>();
        for (Part part : parts) {
            PartRun found = runs.stream()
                    .filter(run -> run.part().equals(part))
                    .findFirst()
                    .orElse(null);
            members.add(new Driver(part.number(), part.host(), share(found), part.clock(), lost(part, found)));
        }
        return members;
    }

    private static Share share(@Nullable PartRun found) {
        if (found == null) {
            return Share.UNKNOWN;
        }
        RunFacts.Size size = found.summary().run().size();
        return size.drivers() == null
                ? new Share(size.terminals(), size.sutThreads(), 0, 0)
                : size.drivers().members().stream()
                        .filter(driver -> driver.number() == found.part().number())
                        .map(Driver::share)
                        .findFirst()
                        .orElse(Share.UNKNOWN);
    }

    private static @Nullable Lost lost(Part part, @Nullable PartRun found) {
        Lost lost = part.lost();
        if (found == null) {
            return new Lost(null, lost == null ? "it left no directory" : lost.reason());
        }
        if (!found.isCut()) {
            return null;
        }
        String reason = lost == null ? "its directory ends there: it was killed" : lost.reason();
        return new Lost(found.endSeconds() + found.lateSeconds(), reason);
    }

    private void writeRows(List<PartRun> runs, ResultDirectory directory) {
        try (AppendedFile file = directory.append(directory.result())) {
            int runId = runs.get(0).summary().run().setup().runId();
            RowMerge.Count count = RowMerge.write(runs, runId, file);
            if (file.problem() != null) {
                throw new ResultWriteException(file.problem() + ": the answer was not made", null);
            }
            if (count.damaged() > 0) {
                remarks.add(count.damaged() + " lines of the drivers' result.csv are no rows and were left out");
            }
            if (count.outOfOrder() > 0) {
                remarks.add(count.outOfOrder() + " rows of result.csv came too late to be put in order");
            }
        }
    }

    private void remark(RunSummary summary, List<PartRun> runs) {
        for (Driver driver : summary.run().size().lostDrivers()) {
            remarks.add(driver.sentence());
        }
        double apartSeconds = runs.stream().mapToLong(PartRun::lateMillis).max().orElse(0) / 1e3;
        if (apartSeconds >= FAR_APART_SECONDS) {
            remarks.add("The drivers began to measure up to " + apartSeconds
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
