package io.bmsql.agents;

import io.bmsql.result.AgentFacts;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Size;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The circumstances of a run of several drivers: what they share is the first one's, what was dealt out is added up again. */
record GroupFacts(List<PartRun> runs) {
    /** More names would only fill the page; the part for the drivers has them all. */
    private static final int MOST_NAMED = 8;

    RunFacts make(AgentFacts group) {
        RunFacts first = runs.get(0).summary().run();
        return new RunFacts(
                first.setup(),
                new Size(
                        first.size().loadedWarehouses(),
                        first.size().warehouses(),
                        sum(facts -> facts.size().terminals()),
                        sum(facts -> facts.size().sutThreads()),
                        group),
                pace(first.pace()),
                first.window(),
                environment(),
                first.settings(),
                first.load(),
                processors());
    }

    private Pace pace(Pace first) {
        return new Pace(
                first.pacing(),
                first.mode(),
                sum(facts -> facts.pace().limitTxnsPerMin()),
                first.keyingTimeMultiplier(),
                first.thinkTimeMultiplier(),
                sum(facts -> facts.pace().arrivalRate()),
                first.loadProfile());
    }

    private int sum(ToIntFunction<RunFacts> value) {
        return runs.stream()
                .mapToInt(run -> value.applyAsInt(run.summary().run()))
                .sum();
    }

    /** What is not the same on all drivers is named for all. */
    private Map<String, String> environment() {
        Map<String, String> facts = new LinkedHashMap<>();
        for (String key : runs.get(0).summary().run().environment().keySet()) {
            Set<String> values = runs.stream()
                    .map(run -> run.summary().run().environment().getOrDefault(key, ""))
                    .filter(value -> !value.isEmpty())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            String named = values.stream().limit(MOST_NAMED).collect(Collectors.joining("; "));
            facts.put(
                    key,
                    values.size() > MOST_NAMED ? named + "; and " + (values.size() - MOST_NAMED) + " more" : named);
        }
        return facts;
    }

    /** Drivers on one host share its processors. */
    private @Nullable Integer processors() {
        Map<String, Integer> byHost = new LinkedHashMap<>();
        for (PartRun run : runs) {
            Integer own = run.summary().run().driverProcessors();
            if (own == null) {
                return null;
            }
            byHost.merge(
                    run.summary()
                            .run()
                            .environment()
                            .getOrDefault("host", run.part().host()),
                    own,
                    Math::max);
        }
        return byHost.values().stream().mapToInt(Integer::intValue).sum();
    }
}
