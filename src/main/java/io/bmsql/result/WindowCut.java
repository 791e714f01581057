package io.bmsql.result;

import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.CollectedFigures.InputCounts;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The numbers of a chosen interval. What was not counted by time is {@link RunSummary#UNKNOWN} or left out, and said. */
record WindowCut(RunData run, ReportWindow window, double endSecond, List<String> notes) {
    /** The run with the numbers of an interval; refuses one that begins after the run's end. */
    static RunData of(RunData run, ReportWindow window, IntervalFigures figures) {
        double endSecond = window.end(run.summary().windowSeconds());
        return window.isWhole() ? run : new WindowCut(run, window, endSecond, new ArrayList<>()).cut(figures);
    }

    private RunData cut(IntervalFigures figures) {
        RunSummary whole = run.summary();
        double runSeconds = whole.windowSeconds();
        if (endSecond <= window.fromSecond()) {
            throw new ResultReadException("The window begins " + window.fromSecond() + " s after the start, but the run"
                    + " measured " + runSeconds + " s: choose an earlier one");
        }
        notes.add(figures.note());
        List<SeriesRow> series = run.series().stream().map(this::phased).toList();
        RunFacts facts = facts(whole.run());
        RunSummary.ResultWaits waits = whole.figures().resultWaits();
        // They are not kept by time: what was little in the whole run must not be much in a minute of it.
        boolean isMuch = waits != null && waits.isMuch(runSeconds * facts.size().sutThreads());
        List<RunSummary.TypeSummary> types = figures.types(facts.types(), series);
        Figures counted = Figures.of(types, facts, errors(), workload(), isMuch ? waits : null, List.of())
                .with(whole.figures().connects());
        notes.add("window.rest");
        RunSummary summary = new RunSummary(
                whole.formatVersion(), whole.ending(), facts, counted, whole.postRun(), steps(), whole.derivedFrom());
        RunData.Cut cut = new RunData.Cut(window, runSeconds, List.copyOf(notes));
        return new RunData(
                summary, series, figures.responses(), run.latencies(), run.collected(), run.acid(), cut, run.rows());
    }

    /** Whole ones, those that the interval touches; a step ends some milliseconds early or late. */
    private List<LoadStep> steps() {
        return run.summary().steps().stream()
                .filter(step -> step.plan().fromSeconds() < endSecond - 0.5
                        && step.plan().untilSeconds() > window.fromSecond() + 0.5)
                .toList();
    }

    /** What the inputs were like; older runs and other programs did not count it by time. */
    private WorkloadCounts workload() {
        List<InputCounts> inputs = run.collected().inputs();
        if (inputs.isEmpty()) {
            if (run.summary().figures().workload().orderLines() > 0) {
                notes.add("window.inputs");
            }
            return WorkloadCounts.NONE;
        }
        return inputs.stream()
                .filter(row -> contains(row.second()))
                .map(InputCounts::counts)
                .reduce(WorkloadCounts.NONE, WorkloadCounts::plus);
    }

    /** Counts them by class, the only way in which errors are kept by time. */
    private List<ErrorSummary> errors() {
        List<ErrorSummary> whole = run.summary().figures().errors();
        List<ErrorCounts> counts = run.collected().errors();
        if (whole.isEmpty() || counts.isEmpty()) {
            if (!whole.isEmpty()) {
                notes.add("window.errors.whole");
            }
            return whole;
        }
        notes.add("window.errors.class");
        Map<String, long[]> attempts = new TreeMap<>();
        for (ErrorCounts count : counts) {
            attempts.computeIfAbsent(count.errorClass(), name -> new long[2])[contains(count.second()) ? 0 : 1] +=
                    count.attempts();
        }
        List<ErrorSummary> errors = new ArrayList<>();
        attempts.forEach((errorClass, inAndOut) -> errors.add(new ErrorSummary(
                "", errorClass, "\u2013", 0, inAndOut[0], RunSummary.UNKNOWN, sample(whole, errorClass), inAndOut[1])));
        return errors;
    }

    private static String sample(List<ErrorSummary> errors, String errorClass) {
        return errors.stream()
                .filter(error -> error.errorClass().equals(errorClass))
                .max(Comparator.comparingLong(ErrorSummary::attempts))
                .map(ErrorSummary::sampleMessage)
                .orElse("");
    }

    private boolean contains(int second) {
        return second >= window.fromSecond() && second < endSecond;
    }

    private RunFacts facts(RunFacts whole) {
        long start = whole.window().startEpochMillis() == 0
                ? 0
                : whole.window().startEpochMillis() + window.fromSecond() * 1000L;
        return whole.with(RunFacts.Window.of(start, whole.window().rampupSeconds(), endSecond - window.fromSecond()));
    }

    /** What lies outside the interval counts as before or after. */
    private SeriesRow phased(SeriesRow row) {
        return row.second() < window.fromSecond()
                ? row.in(RunPhase.RAMPUP)
                : row.second() >= endSecond ? row.in(RunPhase.DRAIN) : row;
    }
}
