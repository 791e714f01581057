package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the coordinator of many agents has to do, on paper: one agent's second is made for real, its result files and the reading of
 * its meters, and then counted so many times. What adding up and decrypting cost is measured with all of them.
 *
 * <p>Arguments: agents, terminals of all together, with the think times of the specification.
 */
public final class CoordinatorBench {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int SECONDS = 60;
    private static final int WARM_UP_SECONDS = 20;

    /** The standard mix in percent; with the keying and think times of clause 5.2.5 a cycle takes 21 s. */
    private static final Map<TransactionType, Integer> MIX = Map.of(
            TpccTransaction.NEW_ORDER, 45,
            TpccTransaction.PAYMENT, 43,
            TpccTransaction.ORDER_STATUS, 4,
            TpccTransaction.DELIVERY, 4,
            TpccTransaction.STOCK_LEVEL, 4);

    private static final double CYCLE_SECONDS = 21;
    private static final double LEDGER_BYTES = 0.45 * 17 + 0.43 * 17 + 0.04 * 46;

    private final SplittableRandom random = new SplittableRandom(42);
    private final int agents;
    private final double rate;

    private CoordinatorBench(int agents, int terminals) {
        this.agents = agents;
        this.rate = terminals / CYCLE_SECONDS / agents;
    }

    public static void main(String[] args) throws IOException, GeneralSecurityException {
        int agents = Integer.parseInt(args[0]);
        int terminals = Integer.parseInt(args[1]);
        CoordinatorBench bench = new CoordinatorBench(agents, terminals);
        print(
                "%,d agents, %,d terminals: %,.0f transactions a second, %,.0f of one agent",
                agents, terminals, bench.rate * agents, bench.rate);
        Map<String, Double> files = bench.filesOfADriver();
        double bytes = 0;
        for (Map.Entry<String, Double> file : files.entrySet()) {
            print("  %-24s %,10.0f bytes a second", file.getKey(), file.getValue());
            bytes += file.getValue();
        }
        bench.printSums(bytes, files.size());
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    /** Bytes a second by which the files of one agent grow, the summary as often as it is written. */
    private Map<String, Double> filesOfADriver() throws IOException {
        Path folder = Files.createTempDirectory("bmsql-coordinator");
        ManualClock clock = new ManualClock();
        ResultDirectory directory = ResultDirectory.create(folder.resolve("result"));
        RunWindow window = RunWindow.timed(clock, 0, SECONDS + 1);
        long summaries = 0;
        try (Recording recording = Recording.open(clock, window, RunFactsFixture.facts(1, 100), directory)) {
            for (int second = 0; second < SECONDS; second++) {
                for (int at = 0; at < rate; at++) {
                    recording.measurement().record(ended(clock.nanoTime() + (long) (at / rate * SECOND_NANOS)));
                }
                clock.advance(SECOND_NANOS);
                recording.sample();
                summaries += second % 2 * Files.size(directory.summary());
            }
            recording.finish(Ending.PLANNED);
        }
        Map<String, Double> sizes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory.root())) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> sizes.put(file.getFileName().toString(), size(file) / (double) SECONDS));
        }
        sizes.put(directory.summary().getFileName().toString(), summaries / (double) SECONDS);
        sizes.put("ledger.bin", LEDGER_BYTES * rate);
        directory.remove();
        Files.delete(folder);
        return sizes;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private EndedTransaction ended(long nanos) {
        EndedTransaction ended = new EndedTransaction();
        ended.type = type(random.nextInt(100));
        ended.outcome = Outcome.COMMITTED;
        ended.attempts = 1;
        ended.warehouseId = 1;
        ended.endNanos = nanos;
        // From 1 to some 400 milliseconds, most of them below 20.
        long serviceNanos = (long) (1e6 * Math.exp(6 * random.nextDouble() * random.nextDouble()));
        ended.beginNanos = nanos - serviceNanos;
        ended.dueNanos = ended.beginNanos - random.nextInt(100_000);
        return ended;
    }

    private static TransactionType type(int percent) {
        int sum = 0;
        for (TransactionType type : TpccTransaction.values()) {
            sum += MIX.getOrDefault(type, 0);
            if (percent < sum) {
                return type;
            }
        }
        return TpccTransaction.NEW_ORDER;
    }

    private String reading(int second) {
        TransactionMeter[] meters = Stream.generate(TransactionMeter::new)
                .limit(TpccTransaction.values().length)
                .toArray(TransactionMeter[]::new);
        for (int at = 0; at < rate; at++) {
            EndedTransaction ended = ended(SECOND_NANOS);
            meters[ended.type.ordinal()].record(ended);
        }
        TransactionMeter.Totals[] totals =
                Stream.of(meters).map(TransactionMeter::read).toArray(TransactionMeter.Totals[]::new);
        PhaseInterval interval =
                new PhaseInterval(RunPhase.MEASURE, second, second * SECOND_NANOS, (second + 1) * SECOND_NANOS, totals);
        return new SharedMeasurement(RunWindow.timed(new ManualClock(), 0, 60), TpccTransaction.TYPES, null, 1, null)
                .reading(List.of(interval), 0, false)
                .line();
    }

    private void printSums(double fileBytes, int files) throws IOException, GeneralSecurityException {
        ManualClock clock = new ManualClock();
        RunWindow window = RunWindow.timed(clock, 0, 1_000);
        AgentsSum sum = new AgentsSum(clock, window, RunFactsFixture.facts(1, 100), null, agents);
        long addingNanos = 0;
        long readingBytes = 0;
        for (int second = 0; second < WARM_UP_SECONDS + SECONDS; second++) {
            List<String> readings = new ArrayList<>();
            for (int agent = 0; agent < agents; agent++) {
                readings.add(reading(second));
            }
            long begin = cpuNanos();
            for (int agent = 0; agent < agents; agent++) {
                sum.accept(agent, readings.get(agent));
            }
            if (second >= WARM_UP_SECONDS) {
                addingNanos += cpuNanos() - begin;
                readingBytes += readings.stream().mapToLong(String::length).sum();
            }
        }
        double readingOfADriver = (double) readingBytes / SECONDS / agents;
        print("  %-24s %,10.0f bytes a second", "reading of the meters", readingOfADriver);
        double all = (readingOfADriver + fileBytes) * agents;
        print(
                "messages to the coordinator: %,d a second (%d files with the readings, a heartbeat of each agent)",
                agents * (files + 2L), files + 1);
        print("heartbeats in the whole group: %,d a second", (long) agents * (agents + 1));
        print(
                "bytes to the coordinator, and to its disk: %,.2f MB a second, %,.0f GB an hour",
                all / 1e6, all * 3_600 / 1e9);
        print("adding up the readings: %.1f ms of CPU a second", addingNanos / 1e6 / SECONDS);
        print("decrypting: %.1f ms of CPU a second", decryptingMillis((int) (all / agents)));
    }

    /** AES-GCM, as TLS uses it, over what all agents send in a second. */
    private double decryptingMillis(int bytesOfADriver) throws GeneralSecurityException {
        SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
        byte[] plain = new byte[bytesOfADriver];
        long nanos = 0;
        for (int round = 0; round < WARM_UP_SECONDS + SECONDS; round++) {
            for (int agent = 0; agent < agents; agent++) {
                byte[] nonce = new byte[12];
                random.nextBytes(nonce);
                GCMParameterSpec by = new GCMParameterSpec(128, nonce);
                Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
                cipher.init(Cipher.ENCRYPT_MODE, key, by);
                byte[] secret = cipher.doFinal(plain);
                cipher.init(Cipher.DECRYPT_MODE, key, by);
                long begin = cpuNanos();
                cipher.doFinal(secret);
                nanos += round < WARM_UP_SECONDS ? 0 : cpuNanos() - begin;
            }
        }
        return nanos / 1e6 / SECONDS;
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
