package io.bmsql.measure;

import io.bmsql.result.HistogramLog;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Writes {@code response.hlog} and {@code service.hlog}. Short runs get a line a second and type; longer ones coarser
 * lines, about {@link #LINES_A_TYPE} in all, so that the files stay at a few megabytes. Of a coarse line that is not full yet a
 * copy is kept every two seconds, for runs that are killed.
 */
final class HistogramFiles implements IntervalSampler.Sink {
    static final int LINES_A_TYPE = 300;

    /** Two readings; these come some milliseconds early or late. */
    private static final double KEEP_EVERY_SECONDS = 1.5;

    private final HistogramLog.Writer responseLog;
    private final HistogramLog.Writer serviceLog;
    private final TransactionMeter.Totals[] collected = Arrays.stream(TransactionType.values())
            .map(type -> new TransactionMeter.Totals())
            .toArray(TransactionMeter.Totals[]::new);
    private double lineSeconds;
    private int linesWritten;
    private RunPhase phase = RunPhase.RAMPUP;
    private double fromSeconds = Double.NaN;
    private double untilSeconds;
    private double keptSeconds;

    /** @param plannedSeconds of the whole run, infinite when unknown: then lines grow coarser on the way */
    HistogramFiles(HistogramLog.Writer responseLog, HistogramLog.Writer serviceLog, double plannedSeconds) {
        this.responseLog = responseLog;
        this.serviceLog = serviceLog;
        this.lineSeconds =
                Double.isInfinite(plannedSeconds) ? 1 : Math.max(1, Math.ceil(plannedSeconds / LINES_A_TYPE));
    }

    @Override
    public void accept(PhaseInterval interval) {
        if (interval.phase() != phase || interval.isStragglers()) {
            writeLine();
        }
        if (Double.isNaN(fromSeconds)) {
            phase = interval.phase();
            fromSeconds = interval.fromSeconds();
            keptSeconds = fromSeconds;
        }
        untilSeconds = interval.untilSeconds();
        for (TransactionType type : TransactionType.values()) {
            collected[type.ordinal()].add(interval.reading(type));
        }
        // Readings come some milliseconds early or late; half a second decides.
        if (interval.isStragglers() || untilSeconds - fromSeconds > lineSeconds - 0.5) {
            writeLine();
        }
    }

    private void writeLine() {
        if (Double.isNaN(fromSeconds)) {
            return;
        }
        for (TransactionType type : TransactionType.values()) {
            TransactionMeter.Totals totals = collected[type.ordinal()];
            write(responseLog, type, totals.response());
            write(serviceLog, type, totals.service());
            totals.clear();
        }
        fromSeconds = Double.NaN;
        linesWritten++;
        if (linesWritten % LINES_A_TYPE == 0) {
            lineSeconds *= 2;
        }
    }

    private void write(HistogramLog.Writer log, TransactionType type, Histogram histogram) {
        if (histogram.getTotalCount() > 0) {
            log.write(type, fromSeconds, untilSeconds, histogram);
        }
    }

    @Override
    public void flush() {
        responseLog.flush();
        serviceLog.flush();
        if (!Double.isNaN(fromSeconds) && untilSeconds - keptSeconds > KEEP_EVERY_SECONDS) {
            responseLog.keep(growing(TransactionMeter.Totals::response));
            serviceLog.keep(growing(TransactionMeter.Totals::service));
            keptSeconds = untilSeconds;
        }
    }

    private List<HistogramLog.Interval> growing(Function<TransactionMeter.Totals, Histogram> measure) {
        return Arrays.stream(TransactionType.values())
                .map(type -> new HistogramLog.Interval(
                        type, fromSeconds, untilSeconds, measure.apply(collected[type.ordinal()])))
                .filter(interval -> interval.histogram().getTotalCount() > 0)
                .toList();
    }

    void finish() {
        writeLine();
        flush();
        responseLog.forgetKept();
        serviceLog.forgetKept();
    }
}
