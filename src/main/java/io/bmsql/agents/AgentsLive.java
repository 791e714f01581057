package io.bmsql.agents;

import io.bmsql.common.RunClock;
import io.bmsql.config.LoadProfile;
import io.bmsql.measure.AgentsSum;
import io.bmsql.measure.LiveSecond;
import io.bmsql.measure.RunWindow;
import io.bmsql.report.chart.TimeAxis;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunFacts;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What agents do now, added up: all of a run, or one alone. For any thread. */
final class AgentsLive {
    private static final Logger LOG = LoggerFactory.getLogger(AgentsLive.class);

    private final List<RemoteAgent> agents;
    private final AgentsSum sum;

    /** @param profile of the load that these agents make together; null without one */
    AgentsLive(
            List<RemoteAgent> agents, RunWindow window, RunClock clock, RunFacts facts, @Nullable LoadProfile profile) {
        this.agents = agents;
        sum = new AgentsSum(clock, window, facts, null, agents.size());
        if (profile != null) {
            sum.recording().follow(profile, () -> 0);
        }
    }

    /** The facts of one agent, out of the first summary that it wrote. */
    static RunFacts facts(RemoteAgent agent) {
        return SummaryJson.read(agent.copy.root().resolve(ResultDirectory.SUMMARY))
                .run();
    }

    /** @param events what has happened so far */
    LiveSource source(Supplier<List<TimeAxis.Span>> events) {
        return new LiveSource(
                sum.recording()::live,
                sum.recording()::errorsByClass,
                () -> sumOf(AgentMessage.Heartbeat::backlog),
                () -> sumOf(AgentMessage.Heartbeat::connectedWorkers),
                this::problems,
                events);
    }

    void watch(Consumer<LiveSecond> watcher) {
        sum.recording().watch(watcher);
    }

    void add(RemoteAgent agent, String reading) {
        try {
            sum.accept(agents.indexOf(agent), reading);
        } catch (IOException e) {
            LOG.warn("{} sent figures that cannot be read: {}", agent, e.getMessage());
        }
    }

    void ended(RemoteAgent agent) {
        sum.ended(agents.indexOf(agent));
    }

    private int sumOf(ToIntFunction<AgentMessage.Heartbeat> figure) {
        return agents.stream()
                .filter(RemoteAgent::isAwaited)
                .map(agent -> agent.heartbeat)
                .filter(Objects::nonNull)
                .mapToInt(figure)
                .sum();
    }

    /** Why files of an agent cannot be written, there or here. */
    private List<String> problems() {
        return agents.stream()
                .flatMap(agent -> {
                    AgentMessage.Heartbeat heartbeat = agent.heartbeat;
                    return Stream.of(heartbeat == null ? null : heartbeat.problem(), agent.copy.problem());
                })
                .filter(Objects::nonNull)
                .toList();
    }
}
