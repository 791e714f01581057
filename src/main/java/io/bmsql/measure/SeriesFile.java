package io.bmsql.measure;

import io.bmsql.result.AppendedFile;
import io.bmsql.result.SeriesRow;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Writes each interval into {@code series.csv}. */
final class SeriesFile implements IntervalSampler.Sink {
    private static final double MICROS_PER_MILLI = 1000;

    private final AppendedFile file;
    private final List<SeriesRow> rows = new ArrayList<>();

    SeriesFile(AppendedFile file) {
        this.file = file;
        file.append(SeriesRow.CSV.header());
    }

    @Override
    public void accept(PhaseInterval interval) {
        for (TransactionType type : TransactionType.values()) {
            if (!interval.isStragglers() || !interval.reading(type).isEmpty()) {
                rows.add(row(interval, type));
            }
        }
    }

    private static SeriesRow row(PhaseInterval interval, TransactionType type) {
        TransactionMeter.Reading reading = interval.reading(type);
        TransactionMeter.Counts counts = reading.counts();
        Histogram response = reading.response();
        boolean any = reading.completed() > 0;
        return new SeriesRow(
                interval.second(),
                type,
                interval.phase(),
                reading.completed(),
                counts.forSeries(),
                new SeriesRow.Times(
                response.getValueAtPercentile(50) / MICROS_PER_MILLI,
                response.getValueAtPercentile(90) / MICROS_PER_MILLI,
                response.getValueAtPercentile(99) / MICROS_PER_MILLI,
                response.getMaxValue() / MICROS_PER_MILLI,
                any ? reading.service().getMean() / MICROS_PER_MILLI : 0,
                any ? counts.startDelayMicros() / MICROS_PER_MILLI / reading.completed() : 0),
                interval.millis());
    }

    @Override
    public void flush() {
        file.append(SeriesRow.CSV.lines(rows));
        rows.clear();
    }
}
