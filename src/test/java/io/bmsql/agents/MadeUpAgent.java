package io.bmsql.agents;

import io.bmsql.common.TransactionType;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.PacingMode;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunFactsFixture;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AgentFacts.Agent;
import io.bmsql.result.AgentFacts.Share;
import io.bmsql.result.Checksums;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Made-up runs of agents, written by the program's own recording on a clock that stands still: all begin at one instant, with
 * two seconds of ramp-up. The same number gives the same transactions.
 */
public final class MadeUpAgent {
    public static final String GROUP = "1f2e3d";
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final int RAMPUP_SECONDS = 2;
    private static final long START_EPOCH_MILLIS = 1_767_225_600_000L;

    private final int number;
    private final int agents;
    private int windowSeconds = 10;
    private int perSecond = 40;
    private double killedAtSecond = Double.POSITIVE_INFINITY;
    private double awayFrom = Double.NaN;
    private double awayUntil = Double.NaN;
    private long clockAheadMillis;
    private @Nullable LoadProfile profile;
    private String events = "";
    private int processorPercent;

    /** One transaction to be, its end from the start of the run. */
    private record Planned(long endNanos, TransactionType type, long latencyNanos, long waitNanos, Outcome outcome) {}

    public MadeUpAgent(int number, int agents) {
        this.number = number;
        this.agents = agents;
        processorPercent = 40 + number;
    }

    /** So much of one of its host's two processors. */
    MadeUpAgent using(int percent) {
        processorPercent = percent;
        return this;
    }

    public MadeUpAgent lasting(int seconds) {
        windowSeconds = seconds;
        return this;
    }

    public MadeUpAgent doing(int transactionsPerSecond) {
        perSecond = transactionsPerSecond;
        return this;
    }

    /** Seconds from the start of the window, as those of outages. */
    public MadeUpAgent killedAt(double second) {
        killedAtSecond = second;
        return this;
    }

    /** The server cannot be reached meanwhile. */
    public MadeUpAgent awayBetween(double fromSecond, double untilSecond) {
        awayFrom = fromSecond;
        awayUntil = untilSecond;
        return this;
    }

    /** Its terminals, four of an agent, are known by their numbers, as in a run with these events. */
    public MadeUpAgent happening(String setting) {
        events = setting;
        return this;
    }

    /** Its clock is wrong by so much. */
    public MadeUpAgent clockAhead(long millis) {
        clockAheadMillis = millis;
        return this;
    }

    /** A load of all in two steps, the second twice the first. */
    MadeUpAgent following(int perMinute) {
        profile = LoadProfile.parse("0 " + perMinute + "/min, 4s " + 2 * perMinute + "/min");
        return this;
    }

    private List<Planned> plan() {
        Random random = new Random(number);
        List<Planned> planned = new ArrayList<>();
        int all = (RAMPUP_SECONDS + windowSeconds) * perSecond;
        TransactionType[] types = TpccTransaction.values();
        for (int i = 0; i < all; i++) {
            // Off the edges of seconds, which readings may count on either side of.
            long end = i * SECOND / perSecond + 3 * MILLI + random.nextInt(1_000_000);
            TransactionType type = types[random.nextInt(100) < 80 ? random.nextInt(2) : random.nextInt(types.length)];
            long latency = (1 + random.nextInt(20)) * MILLI
                    + (random.nextInt(50) == 0 ? 300 * MILLI : 0)
                    + random.nextInt(1_000_000);
            double second = (double) end / SECOND - RAMPUP_SECONDS;
            boolean isAway = second >= awayFrom && second < awayUntil;
            planned.add(new Planned(
                    end,
                    type,
                    latency,
                    random.nextInt(3) * MILLI,
                    isAway || random.nextInt(200) == 0 ? Outcome.FAILED : Outcome.COMMITTED));
        }
        return planned;
    }

    /** Writes the directory. */
    public Path write(Path path) {
        return write(path, plan(), number);
    }

    /** Writes the directory of one agent that does all that these do. */
    static Path writeAll(List<MadeUpAgent> runs, Path path) {
        List<Planned> all = runs.stream()
                .flatMap(run -> run.plan().stream())
                .sorted(Comparator.comparingLong(Planned::endNanos))
                .toList();
        return runs.get(0).write(path, all, 0);
    }

    private Path write(Path path, List<Planned> planned, int ofDriver) {
        ManualClock clock = new ManualClock(START_EPOCH_MILLIS + clockAheadMillis);
        ResultDirectory results = ResultDirectory.create(path);
        RunWindow window = RunWindow.timed(clock, RAMPUP_SECONDS, windowSeconds);
        RunFacts facts = facts(ofDriver);
        Recording recording = Recording.open(clock, window, facts, results);
        if (profile != null) {
            recording.follow(profile, () -> 0);
        }
        RunInfo.of(facts, clock.epochMillis() + RAMPUP_SECONDS * 1000L, "1").write(results.runInfo());
        long end = (long) (Math.min(windowSeconds, killedAtSecond) + RAMPUP_SECONDS) * SECOND;
        long nextReading = SECOND;
        for (Planned one : planned) {
            while (one.endNanos >= nextReading && nextReading <= end) {
                clock.parkUntil(nextReading);
                recording.sample();
                nextReading += SECOND;
            }
            if (one.endNanos < end) {
                clock.parkUntil(one.endNanos);
                replay(one, recording.measurement());
            }
        }
        clock.parkUntil(end);
        recording.sample();
        if (windowSeconds > killedAtSecond) {
            recording.close();
        } else {
            recording.finish(Ending.PLANNED);
        }
        try {
            Files.writeString(path.resolve("run.properties"), "db=postgres\nwarehouses=4\n");
            Files.writeString(path.resolve("data/load_generator.csv"), loadGenerator());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (windowSeconds <= killedAtSecond) {
            Checksums.write(results);
        }
        return path;
    }

    private RunFacts facts(int ofDriver) {
        RunFacts plain = RunFactsFixture.facts(7, 4);
        List<EffectiveSetting> settings = List.of(
                new EffectiveSetting("warehouses", "4", "props:3"),
                new EffectiveSetting(
                        "thresholds",
                        "newOrder.p90<5s" + (events.isEmpty() ? "" : ", kill.outage<9s, late.to95<9s"),
                        "props:4"),
                new EffectiveSetting("events", events, "props:5"));
        RunFacts facts = new RunFacts(
                plain.setup(),
                plain.size(),
                pace(plain),
                plain.window(),
                Map.of("host", "c" + number),
                settings,
                null,
                2);
        Agent self = new Agent(number, "c" + number, new Share(4, 1, number, number), null, null);
        AgentFacts group = ofDriver == 0 ? null : new AgentFacts(GROUP, ofDriver, agents, List.of(self));
        return facts.with(new RunFacts.Size(4, 4, 4, 1, group));
    }

    private RunFacts.Pace pace(RunFacts plain) {
        return profile == null
                ? plain.pace()
                : new RunFacts.Pace(PacingMode.ARRIVAL_RATE, "minutes", 0, 0, 0, 0, profile.text());
    }

    /** By itself one more per cent of a processor for each agent. */
    private String loadGenerator() {
        int seconds = (int) Math.min(windowSeconds, killedAtSecond);
        return "elapsed_s,cpu_pct,gc_ms,heap_mb\n"
                + IntStream.rangeClosed(1, seconds)
                        .mapToObj(second -> second + "," + processorPercent + ",1,100\n")
                        .collect(Collectors.joining());
    }

    private void replay(Planned one, Measurement measurement) {
        EndedTransaction ended = new EndedTransaction();
        ended.type = one.type;
        ended.outcome = one.outcome;
        ended.endNanos = one.endNanos;
        ended.beginNanos = one.endNanos - one.latencyNanos;
        ended.dueNanos = ended.beginNanos - one.waitNanos;
        ended.warehouseId = number;
        ended.orderLines = 10;
        ended.terminal = (number - 1) * 4 + (int) (one.endNanos / MILLI % 4);
        if (one.outcome == Outcome.FAILED) {
            measurement.error(new Measurement.Failure(
                    one.type, ErrorClass.CONNECTION, "08006", 0, "the connection broke", true, one.endNanos));
        }
        measurement.record(ended);
    }
}
