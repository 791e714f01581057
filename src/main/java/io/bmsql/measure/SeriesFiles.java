package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.CollectedFigures.InputCounts;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.WorkloadCounts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Writes what each second brought: {@code series.csv} by type; {@code errors.csv} failed attempts by class; {@code
 * inputs.csv} what the inputs were like, so that a report can count a part of the window.
 */
final class SeriesFiles implements IntervalSampler.Sink {
    private final AppendedFile series;
    private final AppendedFile errors;
    private final AppendedFile inputs;
    private final RunWindow window;
    private final TransactionTypes types;
    private final List<SeriesRow> rows = new ArrayList<>();
    private final List<ErrorCounts> errorRows = new ArrayList<>();
    private WorkloadCounts inputCounts = WorkloadCounts.NONE;
    private int errorSecond;
    private int inputSecond;

    /** Nothing is written before it is known when the window begins, which all seconds are counted from. */
    SeriesFiles(
            AppendedFile series, AppendedFile errors, AppendedFile inputs, RunWindow window, TransactionTypes types) {
        this.window = window;
        this.types = types;
        this.errorSecond = (int) Math.floor(-window.rampupSeconds());
        this.series = series;
        this.errors = errors;
        this.inputs = inputs;
        series.append(SeriesRow.CSV.header());
        errors.append(ErrorCounts.CSV.header());
        inputs.append(InputCounts.CSV.header());
    }

    @Override
    public void take(Reading reading) {
        for (PhaseInterval interval : reading.intervals()) {
            for (TransactionType type : types) {
                if (!interval.isStragglers() || !interval.reading(type).isEmpty()) {
                    rows.add(interval.row(type));
                }
            }
            errorSecond = Math.max(errorSecond, interval.second());
            if (interval.phase() == RunPhase.MEASURE) {
                inputSecond = Math.max(inputSecond, interval.second());
            }
        }
        Map<ErrorClass, Long> attempts = new EnumMap<>(ErrorClass.class);
        reading.errors()
                .forEach(error -> attempts.merge(
                        ErrorClass.valueOf(error.errorClass()),
                        error.attempts() + error.attemptsOutsideWindow(),
                        Long::sum));
        attempts.forEach((errorClass, count) -> errorRows.add(new ErrorCounts(errorSecond, errorClass.name(), count)));
        inputCounts = inputCounts.plus(reading.inputs());
        if (!window.isProvisional()) {
            write();
        }
    }

    @Override
    public void windowMoved(double laterSeconds) {
        int later = (int) Math.round(laterSeconds);
        rows.replaceAll(row -> row.at(row.second() - later));
        errorRows.replaceAll(row -> new ErrorCounts(row.second() - later, row.errorClass(), row.attempts()));
        errorSecond -= later;
        write();
    }

    private void write() {
        series.append(SeriesRow.CSV.lines(rows));
        rows.clear();
        if (!errorRows.isEmpty()) {
            errors.append(ErrorCounts.CSV.lines(errorRows));
            errorRows.clear();
        }
        if (!inputCounts.equals(WorkloadCounts.NONE)) {
            inputs.append(InputCounts.CSV.line(new InputCounts(inputSecond, inputCounts)));
            inputCounts = WorkloadCounts.NONE;
        }
    }
}
