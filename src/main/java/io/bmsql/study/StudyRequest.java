package io.bmsql.study;

import io.bmsql.analysis.PairPlan;
import io.bmsql.benchmark.Benchmark;
import io.bmsql.collector.CollectorScripts;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.RunConfig;
import io.bmsql.config.RunEvent;
import io.bmsql.config.Threshold;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.run.EventRunner;
import io.bmsql.run.ResolvedSettings;
import io.bmsql.schema.DatabaseLock;
import io.bmsql.schema.LoadedData;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Plan;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Search;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.tpcc.RandomStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A study as it is asked for: from the command line, or from the study that is resumed. Finds all that can be wrong before the
 * first run, and reads the settings of each run.
 */
public final class StudyRequest implements AutoCloseable {
    /** Longer studies are mistakes. */
    private static final double MAX_DAYS = 30;

    private static final double SECONDS_PER_DAY = 86_400;
    private static final int STEPS_IN_A_CONFIRMATION = 5;
    private static final double MINUTES_AFTER_EVENTS = 1;
    private static final String ONE_DATABASE =
            "A and B are one database: --together takes two, such as two of one server, each built by bmsql build";

    private static final Path CHECKED = Path.of("checked");

    private final ProgramContext program;
    private final Path directory;
    private final Asked asked;
    private @Nullable StudyJournal journal;
    /** Describes the study that is resumed; null for a new one. */
    private final @Nullable StudyFile old;

    /** Absolute paths of props files by the label of their database. */
    private final Map<String, Path> props = new LinkedHashMap<>();

    private final Map<String, List<String>> vary;
    private final String between;
    private @Nullable Search search;
    private final Map<String, Map<String, String>> lengths = new LinkedHashMap<>();
    private final Map<String, Double> seconds = new HashMap<>();
    private final long seed;
    private final Map<Setting, LoadedConfig> points;
    private final StudyFile study;

    /**
     * What the command line says; a resumed study fills in what it leaves open.
     *
     * @param kind AB, FAILOVER or SWEEP; what has a search is of kind PEAK
     * @param props files by the label of their database; empty for those of the study that is resumed
     * @param settings of {@code -D}
     * @param mayLoseSeconds see {@link Plan}
     */
    public record Asked(
            Kind kind,
            Map<String, Path> props,
            Grid grid,
            @Nullable String between,
            Map<String, String> settings,
            @Nullable Search search,
            double mayLoseSeconds) {}

    /** Which runs are made: {@code vary} is as typed, see {@link SweepPlan#vary}; the others as in {@link Plan}. */
    public record Grid(List<String> vary, @Nullable Integer repeats, @Nullable String order, List<String> processors) {
        public Grid(List<String> vary, @Nullable Integer repeats, @Nullable String order) {
            this(vary, repeats, order, List.of());
        }
    }

    /** Takes the study in the directory, which must be there when it is resumed, or plans a new one; no database is asked yet. */
    public static StudyRequest open(ProgramContext program, Path directory, boolean isResumed, Asked asked)
            throws UsageException {
        boolean isOld = isResumed || StudyJournal.isIn(directory);
        if (!isOld) {
            StudyJournal.requireNew(directory);
        }
        StudyJournal old = isOld ? StudyJournal.resume(directory) : null;
        try {
            return new StudyRequest(program, directory, asked, old);
        } catch (UsageException | RuntimeException e) {
            if (old != null) {
                old.close();
            }
            throw e;
        }
    }

    private StudyRequest(ProgramContext program, Path directory, Asked asked, @Nullable StudyJournal journal)
            throws UsageException {
        this.program = program;
        this.directory = directory;
        this.journal = journal;
        this.old = journal == null ? null : journal.study();
        // Where the command line names no props file, what it leaves open is as in the old study.
        Plan kept = old != null && asked.props.isEmpty() ? old.plan() : null;
        this.asked = old != null && kept != null ? filledIn(asked, old) : asked;
        this.between = Objects.requireNonNullElse(this.asked.between, BetweenRuns.NOTHING);
        this.search = this.asked.search;
        this.vary = new LinkedHashMap<>(kept == null ? Map.of() : kept.vary());
        for (String text : asked.grid.vary) {
            Map.Entry<String, List<String>> one = SweepPlan.vary(text, between.equals(BetweenRuns.REBUILD));
            requireNew(vary.put(one.getKey(), one.getValue()) == null, one.getKey());
        }
        this.asked.props.forEach((label, path) ->
                props.put(label, program.resolve(path).toAbsolutePath().normalize()));
        Set<String> given = new HashSet<>(this.asked.settings.keySet());
        given.addAll(vary.keySet());
        for (Map.Entry<String, Path> one : props.entrySet()) {
            LoadedConfig file = ResolvedSettings.read(program, one.getValue(), Map.of(), ConfigPurpose.SQL);
            lengths.put(one.getKey(), SweepPlan.lengths(file, given, asked.kind));
        }
        requireNoneTwice();
        // Runs that are made together meet the same moments in any order: they swap evenly.
        this.seed = old != null
                ? old.plan().seed()
                : isGrid()
                        ? RandomStream.drawSeed(program.clock())
                        : isTogether() ? 0 : PairPlan.drawSeed(program.clock());
        this.points = points();
        this.study = plannedStudy(Map.of());
        double days = plannedSeconds() / SECONDS_PER_DAY;
        UsageException.throwIf(
                days > MAX_DAYS,
                NumberText.format(
                        "The runs of this study take %.0f days; the most are %.0f: make them shorter, or fewer",
                        days, MAX_DAYS));
        if (journal != null) {
            journal.requireSame(study);
        }
    }

    private static Asked filledIn(Asked asked, StudyFile old) throws UsageException {
        Plan plan = old.plan();
        Map<String, Path> props = new LinkedHashMap<>();
        plan.databases().forEach(database -> props.put(database.label(), Path.of(database.props())));
        Map<String, String> settings = new LinkedHashMap<>(plan.settings());
        settings.putAll(asked.settings);
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            UsageException.throwIf(
                    setting.getValue().contains(SecretText.STARS),
                    "The study was begun with -D " + setting.getKey()
                            + ", which study.json does not keep: give it again");
        }
        String between = Objects.requireNonNullElse(asked.between, plan.between());
        UsageException.throwIf(
                asked.between == null && between.contains(SecretText.STARS),
                "The command of --between holds a secret, which study.json does not keep: give it again");
        Grid grid = new Grid(
                List.of(),
                Objects.requireNonNullElse(asked.grid.repeats, plan.repeats()),
                Objects.requireNonNullElse(asked.grid.order, plan.order()));
        return new Asked(asked.kind, props, grid, between, settings, old.search(), asked.mayLoseSeconds);
    }

    private void requireNoneTwice() throws UsageException {
        Set<String> keys = new HashSet<>(asked.settings.keySet());
        List<String> varied = new ArrayList<>(vary.keySet());
        if (search != null) {
            varied.add(search.key());
            varied.addAll(search.events().isEmpty() ? List.of() : List.of(PropertyKey.EVENTS.key()));
        }
        for (String key : varied) {
            requireNew(keys.add(key), key);
        }
    }

    private static void requireNew(boolean isNew, String key) throws UsageException {
        UsageException.throwIf(!isNew, key + " is given twice: in --vary, --find-peak or -D");
    }

    /** The settings of all points; of a search at its ends, which decide how long a confirmation is. */
    private Map<Setting, LoadedConfig> points() throws UsageException {
        Plan plan = plan(Map.of(), Map.of());
        SweepPlan.requireFew(plan);
        Search wanted = search;
        if (wanted == null) {
            return checked(SweepPlan.settings(plan));
        }
        Map<Setting, LoadedConfig> ends = checked(PeakStudy.ends(wanted, SweepPlan.settings(plan)));
        for (Map.Entry<Setting, LoadedConfig> end : ends.entrySet()) {
            UsageException.throwIf(
                    end.getValue().config().run().thresholds().isEmpty(),
                    end.getKey() + ": --find-peak needs thresholds, such as -D 'thresholds=newOrder.p90<5s'");
            for (Threshold bound : end.getValue().config().run().thresholds()) {
                UsageException.throwIf(
                        bound.isLeastThroughput(),
                        end.getKey() + ": " + bound.text() + " fails at low values and not above a peak: --find-peak"
                                + " needs thresholds such as newOrder.p90<5s or errors<0.1%");
            }
            if (!wanted.events().isEmpty()) {
                Setting setting =
                        PeakStudy.eventsRun(plan, wanted, end.getKey()).setting();
                LoadedConfig withEvents = readWithEvents(setting, overrides(setting, CHECKED));
                EventRunner.require(program, withEvents.config());
            }
            UsageException.throwIf(
                    seconds(end.getValue()) == 0,
                    end.getKey() + ": --find-peak needs runs that end by the clock; set runMins");
        }
        if (wanted.confirmMinutes() == 0) {
            double minutes =
                    ends.values().iterator().next().config().run().length().runMinutes();
            search = wanted.confirmedBy(STEPS_IN_A_CONFIRMATION * minutes);
        }
        return ends;
    }

    /** When it is resumed, with the order of the old one. */
    private StudyFile plannedStudy(Map<String, Integer> warehouses) throws UsageException {
        Plan plan = plan(points, warehouses);
        return new StudyFile(
                StudyFile.VERSION,
                search == null ? asked.kind : Kind.PEAK,
                program.clock().epochMillis(),
                ProgramContext.version(),
                plan,
                search == null && isGrid() ? SweepPlan.runs(plan) : List.of(),
                search,
                List.of());
    }

    private boolean isGrid() {
        return asked.kind != Kind.AB;
    }

    private boolean isTogether() {
        return PairStudy.TOGETHER.equals(asked.grid.order);
    }

    /** @param warehouses that are loaded, by the label of their database */
    private Plan plan(Map<Setting, LoadedConfig> loaded, Map<String, Integer> warehouses) {
        String order = Objects.requireNonNullElse(asked.grid.order, isGrid() ? SweepPlan.Order.blocks.name() : "pairs");
        int repeats = Objects.requireNonNullElse(asked.grid.repeats, isGrid() && search == null ? 3 : 1);
        Map<String, String> shown = new LinkedHashMap<>(asked.settings);
        shown.replaceAll(SecretText::hideIn);
        String thresholds = loaded.values().stream()
                .filter(one -> isGrid())
                .map(one -> one.text(PropertyKey.THRESHOLDS))
                .findFirst()
                .orElse("");
        return new Plan(
                props.keySet().stream()
                        .map(label -> database(label, loaded, warehouses.getOrDefault(label, 0)))
                        .toList(),
                vary,
                repeats,
                order,
                SecretText.hideIn(between),
                seed,
                shown,
                thresholds,
                asked.mayLoseSeconds,
                asked.grid.processors);
    }

    private StudyFile.Database database(String label, Map<Setting, LoadedConfig> loaded, int warehouses) {
        String file = String.valueOf(props.get(label));
        return loaded.entrySet().stream()
                .filter(one -> one.getKey().database().equals(label))
                .findFirst()
                .map(one -> SweepPlan.database(label, file, one.getValue(), warehouses))
                .orElseGet(() -> new StudyFile.Database(label, file, Map.of(), 0));
    }

    /** The study as it is planned, or as far as it is when it is resumed. */
    public StudyFile study() {
        return old == null ? study : old;
    }

    /** Counts all runs; those of a search at most, unless confirmations fail. */
    public double plannedSeconds() {
        return search == null
                ? study.runs().stream().mapToDouble(run -> seconds(study, run)).sum()
                : PeakStudy.mostSeconds(study, run -> seconds(study, run), setting -> List.of());
    }

    /** Asks the databases whether they have the data for the runs, and begins the study, or resumes it. */
    public StudyJournal begin() throws UsageException, CannotConnectException, SQLException, IOException {
        // A failover that was cut short has left no primary: what is done before each run brings it back.
        boolean isRepaired = old != null && study.kind() == Kind.FAILOVER && BetweenRuns.isCommand(between);
        StudyFile known = isRepaired ? study : plannedStudy(loadedWarehouses());
        if (known.plan().isTogether()) {
            requireTwoDatabases();
        }
        if (journal == null) {
            journal = StudyJournal.begin(directory, known);
        } else {
            journal.requireSame(known);
            journal.planAgain();
        }
        return journal;
    }

    /** What is done before each run: one of the words above, or a command. */
    public String betweenRuns() {
        return between;
    }

    /** What is doubtful in the settings of the points. */
    public Set<String> warnings() {
        return points.values().stream()
                .flatMap(one -> one.warnings().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The setting {@code lang} of the first point that has it, else empty. */
    public String lang() {
        return points.values().stream()
                .map(one -> one.text(PropertyKey.LANG))
                .filter(lang -> !lang.isEmpty())
                .findFirst()
                .orElse("");
    }

    public Path props(Setting setting) {
        return Objects.requireNonNull(props.get(setting.database()));
    }

    /** The settings of a point without its result directory. */
    public LoadedConfig read(Setting setting, ConfigPurpose purpose) throws ConfigException {
        return ResolvedSettings.read(program, props(setting), overrides(setting, CHECKED), purpose);
    }

    public LoadedConfig read(StudyFile study, Run run, Path directory) throws ConfigException {
        Map<String, String> all = overrides(run.setting(), directory);
        Search wanted = study.search();
        if (wanted != null && PeakStudy.isConfirmation(study, run)) {
            all.put(PropertyKey.RUN_MINS.key(), Double.toString(wanted.confirmMinutes()));
        }
        return wanted != null && PeakStudy.hasEvents(run)
                ? readWithEvents(run.setting(), all)
                : ResolvedSettings.read(program, props(run.setting()), all, ConfigPurpose.RUN);
    }

    /** As long as the run that confirms, or until a minute after the last event; what was lost must be known. */
    private LoadedConfig readWithEvents(Setting setting, Map<String, String> all) throws ConfigException {
        all.put(PropertyKey.LEDGER.key(), "true");
        all.put(PropertyKey.CHECK_AFTER_RUN.key(), "true");
        BenchmarkConfig config = ResolvedSettings.read(program, props(setting), all, ConfigPurpose.RUN)
                .config();
        double last =
                config.events().stream().mapToDouble(RunEvent::atSeconds).max().orElse(0);
        double most = Math.max(
                config.run().length().runMinutes(),
                Objects.requireNonNull(search).confirmMinutes());
        double minutes = last < most * 60 ? most : last / 60 + MINUTES_AFTER_EVENTS;
        all.put(PropertyKey.RUN_MINS.key(), Double.toString(minutes));
        return ResolvedSettings.read(program, props(setting), all, ConfigPurpose.RUN);
    }

    private Map<String, String> overrides(Setting setting, Path directory) {
        Map<String, String> all = new LinkedHashMap<>(lengths.getOrDefault(setting.database(), Map.of()));
        all.putAll(asked.settings);
        all.putAll(setting.point());
        all.put(PropertyKey.RESULT_DIRECTORY.key(), directory.toString());
        return all;
    }

    /** Ramp-up and measurement of a run, 0 when only the number of transactions ends it. */
    public double seconds(StudyFile study, Run run) {
        return seconds.computeIfAbsent(run.setting() + (study.search() == null ? "" : " " + run.block()), key -> {
            try {
                return seconds(read(study, run, CHECKED));
            } catch (ConfigException e) {
                // The run itself will say so.
                return 0.0;
            }
        });
    }

    /** The settings of each point. Refuses those that a run would refuse, and databases of different scale. */
    private Map<Setting, LoadedConfig> checked(List<Setting> settings) throws UsageException {
        Map<Setting, LoadedConfig> all = new LinkedHashMap<>();
        Map<Map<String, String>, Setting> first = new HashMap<>();
        for (Setting setting : settings) {
            LoadedConfig loaded;
            try {
                loaded = checked(setting);
            } catch (UsageException e) {
                throw new UsageException(setting + ": " + e.getMessage(), e);
            }
            all.put(setting, loaded);
            // Runs at the same point of two databases are compared, which only makes sense at the same size.
            first.putIfAbsent(setting.point(), setting);
            Setting other = first.get(setting.point());
            int there = warehouses(Objects.requireNonNull(all.get(other)));
            int here = warehouses(loaded);
            UsageException.throwIf(
                    there != here,
                    "warehouses is " + there + " of " + other.database() + " and " + here + " of " + setting.database()
                            + ": databases of different scale cannot stand side by side");
        }
        return all;
    }

    private LoadedConfig checked(Setting setting) throws UsageException {
        LoadedConfig loaded = read(setting, ConfigPurpose.RUN);
        if (between.equals(BetweenRuns.REBUILD)) {
            read(setting, ConfigPurpose.BUILD);
        }
        try {
            ResolvedSettings resolved = ResolvedSettings.of(program, loaded, Map.of());
            boolean needsTables = between.equals(BetweenRuns.RESET) || between.equals(BetweenRuns.REBUILD);
            UsageException.throwIf(
                    needsTables && !resolved.benchmark().hasTables(),
                    "--between " + between
                            + " is for tables of a workload, which scripts alone have not: give a command of yours");
            if (isTogether()) {
                requireTogether(loaded.config(), !asked.grid.processors.isEmpty());
            }
            int agents = loaded.config().agents().count();
            if (agents == 0) {
                CollectorScripts.of(program).require(loaded.config().result().collector());
            }
            // Refuses a run without work for each.
            loaded.of(agents == 0 ? AgentShare.WHOLE : new AgentShare(1, agents, "study"));
            return loaded;
        } catch (UsageException e) {
            throw loaded.placed(e);
        }
    }

    /** Refuses runs that would not have the same seconds, or threads that cannot be bound. */
    private static void requireTogether(BenchmarkConfig config, boolean areBound) throws UsageException {
        RunConfig.Length length = config.run().length();
        UsageException.throwIf(
                !length.isTimed() || length.longestRampupMinutes() > 0,
                "--together takes runs that end by the clock (runMins), after"
                        + " a ramp-up of a fixed length (rampupMins): both sides need the same seconds");
        UsageException.throwIf(
                config.agents().count() > 0, "--together drives both sides from this program: leave agents out");
        UsageException.throwIf(
                !config.connection().lock(),
                "--together tells two databases from one by their locks: leave lock=false and --anyway out");
        UsageException.throwIf(
                areBound && config.run().virtualThreads(),
                "Virtual threads of both sides share their processors: leave virtualThreads out, or --cpus-a and --cpus-b");
    }

    /** Two sides on one database would measure each other; the lock of the database tells, whatever its names are. */
    private void requireTwoDatabases() throws UsageException, CannotConnectException, SQLException {
        List<LoadedConfig> sides = List.copyOf(points.values());
        try (Database base = open(sides.get(0));
                Database fresh = open(sides.get(1));
                DatabaseLock held = DatabaseLock.take(base, program.clock(), "ab", warning -> {})) {
            UsageException.throwIf(held.isOf(fresh), ONE_DATABASE);
            DatabaseLock.take(fresh, program.clock(), "ab", warning -> {}).close();
        }
    }

    /**
     * Connects with each database once. Refuses one that does not answer, or has not the data for a point.
     *
     * @return the loaded warehouses of each, by label; 0 where they will be built
     */
    private Map<String, Integer> loadedWarehouses() throws UsageException, CannotConnectException, SQLException {
        Map<String, LoadedData> scales = new LinkedHashMap<>();
        for (Map.Entry<Setting, LoadedConfig> one : points.entrySet()) {
            LoadedConfig loaded = one.getValue();
            String label = one.getKey().database();
            program.secrets().use(loaded.secrets());
            if (!scales.containsKey(label)) {
                scales.put(label, scale(loaded));
            }
            if (!between.equals(BetweenRuns.REBUILD)) {
                try {
                    scales.get(label).require(benchmark(loaded).warehouses());
                } catch (UsageException e) {
                    throw new UsageException(
                            one.getKey() + ": " + e.getMessage()
                                    + ", or have it built before each run: --between rebuild",
                            e);
                }
            }
        }
        Map<String, Integer> warehouses = new LinkedHashMap<>();
        scales.forEach((label, scale) -> warehouses.put(label, scale.warehouses()));
        UsageException.throwIf(
                new HashSet<>(warehouses.values()).size() > 1,
                "The databases are of different scale: "
                        + warehouses.entrySet().stream()
                                .map(one -> one.getKey() + " has " + one.getValue() + " warehouses")
                                .collect(Collectors.joining(", ")));
        return warehouses;
    }

    /** A database that will be built again needs nothing in it, and scripts do not need what TPC-C does. */
    private LoadedData scale(LoadedConfig loaded) throws UsageException, CannotConnectException, SQLException {
        try (Database database = open(loaded)) {
            if (between.equals(BetweenRuns.REBUILD) || benchmark(loaded).warehouses() == 0) {
                return LoadedData.NONE;
            }
            return between.equals(BetweenRuns.RESET) ? LoadedData.readForReset(database) : LoadedData.read(database);
        } catch (UsageException e) {
            throw loaded.placed(e);
        }
    }

    private Database open(LoadedConfig loaded) throws UsageException, CannotConnectException, SQLException {
        return Database.open(program, loaded.config().connection(), Dialect.of(program, loaded.config()), 1);
    }

    private Benchmark benchmark(LoadedConfig loaded) throws UsageException {
        return Benchmark.of(program, loaded.config(), Dialect.of(program, loaded.config()), Map.of());
    }

    private static int warehouses(LoadedConfig loaded) {
        return loaded.config().run().inputs().warehouses();
    }

    /** Ramp-up and measurement of a run; 0 when only the number of transactions ends it. */
    private static double seconds(LoadedConfig loaded) {
        RunConfig.Length length = loaded.config().run().length();
        return length.isTimed() ? (length.rampupMinutes() + length.runMinutes()) * 60 : 0;
    }

    @Override
    public void close() {
        if (journal != null) {
            journal.close();
        }
    }
}
