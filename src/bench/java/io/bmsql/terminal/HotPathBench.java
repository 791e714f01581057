package io.bmsql.terminal;

import io.bmsql.common.RunClock;
import io.bmsql.common.StatementTimes;
import io.bmsql.common.StopFlag;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.db.Database;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunFactsFixture;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.result.LedgerHeader.RunMark;
import io.bmsql.terminal.Pacing.ActiveTerminals;
import io.bmsql.testing.stub.StubServer;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.InputGenerator;
import io.bmsql.workload.TpccWorkload;
import io.bmsql.workload.TpccWorkload.TypeSource;
import io.bmsql.workload.TransactionInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * One worker from taking a terminal to recording its transaction, on the stub driver, which allocates nothing: what is
 * allocated is ours. Of that, the decimals and strings that are made for JDBC are counted and taken off.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
public class HotPathBench {
    private static final int TERMINALS = 100;
    private static final MixConfig MIX = new MixConfig(45, 43, 4, 4, 4, false);

    /** When transactions are due: at once, or by a schedule that is always behind, its terminals by another. */
    @Param({"flat", "shaped"})
    String pace;

    private final StubServer server = new StubServer().withoutLog().countingValues();
    private Database database;
    private WorkerSession session;
    private TerminalWorker worker;
    private Recording recording;
    private Path folder;
    private LedgerWriter ledger;

    /** What the values made for JDBC weigh; JMH divides it by time, as it does the number of transactions. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Jdbc {
        public long valueBytes;
    }

    @Setup
    public void connect() throws SQLException, IOException {
        RunClock clock = RunClock.SYSTEM;
        database = server.open(1);
        SqlErrors errors = database.dialect().errors();
        session = new WorkerSession(
                database::worker, new TpccWorkload(Terminals.run().config(), MIX, new NURand(123, 259, 1_234), errors));
        session.open(() -> {});
        RunWindow window = RunWindow.untilClosed(clock, 0);
        recording = Recording.open(clock, window, RunFactsFixture.facts(1, 10), null);
        DueQueue queue = new DueQueue(clock, TERMINALS);
        InputGenerator generator =
                new InputGenerator(new RunConfig.Inputs(10, 1, 10, false, 1, 0), new NURand(123, 259, 1_234));
        Pacing pacing = pacing(window.startNanos());
        for (int number = 0; number < TERMINALS; number++) {
            Terminal terminal = new Terminal(number, 42, TpccWorkload.requests(new TypeSource(MIX), generator, 1, 1));
            queue.put(terminal.start(pacing, window.startNanos()));
        }
        RunConfig.RetryLimits limits = new RunConfig.RetryLimits(10, 600);
        StopFlag stop = new StopFlag(clock);
        RunContext run = new RunContext(
                clock,
                window,
                recording.measurement(),
                pacing,
                queue,
                new DeferredWork(),
                0,
                new ReconnectGate(clock, window, stop, limits.maxOutageNanos(), false, 0),
                stop,
                errors,
                limits.maxRetries(),
                new StatementTimes(clock, nanos -> true),
                new HopelessTypes(TpccTransaction.TYPES.size(), clock.nanoTime()),
                RunConfig.Connections.LASTING);
        folder = Files.createTempDirectory("bmsql-hotpath");
        LedgerHeader header = new LedgerHeader(
                new RunMark("ledger 1-1", "bench"), List.of(), 0, 0, 0, 1, 1, new Baseline(0, 0, List.of()));
        AppendedFile file = AppendedFile.create(
                folder.resolve("ledger.bin"), AppendedFile.Opener.NEW_FILE, new AppendedFile.Warning());
        ledger = LedgerWriter.begin(file, header, 1, clock);
        RandomStream random = new RandomStream(1);
        Attempts attempts = new Attempts(session, run, run.gate(), random);
        worker = new TerminalWorker(
                run, List.of(attempts), HotPathBench::fail, ledger.worker(0), 0, 1, new TransactionInput());
    }

    private Pacing pacing(long startNanos) {
        if (pace.equals("flat")) {
            return new Pacing.ClosedLoop();
        }
        LoadProfile rates = LoadProfile.parse("0 100000000/min, 1s 200000000/min, ramp 1h 300000000/min, 9h end");
        LoadProfile all = LoadProfile.parse("0 100 terminals, 1s 100 terminals, 9h end");
        return new ActiveTerminals(new ShapedArrivals(startNanos, startNanos, rates, TERMINALS), all, startNanos);
    }

    @TearDown
    public void disconnect() throws IOException {
        ledger.close();
        Files.delete(folder.resolve("ledger.bin"));
        Files.delete(folder);
        session.close();
        database.close();
        server.close();
        recording.close();
    }

    /** One transaction of the standard mix, or one deferred delivery. */
    @Benchmark
    public void transaction(Jdbc jdbc) throws ServerUnreachableException, InterruptedException {
        worker.serveNext();
        jdbc.valueBytes += server.takeValueBytes();
    }

    private static void fail(Throwable cause) {
        throw new IllegalStateException(cause);
    }

    /** Runs this bench and prints its verdict as the last line. */
    public static void main(String[] args) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(HotPathBench.class.getName() + ".transaction")
                        .addProfiler(GCProfiler.class)
                        .warmupIterations(4)
                        .warmupTime(TimeValue.seconds(2))
                        .measurementIterations(5)
                        .measurementTime(TimeValue.seconds(2))
                        .build())
                .run();
        results.forEach(HotPathBench::print);
    }

    private static void print(RunResult result) {
        String pace = result.getParams().getParam("pace");
        double perSecond = result.getPrimaryResult().getScore();
        double jdbcBytes = secondary(result, "valueBytes") / perSecond;
        double allBytes = secondary(result, "gc.alloc.rate.norm");
        System.out.printf(
                Locale.ROOT,
                "%.0f transactions/s on one thread; %.1f B/transaction in all, %.1f of them decimals and strings for JDBC%n",
                perSecond,
                allBytes,
                jdbcBytes);
        System.out.printf(
                Locale.ROOT, "hot path, %s: %.1f B/transaction of our own (goal ~ 0)%n", pace, allBytes - jdbcBytes);
    }

    private static double secondary(RunResult result, String name) {
        for (Map.Entry<String, Result> entry : result.getSecondaryResults().entrySet()) {
            if (entry.getKey().endsWith(name)) {
                return entry.getValue().getScore();
            }
        }
        throw new IllegalStateException(
                "no " + name + " in " + result.getSecondaryResults().keySet());
    }
}
