package io.bmsql.collector;

import io.bmsql.common.ClockOffset;
import io.bmsql.common.RunClock;
import io.bmsql.config.CollectorConfig;
import java.io.IOException;
import java.util.Map;

/**
 * What a host showed when {@code collector/host.sh} asked it once; the script's head says what is in it.
 *
 * @param first everything, beside files of the kernel {@code place/data}, {@code place/log}, {@code card/eth0}, {@code clock}, {@code user}
 *     and others
 * @param second a second later: the counters of processors and processes
 * @param clock how far its clock is ahead of ours; unknown where it has no fractions of seconds
 * @param problem why there is no answer; empty where there is one
 */
public record HostAnswer(KernelFiles first, KernelFiles second, ClockOffset clock, String problem) {
    private static final long PATIENCE_MILLIS = 10_000;

    static HostAnswer problem(String why) {
        KernelFiles nothing = new KernelFiles.Copies(Map.of());
        return new HostAnswer(nothing, nothing, new ClockOffset(), why);
    }

    /**
     * Asks the hosts of the settings over ssh, or this one where they name none, some seconds at most; by host.
     *
     * @param dataPath a file or folder of the database as it names it, empty when it does not say; likewise {@code logPath}
     */
    public static Map<String, HostAnswer> ofHosts(
            CollectorConfig config, CollectorScripts scripts, RunClock clock, String dataPath, String logPath)
            throws IOException, InterruptedException {
        return HostCollector.askAll(
                scripts.questions(config, dataPath, logPath),
                (question, asked) -> HostCollector.ask(question, clock, asked),
                PATIENCE_MILLIS,
                host -> problem("it did not answer within " + PATIENCE_MILLIS / 1000 + " s"));
    }
}
