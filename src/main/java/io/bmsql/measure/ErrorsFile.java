package io.bmsql.measure;

import io.bmsql.result.AppendedFile;
import io.bmsql.result.ErrorCounts;
import io.bmsql.spec.ErrorClass;

/**
 * Writes how many attempts failed since the last reading, by class, into {@code errors.csv}. It reads counters that only a
 * failed attempt touches, so that it costs a transaction that succeeds nothing.
 */
final class ErrorsFile implements IntervalSampler.Sink {
    private final AppendedFile file;
    private final ErrorBook errors;
    private final long[] written = new long[ErrorClass.values().length];
    private int second = Integer.MIN_VALUE;

    ErrorsFile(AppendedFile file, ErrorBook errors) {
        this.file = file;
        this.errors = errors;
        file.append(ErrorCounts.CSV.header());
    }

    @Override
    public void accept(PhaseInterval interval) {
        second = Math.max(second, interval.second());
    }

    @Override
    public void flush() {
        if (second == Integer.MIN_VALUE) {
            return;
        }
        StringBuilder lines = new StringBuilder();
        errors.attemptsByClass().forEach((errorClass, now) -> {
            long before = written[errorClass.ordinal()];
            if (now > before) {
                lines.append(ErrorCounts.CSV.line(new ErrorCounts(second, errorClass.name(), now - before)));
                written[errorClass.ordinal()] = now;
            }
        });
        if (!lines.isEmpty()) {
            file.append(lines.toString());
        }
    }
}
