package io.bmsql.measure;

import io.bmsql.result.AppendedFile;
import io.bmsql.result.InputCounts;
import io.bmsql.result.RunSummary.WorkloadCounts;
import io.bmsql.spec.RunPhase;

/** Writes what the inputs were like since the last reading into {@code inputs.csv}, so that a report can count a part of the window. */
final class InputsFile implements IntervalSampler.Sink {
    private final AppendedFile file;
    private final WorkloadCounters workload;
    private WorkloadCounts written = WorkloadCounts.NONE;
    private int second;

    InputsFile(AppendedFile file, WorkloadCounters workload) {
        this.file = file;
        this.workload = workload;
        file.append(InputCounts.CSV.header());
    }

    @Override
    public void accept(PhaseInterval interval) {
        if (interval.phase() == RunPhase.MEASURE) {
            second = Math.max(second, interval.second());
        }
    }

    @Override
    public void flush() {
        WorkloadCounts now = workload.counts();
        if (!now.equals(written)) {
            file.append(InputCounts.CSV.line(new InputCounts(second, now.minus(written))));
            written = now;
        }
    }
}
