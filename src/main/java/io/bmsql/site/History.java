package io.bmsql.site;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Trend;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.RunFacts;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The runs of one kind in the order of time, and where their throughput changed its level. */
public record History(Kind kind, @JsonUnwrapped Trend trend) {
    /**
     * What runs must have in common to be one history.
     *
     * @param form of the statements, with their profile where there is one
     * @param hardware processors of the load generator; empty where they were not recorded
     */
    public record Kind(
            RankingGroup group,
            @JsonIgnore TransactionTypes types,
            String db,
            int loadedWarehouses,
            int terminals,
            String form,
            String hardware) {
        static Kind of(ComparedRun run) {
            RunFacts facts = run.data().summary().run();
            String profile = facts.setup().statementProfile();
            return new Kind(
                    RankingGroup.of(run.data()),
                    facts.types(),
                    facts.setup().db(),
                    facts.size().loadedWarehouses(),
                    facts.size().terminals(),
                    facts.setup().statementForm() + (profile.isEmpty() ? "" : " " + profile),
                    facts.environment().getOrDefault("cpu", ""));
        }
    }

    /** The runs by their kind. A copy of a run counts once. */
    public static List<History> of(List<ComparedRun> runs) {
        Map<List<Object>, ComparedRun> known = new LinkedHashMap<>();
        runs.stream()
                .sorted(Comparator.comparingLong(History::start)
                        .thenComparing(run -> run.directory().root()))
                .forEach(run -> known.putIfAbsent(
                        List.of(start(run), run.data().summary().run().setup().runId(), run.rate()), run));
        Map<Kind, List<ComparedRun>> kinds = known.values().stream()
                .collect(Collectors.groupingBy(Kind::of, LinkedHashMap::new, Collectors.toList()));
        return kinds.entrySet().stream()
                .map(kind -> new History(kind.getKey(), Trend.of(kind.getValue())))
                .toList();
    }

    private static long start(ComparedRun run) {
        return run.data().summary().run().window().startEpochMillis();
    }
}
