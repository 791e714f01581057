package io.bmsql.agents;

import io.bmsql.analysis.GeneratorLoad;
import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.IoReason;
import io.bmsql.common.RunClock;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.Threshold;
import io.bmsql.measure.AgentsSum;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AgentFacts.Agent;
import io.bmsql.result.AgentFacts.Lost;
import io.bmsql.result.AgentFacts.Share;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.Checksums;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.CollectedFigures.WarehouseCounts;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.EndingCause;
import io.bmsql.result.EventRow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Size;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SessionSample;
import io.bmsql.result.StatementTime;
import io.bmsql.result.SummaryJson;
import io.bmsql.run.RunCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;

/**
 * Makes one result directory out of those that the agents of a run left. It is made beside its place and moved there when it is
 * whole; {@code summary.json} comes last, so that an unfinished one is not taken for a result.
 *
 * <pre>
 * directories ─► one time line ─► readings replayed into one Recording ─► rows, side files ─► summary ─► moved to its place
 * </pre>
 */
public final class Merge {
    /** From here on the beginnings of the agents' windows are too far apart for rates to be exact. */
    private static final double FAR_APART_SECONDS = 0.5;

    /** More names would only fill the page; the part for the agents has them all. */
    private static final int MAX_NAMED = 8;

    private final List<AgentResult> agents;
    private final List<OpenedResult> runs;
    private final ResultDirectory directory;
    private final List<String> remarks = new ArrayList<>();

    private Merge(List<AgentResult> agents, ResultDirectory directory) {
        this.agents = agents;
        this.directory = directory;
        this.runs = OpenedResult.onOneLine(open());
        if (runs.isEmpty()) {
            throw new ResultReadException("No agent left anything that can be merged: there is no result");
        }
    }

    /** What becomes of the agents' {@code result.csv}. */
    public enum Rows {
        /** They stay where they are, below {@code agents/}. */
        KEPT,
        /** One file for all, in the order of time; memory does not grow with it. */
        MERGED
    }

    /** @param remarks sentences about what is missing or uncertain in the merged result */
    public record Merged(ResultDirectory directory, RunSummary summary, List<String> remarks) {}

    /**
     * @param group what all agents of the run call it
     * @param agents one for each planned agent, by number; at least one has a directory
     * @param into the directory to make. The agents' own directories may be in its {@code agents/} already; those that are
     *     elsewhere are copied there
     * @throws ResultReadException when no result can be read
     * @throws ResultWriteException when {@code into} is a result already or cannot be written
     */
    public static Merged of(String group, List<AgentResult> agents, Path into, Rows rows) {
        Path place = into.toAbsolutePath().normalize();
        for (String name : List.of(ResultDirectory.SUMMARY, "data/series.csv")) {
            if (Files.exists(place.resolve(name))) {
                throw new ResultDirectory.PlaceException(
                        place + " has a " + name + " already and is never overwritten: give another place with --into",
                        null);
            }
        }
        Path beside = place.resolveSibling(place.getFileName() + ".merging");
        ResultDirectory.removeAll(beside); // of a merge that was killed
        try {
            Merge merge = new Merge(agents, ResultDirectory.create(beside));
            merge.copyAgents(place);
            Path events = EventRow.CSV.in(merge.directory);
            Path ofCoordinator = place.resolve(beside.relativize(events));
            if (Files.exists(ofCoordinator)) {
                copy(ofCoordinator, events);
            }
            RunSummary summary = merge.write(group, rows);
            moveAll(beside, place);
            return new Merged(ResultDirectory.open(place), summary, List.copyOf(merge.remarks));
        } catch (IOException e) {
            throw new ResultWriteException("Cannot copy or move to " + place + " (" + IoReason.of(e, place) + ")", e);
        } finally {
            ResultDirectory.removeAll(beside);
        }
    }

    /** Copies the agents' directories below {@code agents/}, unless they are there already. */
    private void copyAgents(Path place) throws IOException {
        for (OpenedResult run : runs) {
            Path from = run.directory().root().toAbsolutePath().normalize();
            if (!from.startsWith(ResultDirectory.agentsOf(place))) {
                String name = ResultDirectory.agentName(
                        run.agent().number(), run.agent().host());
                FileUtils.copyDirectory(
                        from.toFile(), directory.agents().resolve(name).toFile());
            }
        }
    }

    /** Moves the summary last. */
    private static void moveAll(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        List<Path> entries = new ArrayList<>(ResultDirectory.list(from));
        entries.sort(Comparator.comparing(path -> path.endsWith(ResultDirectory.SUMMARY)));
        for (Path entry : entries) {
            Path target = to.resolve(entry.getFileName());
            if (Files.isDirectory(entry) && Files.isDirectory(target)) {
                moveAll(entry, target);
            } else {
                Files.move(entry, target, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    private RunSummary write(String group, Rows rows) {
        RunFacts facts = facts(new AgentFacts(group, AgentFacts.ALL, agents.size(), members()));
        RunSummary measured = measured(facts);
        if (rows == Rows.MERGED) {
            measured = measured.withUnwritten(writeRows(measured.ending().unwritten()));
        }
        writeSideFiles(runs, directory, remarks);
        // Each load generator, and all of them as one: agents on one host share its processors.
        List<GeneratorLoad> each = runs.stream()
                .filter(run -> !run.isCut())
                .map(run -> RunCheck.generator(run.directory(), run.summary()))
                .toList();
        int runsBeside = runs.stream()
                .mapToInt(run -> run.summary().conditions().runsBeside())
                .max()
                .orElse(0);
        RunSummary judged = RunCheck.judged(
                directory, measured.with(measured.conditions().withRunsBeside(runsBeside)), each, remarks::add);
        // Agents do not judge their own figures by the thresholds: those are meant for all.
        List<Threshold> thresholds = Threshold.parse(facts.setting(PropertyKey.THRESHOLDS), facts.types());
        RunSummary summary = Thresholds.applied(thresholds, judged);
        double apartSeconds =
                runs.stream().mapToLong(OpenedResult::lateMillis).max().orElse(0) / 1e3;
        if (apartSeconds >= FAR_APART_SECONDS) {
            remarks.add("The agents began to measure up to " + apartSeconds
                    + " s apart: rates are of the time from the first one's begin to the last one's end");
        }
        copyFirst(runs, ResultDirectory::runProperties, directory);
        writeRunInfo(summary.run());
        SummaryJson.write(directory.summary(), summary, Verdict.worst(summary).name());
        Checksums.write(directory);
        return summary;
    }

    /** The circumstances of the run: what the agents share is the first one's, what was dealt out is added up again. */
    private RunFacts facts(AgentFacts group) {
        RunFacts first = runs.get(0).facts();
        Pace pace = first.pace();
        return new RunFacts(
                first.setup(),
                new Size(
                        first.size().loadedWarehouses(),
                        first.size().warehouses(),
                        sum(facts -> facts.size().terminals()),
                        sum(facts -> facts.size().sutThreads()),
                        group),
                new Pace(
                        pace.pacing(),
                        pace.mode(),
                        sum(facts -> facts.pace().limitTxnsPerMin()),
                        pace.keyingTimeMultiplier(),
                        pace.thinkTimeMultiplier(),
                        sum(facts -> facts.pace().arrivalRate()),
                        pace.loadProfile()),
                first.window(),
                environment(),
                first.settings(),
                first.load(),
                processors());
    }

    private int sum(ToIntFunction<RunFacts> value) {
        return runs.stream().map(OpenedResult::facts).mapToInt(value).sum();
    }

    /** What is not the same on all agents is named for all. */
    private Map<String, String> environment() {
        Map<String, String> facts = new LinkedHashMap<>();
        for (String key : runs.get(0).facts().environment().keySet()) {
            List<String> values = runs.stream()
                    .map(run -> run.facts().environment().getOrDefault(key, ""))
                    .filter(value -> !value.isEmpty())
                    .distinct()
                    .toList();
            String named = values.stream().limit(MAX_NAMED).collect(Collectors.joining("; "));
            facts.put(
                    key, values.size() > MAX_NAMED ? named + "; and " + (values.size() - MAX_NAMED) + " more" : named);
        }
        return facts;
    }

    /** Agents on one host share its processors. */
    private @Nullable Integer processors() {
        Map<String, Integer> byHost = new LinkedHashMap<>();
        for (OpenedResult run : runs) {
            Integer own = run.facts().loadGeneratorProcessors();
            if (own == null) {
                return null;
            }
            String host =
                    run.facts().environment().getOrDefault("host", run.agent().host());
            byHost.merge(host, own, Math::max);
        }
        return byHost.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** As if one load generator had measured, from the begin of the first window to the end of the last one. */
    private RunSummary measured(RunFacts facts) {
        OpenedResult first =
                runs.stream().filter(run -> run.lateMillis() == 0).findFirst().orElse(runs.get(0));
        double rampupSeconds = runs.stream()
                .mapToDouble(run -> run.facts().window().rampupSeconds() - run.lateSeconds())
                .max()
                .orElse(0);
        double windowSeconds = runs.stream()
                .mapToDouble(run -> run.lateSeconds() + run.windowSeconds())
                .max()
                .orElse(0);
        RunClock clock = RunClock.SYSTEM;
        RunWindow window = RunWindow.ended(clock, first.startEpochMillis(), rampupSeconds, windowSeconds);
        AgentsSum sum = new AgentsSum(clock, window, facts, directory, runs.size());
        try (Recording recording = sum.recording()) {
            String profile = facts.pace().loadProfile();
            if (profile != null) {
                recording.follow(LoadProfile.parse(profile), () -> RunSummary.UNKNOWN);
            }
            List<String> damages = sum.replay(
                    runs.stream().map(run -> run.directory().readings()).toList(),
                    runs.stream().map(OpenedResult::lateSeconds).toList());
            damages.forEach(damage -> remarks.add(damage + "; the answer has what could be read before"));
            Ending ending = ending(!facts.size().lostAgents().isEmpty());
            RunSummary measured = recording.finish(ending);
            for (String problem : recording.problems()) {
                // What a run may lose to a full disk, an answer may not.
                throw new ResultWriteException(problem + ": the answer was not made", null);
            }
            if (runs.stream().anyMatch(OpenedResult::isCut)) {
                // Nobody knows what a lost agent did in its warehouses.
                Files.deleteIfExists(WarehouseCounts.CSV.in(directory));
            }
            return measured.withUnwritten(ending.unwritten());
        } catch (IOException e) {
            throw new ResultReadException("The readings of the agents cannot be read (" + IoReason.of(e) + ")", e);
        }
    }

    /** The worst one of those that ended, with whose it was; a lost agent has none. */
    private Ending ending(boolean isOneLost) {
        OpenedResult worst = runs.stream()
                .filter(run -> !run.isCut())
                .max(Comparator.comparing(run -> run.summary().ending().status()))
                .orElse(null);
        if (worst == null) {
            return new Ending(Status.RUNNING, "no agent came to the end of its run");
        }
        Ending ending = worst.summary().ending();
        String reason = ending.statusReason();
        EndingCause cause = ending.statusCause();
        String named = worst.agent().named();
        return new Ending(
                isOneLost && ending.status() == Status.COMPLETE ? Status.INCOMPLETE : ending.status(),
                reason == null ? null : named + ": " + reason,
                cause == null ? null : cause.of(named),
                runs.stream()
                        .flatMap(run -> run.summary().ending().unwritten().stream())
                        .toList());
    }

    private List<OpenedResult> open() {
        List<OpenedResult> opened = new ArrayList<>();
        for (AgentResult agent : agents) {
            Path place = agent.directory();
            if (place == null) {
                continue;
            }
            try {
                opened.add(ResultFile.guarded(place, () -> OpenedResult.open(agent, ResultDirectory.open(place))));
            } catch (ResultReadException e) {
                remarks.add(agent.named() + " is not in the answer: " + e.getMessage());
            }
        }
        return opened;
    }

    private List<Agent> members() {
        List<Agent> members = new ArrayList<>();
        for (AgentResult agent : agents) {
            OpenedResult found = runs.stream()
                    .filter(run -> run.agent().number() == agent.number())
                    .findFirst()
                    .orElse(null);
            members.add(new Agent(agent.number(), agent.host(), share(found), agent.clock(), lost(agent, found)));
        }
        return members;
    }

    private static Share share(@Nullable OpenedResult found) {
        if (found == null) {
            return Share.UNKNOWN;
        }
        RunFacts.Size size = found.facts().size();
        return size.agents() == null
                ? new Share(size.terminals(), size.sutThreads(), 0, 0)
                : size.agents().members().stream()
                        .filter(agent -> agent.number() == found.agent().number())
                        .map(Agent::share)
                        .findFirst()
                        .orElse(Share.UNKNOWN);
    }

    private static @Nullable Lost lost(AgentResult agent, @Nullable OpenedResult found) {
        Lost lost = found == null ? agent.lost() : found.agent().lost();
        if (found == null) {
            return new Lost(null, lost == null ? "it left no directory" : lost.reason());
        }
        if (!found.isCut()) {
            return null;
        }
        String reason = lost == null ? "its directory ends there: it was killed" : lost.reason();
        return new Lost(found.endSeconds() + found.lateSeconds(), reason);
    }

    /** Writes the rows of all agents. Gives what is unwritten, now with the {@code result.csv} that an agent's directory has lost. */
    private List<String> writeRows(List<String> unwritten) {
        List<String> all = new ArrayList<>(unwritten);
        for (OpenedResult run : runs) {
            Path rows = run.directory().result();
            String wrong = run.isCut()
                    ? ""
                    : !Files.isRegularFile(rows)
                            ? " is missing"
                            : switch (Checksums.standing(run.directory(), rows)) {
                                case AS_LEFT -> "";
                                case CHANGED -> " is not as its run left it";
                                case UNKNOWN -> " has no checksum that says that it is as its run left it";
                            };
            if (!wrong.isEmpty()) {
                all.add("result.csv of " + run.agent().named() + wrong);
                remarks.add(all.get(all.size() - 1) + ": merged are the rows that are there");
            }
        }
        try (AppendedFile file = directory.append(directory.result())) {
            RowMerge.write(runs, file, remarks);
            if (file.problem() != null) {
                throw new ResultWriteException(file.problem() + ": the answer was not made", null);
            }
        }
        return all;
    }

    /** For BenchmarkSQL's own readers: the first agent's, with the sums of all. */
    private void writeRunInfo(RunFacts facts) {
        runs.stream()
                .map(run -> run.directory().runInfo())
                .filter(Files::isRegularFile)
                .findFirst()
                .ifPresent(file -> RunInfo.of(
                                facts,
                                facts.window().startEpochMillis(),
                                RunInfo.read(file).runMins())
                        .write(directory.runInfo()));
    }

    /** @param remarks take sentences about what cannot be read */
    static void writeSideFiles(List<OpenedResult> runs, ResultDirectory into, List<String> remarks) {
        copyFirst(runs, ResultDirectory::databaseMetrics, into);
        copyFirst(runs, ResultDirectory::databaseSettings, into);
        copyFirst(runs, ResultDirectory::databaseStatements, into);
        copyFirst(runs, SessionSample.CSV::in, into);
        copyFirst(runs, StatementTime.CSV::in, into);
        writeLoadGenerators(runs, into);
        List<CollectorCsv.Summary> notes = new ArrayList<>();
        for (OpenedResult run : runs) {
            boolean isFirst = run.equals(runs.get(0));
            copyHosts(run, isFirst, into);
            String prefix = isFirst ? "" : "agent " + run.agent().number() + ": ";
            try {
                if (Files.isRegularFile(run.directory().collectors())) {
                    CollectorCsv.read(
                            run.directory().collectors(),
                            line -> notes.add(
                                    new CollectorCsv.Summary(prefix + line.source(), line.samples(), line.notes())));
                }
            } catch (ResultReadException e) {
                remarks.add(e.getMessage() + "; the answer has what could be read before");
            }
        }
        if (!notes.isEmpty()) {
            CollectorCsv.write(into, notes);
        }
    }

    /** What the load generators used together, at the moments of the one that was watched the longest; of their pauses the longest. */
    private static void writeLoadGenerators(List<OpenedResult> runs, ResultDirectory into) {
        Map<OpenedResult, SampleTable> watched = new LinkedHashMap<>();
        for (OpenedResult run : runs) {
            SampleTable table =
                    CollectedFigures.read(run.directory(), List.of()).loadGenerator();
            if (table != null && !table.isEmpty()) {
                watched.put(run, table);
            }
        }
        Map.Entry<OpenedResult, SampleTable> longest = watched.entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue().seconds().length))
                .orElse(null);
        if (longest == null) {
            return;
        }
        // What stops one of them is not added up: the longest counts.
        Map<String, DoubleBinaryOperator> columns = new LinkedHashMap<>();
        columns.put("cpu_pct", Double::sum);
        columns.put("gc_ms", Math::max);
        columns.put("heap_mb", Double::sum);
        columns.put("compiler_pct", Double::sum);
        columns.put("throttled_pct", Math::max);
        try (AppendedFile file = into.append(into.loadGenerator())) {
            file.append(CollectorCsv.LOAD_GENERATOR_HEADER + "\n");
            for (double own : longest.getValue().seconds()) {
                double second = own + longest.getKey().lateSeconds();
                List<Double> cells = new ArrayList<>(List.of(second));
                columns.forEach((column, operator) -> cells.add(watched.entrySet().stream()
                        .mapToDouble(one ->
                                one.getValue().at(column, second - one.getKey().lateSeconds()))
                        .reduce(0, operator)));
                file.append(CollectorCsv.line(cells));
            }
        }
    }

    /** Copies the first of these files that is there. */
    static void copyFirst(List<OpenedResult> runs, Function<ResultDirectory, Path> file, ResultDirectory into) {
        runs.stream()
                .map(run -> file.apply(run.directory()))
                .filter(Files::isRegularFile)
                .findFirst()
                .ifPresent(path -> copy(path, file.apply(into)));
    }

    /** Hosts that the first agent watched stay where they are; those of others get the agent's name where they have none. */
    private static void copyHosts(OpenedResult run, boolean isFirst, ResultDirectory into) {
        for (Path folder : run.directory().hostDirectories()) {
            List<Path> files = ResultDirectory.list(folder).stream()
                    .filter(file -> file.getFileName().toString().matches("(sys_info|blk_.*|net_.*)\\.csv"))
                    .toList();
            if (files.isEmpty()) {
                continue;
            }
            boolean isOwn = folder.equals(run.directory().data());
            String name = isOwn
                    ? ResultDirectory.agentName(
                            run.agent().number(), run.agent().host())
                    : folder.getFileName().toString();
            Path target = isFirst && isOwn ? into.data() : into.hostData(name);
            files.stream()
                    .filter(file -> !Files.exists(target.resolve(file.getFileName())))
                    .forEach(file -> copy(file, target.resolve(file.getFileName())));
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new ResultWriteException("Cannot copy " + from + " to " + to + " (" + IoReason.of(e) + ")", e);
        }
    }
}
