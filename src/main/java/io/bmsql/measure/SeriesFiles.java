package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.CollectedFigures.InputCounts;
import io.bmsql.result.CsvTable;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.WaitRow;
import io.bmsql.result.WorkloadCounts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes what each second brought: {@code series.csv} by type; {@code errors.csv} failed attempts by class; {@code
 * inputs.csv} what the inputs were like, so that a report can count a part of the window; in a run with events {@code waits.csv}, when
 * there was no commit for a while, and which terminals waited for one.
 */
final class SeriesFiles implements IntervalSampler.Sink {
    private final AppendedFile series;
    private final AppendedFile errors;
    private final AppendedFile inputs;
    private final @Nullable AppendedFile waits;
    private final RunWindow window;
    private final TransactionTypes types;
    private final List<SeriesRow> rows = new ArrayList<>();
    private final List<ErrorCounts> errorRows = new ArrayList<>();
    private WorkloadCounts inputCounts = WorkloadCounts.NONE;
    private int errorSecond;
    private int inputSecond;
    private long lastCommitNanos;

    /**
     * Nothing is written before it is known when the window begins, which all seconds are counted from.
     *
     * @param files begins the file of a table
     */
    SeriesFiles(Function<CsvTable<?>, AppendedFile> files, boolean hasWaits, RunWindow window, TransactionTypes types) {
        this.window = window;
        this.types = types;
        this.errorSecond = (int) Math.floor(-window.rampupSeconds());
        this.lastCommitNanos = window.startNanos() - window.originNanos();
        this.series = files.apply(SeriesRow.CSV);
        this.errors = files.apply(ErrorCounts.CSV);
        this.inputs = files.apply(InputCounts.CSV);
        this.waits = hasWaits ? files.apply(WaitRow.CSV) : null;
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

    /** The waits of a reading, once it is known whether the window began with it. */
    void takeWaits(Reading reading) {
        StringBuilder lines = new StringBuilder();
        for (CommitGaps.Span time : reading.commits()) {
            lines.append(gapUntil(time.fromNanos()));
            lastCommitNanos = Math.max(lastCommitNanos, time.untilNanos());
        }
        reading.terminalWaits().forEach(wait -> lines.append(line((int) wait[0], wait[1] / 1e3, wait[2] / 1e3)));
        // Before a window that waits for steady throughput nothing happens on purpose.
        if (!window.isProvisional()) {
            appendWaits(lines.toString());
        }
    }

    private String gapUntil(long nanos) {
        return nanos - lastCommitNanos > CommitGaps.SHORTEST_NANOS
                ? line(WaitRow.ALL, RunWindow.seconds(lastCommitNanos), RunWindow.seconds(nanos))
                : "";
    }

    private String line(int terminal, double fromSeconds, double untilSeconds) {
        double shiftSeconds = RunWindow.seconds(window.shiftNanos());
        return WaitRow.CSV.line(new WaitRow(terminal, fromSeconds - shiftSeconds, untilSeconds - shiftSeconds));
    }

    private void appendWaits(String lines) {
        if (waits != null && !lines.isEmpty()) {
            waits.append(lines);
        }
    }

    void finish() {
        appendWaits(gapUntil(window.endSinceOriginNanos()));
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
