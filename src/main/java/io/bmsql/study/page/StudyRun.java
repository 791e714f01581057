package io.bmsql.study.page;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.LostData;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.Words;
import io.bmsql.result.EventSummary;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.ThresholdResult;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.State;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A run of a study that was begun, with what its directory holds.
 *
 * @param verdicts the worst first; empty when it left nothing that can be read
 * @param figures by name; empty when it left none
 * @param missed the limits that its figures passed
 * @param events without marks
 * @param limitedBy what kept it from doing more, in a few words; empty where that was not judged
 */
public record StudyRun(
        StudyFile.Run entry,
        Path directory,
        Set<Verdict> verdicts,
        Map<String, Double> figures,
        TransactionTypes types,
        List<String> missed,
        List<EventSummary> events,
        LostData losses,
        String lang,
        Function<Words, String> remark,
        String limitedBy) {
    static StudyRun read(StudyFile.Run entry, Path study) {
        Path directory = study.resolve(entry.directory());
        ComparedRun run = figuresOf(directory);
        if (run == null) {
            LostData unknown = new LostData(false, false, 0, 0, 0, 0, 0);
            return new StudyRun(
                    entry,
                    directory,
                    Set.of(),
                    Map.of(),
                    TpccTransaction.TYPES,
                    List.of(),
                    List.of(),
                    unknown,
                    "",
                    words -> "",
                    "");
        }
        RunSummary summary = run.data().summary();
        RunSummary.Ending ending = summary.ending();
        RunSummary.PostRunChecks found = summary.postRun();
        return new StudyRun(
                entry,
                directory,
                Verdict.of(summary),
                run.figures(),
                summary.run().types(),
                missed(summary),
                List.copyOf(LostData.byEvent(summary).keySet()),
                LostData.of(summary),
                summary.run().setting(PropertyKey.LANG),
                words -> words.remark(ending, found),
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

    /** Names the missed thresholds of the run; without any, the missed limits of clauses 5.2.5.3 and 2.7.2.2. */
    private static List<String> missed(RunSummary summary) {
        List<ThresholdResult> thresholds = summary.postRun().thresholds();
        if (!thresholds.isEmpty()) {
            return thresholds.stream()
                    .filter(kept -> !kept.holds())
                    .map(ThresholdResult::text)
                    .toList();
        }
        return summary.run().types().stream()
                .filter(type -> type.limitSeconds() > 0)
                .filter(type -> {
                    TypeSummary row = summary.figures().type(type);
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
