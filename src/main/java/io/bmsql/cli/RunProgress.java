package io.bmsql.cli;

import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.cli.console.RunStatus;
import io.bmsql.cli.console.RunStatusFormat;
import io.bmsql.cli.console.Ticker;
import io.bmsql.config.RunConfig;
import io.bmsql.live.LiveSource;
import io.bmsql.measure.LiveView;
import io.bmsql.result.RunSummary.Outage;
import io.bmsql.spec.RunPhase;
import io.bmsql.time.RunClock;
import org.jspecify.annotations.Nullable;

/** Shows how a run goes: a block each second on a terminal, a line each report interval elsewhere. */
final class RunProgress implements AutoCloseable {
    private static final double SECONDS_PER_MINUTE = 60;

    private final RunConfig config;
    private final LiveSource source;
    private final @Nullable Ticker ticker;

    /** @param intervalSeconds of lines, 0 for none */
    RunProgress(RunConfig config, LiveSource source, ProgressScreen screen, RunClock clock, int intervalSeconds) {
        this.config = config;
        this.source = source;
        this.ticker = switch (screen.mode()) {
            case none -> null;
            case auto ->
                Ticker.start(clock, 1, () -> screen.showBlock(RunStatusFormat.block(status(), screen.color())));
            case plain -> lines(clock, intervalSeconds, () -> screen.showLine(RunStatusFormat.plain(status())));
            case json -> lines(clock, intervalSeconds, () -> screen.showLine(RunStatusFormat.json(status())));
        };
    }

    private static @Nullable Ticker lines(RunClock clock, int intervalSeconds, Runnable line) {
        return intervalSeconds == 0 ? null : Ticker.start(clock, intervalSeconds, line);
    }

    private RunStatus status() {
        LiveView live = source.view();
        Outage outage = live.outage();
        double rampupSeconds = config.length().rampupMinutes() * SECONDS_PER_MINUTE;
        boolean rampup = live.phase() == RunPhase.RAMPUP;
        double plannedSeconds = rampup ? rampupSeconds : config.length().runMinutes() * SECONDS_PER_MINUTE;
        double phaseSeconds = rampup ? live.elapsedSeconds() : live.elapsedSeconds() - rampupSeconds;
        long totalBytes = Runtime.getRuntime().totalMemory();
        return new RunStatus(
                switch (live.phase()) {
                    case RAMPUP -> "ramp-up";
                    case MEASURE -> "measuring";
                    case DRAIN -> "finishing";
                },
                plannedSeconds > 0 ? Math.min(phaseSeconds, plannedSeconds) : phaseSeconds,
                plannedSeconds,
                live.tpmCNow(),
                live.tpmCAverage(),
                live.tpmTotalNow(),
                live.tpmTotalAverage(),
                live.newOrderP90Ms(),
                live.newOrderP99Ms(),
                live.gaveUp(),
                live.retries(),
                source.backlog(),
                totalBytes - Runtime.getRuntime().freeMemory(),
                totalBytes,
                outage == null ? 0 : outage.outageSeconds(),
                live.outages().size());
    }

    @Override
    public void close() {
        if (ticker != null) {
            ticker.close();
        }
    }
}
