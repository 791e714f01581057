package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.RunPhase;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Writes {@code response.hlog} or {@code service.hlog}, a line a second and type in short runs; in longer ones about
 * {@link #LINES_A_TYPE}, of the last of which a copy is kept every two seconds, for runs that are killed.
 */
final class HistogramFile implements IntervalSampler.Sink {
    static final int LINES_A_TYPE = 300;

    private static final long GRAIN_NANOS = 1_000_000;

    /** Two readings; these come some milliseconds early or late. */
    private static final double KEEP_EVERY_SECONDS = 1.5;

    private final HistogramLog.Writer log;
    private final Function<TransactionMeter.Totals, Histogram> measure;
    private final RunWindow window;
    private final TransactionTypes types;
    private final Histogram[] collected;
    private double lineSeconds;
    private int linesWritten;
    private RunPhase phase = RunPhase.RAMPUP;
    private double fromSeconds = Double.NaN;
    private double untilSeconds;
    private double keptSeconds;

    /**
     * Makes a writer.
     *
     * @param window without an end, lines grow coarser on the way; while it is not known when it begins, that ramp-up becomes
     *     one line
     */
    HistogramFile(
            HistogramLog.Writer log,
            Function<TransactionMeter.Totals, Histogram> measure,
            RunWindow window,
            TransactionTypes types) {
        this.types = types;
        this.collected = Stream.generate(() -> new Histogram(TransactionMeter.SIGNIFICANT_DIGITS))
                .limit(types.size())
                .toArray(Histogram[]::new);
        this.window = window;
        this.log = log;
        this.measure = measure;
        double plannedSeconds = window.rampupSeconds() + RunWindow.seconds(window.lengthNanos());
        this.lineSeconds = window.hasEnd() ? Math.max(1, Math.ceil(plannedSeconds / LINES_A_TYPE)) : 1;
    }

    @Override
    public void take(Reading reading) {
        reading.intervals().forEach(this::add);
        if (window.isProvisional()) {
            return;
        }
        log.flush();
        if (!Double.isNaN(fromSeconds) && untilSeconds - keptSeconds > KEEP_EVERY_SECONDS) {
            log.keep(growing());
            keptSeconds = untilSeconds;
        }
    }

    private void add(PhaseInterval interval) {
        if (!isInPlace(interval)) {
            return;
        }
        if (interval.phase() != phase || interval.isStragglers()) {
            writeLine();
        }
        if (Double.isNaN(fromSeconds)) {
            phase = interval.phase();
            fromSeconds = interval.fromSeconds();
            keptSeconds = fromSeconds;
        }
        untilSeconds = interval.untilSeconds();
        for (TransactionType type : types) {
            Histogram reading = measure.apply(interval.reading(type));
            if (reading.getTotalCount() > 0) {
                collected[type.ordinal()].add(reading);
            }
        }
        // Readings come some milliseconds early or late; half a second decides.
        if (!window.isProvisional() && (interval.isStragglers() || untilSeconds - fromSeconds > lineSeconds - 0.5)) {
            writeLine();
        }
    }

    /** What an agent did before or after its own window is not inside that of all agents. */
    private boolean isInPlace(PhaseInterval interval) {
        return switch (interval.phase()) {
            case RAMPUP -> interval.untilNanos() <= GRAIN_NANOS;
            case MEASURE -> true;
            case DRAIN -> interval.fromNanos() >= window.lengthNanos() - GRAIN_NANOS;
        };
    }

    private void writeLine() {
        if (Double.isNaN(fromSeconds)) {
            return;
        }
        growing().forEach(log::write);
        Arrays.stream(collected).forEach(Histogram::reset);
        fromSeconds = Double.NaN;
        linesWritten++;
        if (linesWritten % LINES_A_TYPE == 0) {
            lineSeconds *= 2;
        }
    }

    private List<HistogramLog.Interval> growing() {
        return types.stream()
                .map(type -> new HistogramLog.Interval(type, fromSeconds, untilSeconds, collected[type.ordinal()]))
                .filter(interval -> interval.histogram().getTotalCount() > 0)
                .toList();
    }

    @Override
    public void windowMoved(double laterSeconds) {
        fromSeconds -= laterSeconds;
        untilSeconds -= laterSeconds;
        keptSeconds -= laterSeconds;
        writeLine();
    }

    void finish() {
        writeLine();
        log.flush();
        log.forgetKept();
    }
}
