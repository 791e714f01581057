package io.bmsql.terminal;

import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.spec.NURand;
import io.bmsql.spec.StatementForm;
import io.bmsql.workload.InputGenerator;

/** Settings and terminals for tests of this room. */
final class Terminals {
    static final NURand NU_RAND = new NURand(123, 259, 1_234);
    static final MixConfig MIX = new MixConfig(45, 43, 4, 4, 4, false);
    static final long SECOND_NANOS = 1_000_000_000L;

    private Terminals() {}

    /** A flat-out run of 10 minutes on 4 warehouses with one worker; see the with... methods. */
    static Run run() {
        return new Run(10, 1, 10, 0, 0, 0, 0, 0, 0, true, 0);
    }

    /** A terminal that is due at this moment. */
    static Terminal due(int number, long dueNanos) {
        InputGenerator generator = new InputGenerator(new RunConfig.Inputs(4, 1, 4, true, 1, 0), NU_RAND);
        return new Terminal(number, 1, 1, 1, new WeightedTypes(MIX), generator).start(new FlatOut(), dueNanos);
    }

    /** The settings that tests change. */
    record Run(
            int terminals,
            int workers,
            double minutes,
            int transactions,
            double rampupMinutes,
            double rampupDelaySeconds,
            int limit,
            double keying,
            double think,
            boolean fixed,
            int maxRetries) {

        Run withTerminals(int count, int workerCount) {
            return new Run(
                    count,
                    workerCount,
                    minutes,
                    transactions,
                    rampupMinutes,
                    rampupDelaySeconds,
                    limit,
                    keying,
                    think,
                    fixed,
                    maxRetries);
        }

        Run withMinutes(double rampup, double measured) {
            return new Run(
                    terminals,
                    workers,
                    measured,
                    transactions,
                    rampup,
                    rampupDelaySeconds,
                    limit,
                    keying,
                    think,
                    fixed,
                    maxRetries);
        }

        Run withTransactions(int each) {
            return new Run(
                    terminals,
                    workers,
                    0,
                    each,
                    rampupMinutes,
                    rampupDelaySeconds,
                    limit,
                    keying,
                    think,
                    fixed,
                    maxRetries);
        }

        Run withRampupDelay(double seconds) {
            return new Run(
                    terminals,
                    workers,
                    minutes,
                    transactions,
                    rampupMinutes,
                    seconds,
                    limit,
                    keying,
                    think,
                    fixed,
                    maxRetries);
        }

        Run withLimit(int perMinute) {
            return new Run(
                    terminals,
                    workers,
                    minutes,
                    transactions,
                    rampupMinutes,
                    rampupDelaySeconds,
                    perMinute,
                    keying,
                    think,
                    fixed,
                    maxRetries);
        }

        Run withThinkTimes() {
            return new Run(
                    terminals,
                    workers,
                    minutes,
                    transactions,
                    rampupMinutes,
                    rampupDelaySeconds,
                    limit,
                    1,
                    1,
                    fixed,
                    maxRetries);
        }

        Run withRetries(int retries) {
            return new Run(
                    terminals,
                    workers,
                    minutes,
                    transactions,
                    rampupMinutes,
                    rampupDelaySeconds,
                    limit,
                    keying,
                    think,
                    fixed,
                    retries);
        }

        RunConfig config() {
            return new RunConfig(
                    new RunConfig.Inputs(4, 1, 4, fixed, 1, 42),
                    terminals,
                    workers,
                    new RunConfig.Length(minutes, transactions, rampupMinutes, rampupDelaySeconds),
                    new RunConfig.Pace(limit, 0, keying, think),
                    new RunConfig.Patience(maxRetries, 600),
                    StatementForm.PLAIN,
                    false);
        }
    }
}
