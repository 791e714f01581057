package io.bmsql.terminal;

import io.bmsql.common.RunClock;
import io.bmsql.config.AgentShare;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.config.StatementForm;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.tpcc.NURand;
import io.bmsql.workload.InputGenerator;
import io.bmsql.workload.TpccWorkload;
import io.bmsql.workload.TpccWorkload.TypeSource;
import java.util.List;

/** Settings and terminals for tests of this room. */
final class Terminals {
    static final NURand NU_RAND = new NURand(123, 259, 1_234);
    static final MixConfig MIX = new MixConfig(45, 43, 4, 4, 4, false);
    static final long SECOND_NANOS = 1_000_000_000L;

    private Terminals() {}

    /** A flat-out run of 10 minutes on 4 warehouses with one worker; see the with... methods. */
    static Run run() {
        return new Run(10, 1, new RunConfig.Length(10, 0, 0, 0, 0), new RunConfig.Pace(0, 0, 0, 0, null), 0);
    }

    static TerminalScheduler scheduler(
            RunClock clock,
            RunConfig config,
            AgentShare share,
            MixConfig mix,
            WorkerConnection.Source source,
            SqlErrors errors) {
        return new TerminalScheduler(
                clock, config, share, new TpccWorkload(config, mix, NU_RAND, errors), source, errors);
    }

    /** A terminal that is due at this moment. */
    static Terminal due(int number, long dueNanos) {
        InputGenerator generator = new InputGenerator(new RunConfig.Inputs(4, 1, 4, true, 1, 0), NU_RAND);
        return new Terminal(number, 1, TpccWorkload.requests(new TypeSource(MIX), generator, 1, 1))
                .start(new Pacing.ClosedLoop(), dueNanos);
    }

    /** The settings that tests change. */
    record Run(int terminals, int workers, RunConfig.Length length, RunConfig.Pace pace, int maxRetries) {

        Run withTerminals(int count, int workerCount) {
            return new Run(count, workerCount, length, pace, maxRetries);
        }

        Run withMinutes(double rampup, double measured) {
            return with(new RunConfig.Length(measured, 0, rampup, length.rampupDelaySeconds(), 0));
        }

        Run withTransactions(int each) {
            return with(new RunConfig.Length(0, each, length.rampupMinutes(), length.rampupDelaySeconds(), 0));
        }

        Run withRampupDelay(double seconds) {
            return with(new RunConfig.Length(length.runMinutes(), 0, length.rampupMinutes(), seconds, 0));
        }

        private Run with(RunConfig.Length other) {
            return new Run(terminals, workers, other, pace, maxRetries);
        }

        Run withLimit(int perMinute) {
            return with(new RunConfig.Pace(perMinute, 0, 0, 0, null));
        }

        Run withArrivals(int perMinute) {
            return with(new RunConfig.Pace(0, perMinute, 0, 0, null));
        }

        /** A profile for the measured minutes. */
        Run withProfile(String profile) {
            return withProfile(0, profile);
        }

        /** With these multiples of keying and think times. */
        Run withProfile(double multiplier, String profile) {
            long nanos = Math.round(length.runMinutes() * 60 * SECOND_NANOS);
            return with(new RunConfig.Pace(
                    0, 0, multiplier, multiplier, LoadProfile.parse(profile).lasting(nanos)));
        }

        Run withThinkTimes() {
            return with(new RunConfig.Pace(0, 0, 1, 1, null));
        }

        private Run with(RunConfig.Pace other) {
            return new Run(terminals, workers, length, other, maxRetries);
        }

        Run withRetries(int retries) {
            return new Run(terminals, workers, length, pace, retries);
        }

        RunConfig config() {
            return new RunConfig(
                    new RunConfig.Inputs(4, 1, 4, true, 1, 42),
                    terminals,
                    workers,
                    false,
                    length,
                    pace,
                    new RunConfig.RetryLimits(maxRetries, 600),
                    StatementForm.PLAIN,
                    false,
                    List.of(),
                    RunConfig.Connections.LASTING);
        }
    }
}
