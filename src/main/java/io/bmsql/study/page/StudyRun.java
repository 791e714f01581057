package io.bmsql.study.page;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.LostData;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.TransactionTypes;
import io.bmsql.report.Words;
import io.bmsql.result.EventSummary;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.ThresholdResult;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.State;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run of a study that was begun, with what its directory holds.
 *
 * @param summary null when it left nothing that can be read; then all else is empty
 * @param verdicts the worst first
 * @param events without marks
 * @param limitedBy what kept it from doing more, in a few words; empty where that was not judged
 */
public record StudyRun(
        StudyFile.Run entry,
        Path directory,
        @Nullable RunSummary summary,
        Set<Verdict> verdicts,
        Map<String, Double> figures,
        TransactionTypes types,
        List<EventSummary> events,
        LostData losses,
        String limitedBy) {
    static StudyRun read(StudyFile.Run entry, Path study) {
        Path directory = study.resolve(entry.directory());
        ComparedRun run = figuresOf(directory);
        if (run == null) {
            LostData lost = new LostData(false, false, 0, 0, 0, 0, 0);
            TransactionTypes types = TpccTransaction.TYPES;
            return new StudyRun(entry, directory, null, Set.of(), Map.of(), types, List.of(), lost, "");
        }
        RunSummary summary = run.data().summary();
        return new StudyRun(
                entry,
                directory,
                summary,
                Verdict.of(summary),
                run.figures(),
                summary.run().types(),
                List.copyOf(LostData.byEvent(summary).keySet()),
                LostData.of(summary),
                run.limitedBy());
    }

    /** Null when it left nothing that can be read. */
    static @Nullable ComparedRun figuresOf(Path directory) {
        try {
            ResultDirectory results = ResultDirectory.open(directory);
            ComparedRun run = new ComparedRun(results, RunReader.readFigures(results));
            return run.data().summary().postRun().events().isEmpty() ? run : ComparedRun.read(results);
        } catch (ResultReadException e) {
            return null;
        }
    }

    /** What it says of its end and its check; empty where nothing is to be said. */
    String remark(Words words) {
        return summary == null ? "" : words.remark(summary.ending(), summary.postRun());
    }

    /** Names the missed thresholds of the run; without any, the missed limits of clauses 5.2.5.3 and 2.7.2.2. */
    List<String> missed() {
        if (summary == null) {
            return List.of();
        }
        List<ThresholdResult> thresholds = summary.postRun().thresholds();
        if (!thresholds.isEmpty()) {
            return thresholds.stream()
                    .filter(kept -> !kept.holds())
                    .map(ThresholdResult::text)
                    .toList();
        }
        return types.stream()
                .filter(type -> type.limitSeconds() > 0)
                .filter(type -> {
                    RunSummary.TypeSummary row = summary.figures().type(type);
                    return row != null && row.count() > 0 && row.response().p90Ms() > type.limitSeconds() * 1000.0;
                })
                .map(type -> ComparedRun.key(type, 90))
                .toList();
    }

    /** The worst, or what leaves it out although its figures are sound; null when it left nothing that can be read. */
    @Nullable
    Verdict verdict() {
        Verdict worst = verdicts.stream().findFirst().orElse(null);
        return worst != null && worst.isSound() && verdicts.contains(Verdict.UNSTEADY) ? Verdict.UNSTEADY : worst;
    }

    /** True for one whose figures are part of means and claims. */
    boolean isCounted() {
        Verdict verdict = verdict();
        return entry.state() == State.DONE && verdict != null && verdict.isSound() && verdict != Verdict.UNSTEADY;
    }

    /** {@link Double#NaN} where it is not known. */
    double figure(String key) {
        return figures.getOrDefault(key, Double.NaN);
    }
}
