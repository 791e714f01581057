package io.bmsql.agents;

import io.bmsql.common.RunClock;
import io.bmsql.config.RunConfig;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.measure.AgentsSum;
import io.bmsql.measure.LiveSecond;
import io.bmsql.measure.RunWindow;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.Outage;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunFacts;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What drivers do now, added up: all of a run, or one alone. For any thread. */
final class AgentsLive {
    private static final Logger LOG = LoggerFactory.getLogger(AgentsLive.class);

    private final List<RemoteAgent> drivers;
    private final RunClock clock;
    private final AgentsSum sum;

    AgentsLive(List<RemoteAgent> drivers, RunWindow window, RunClock clock) {
        this.drivers = drivers;
        this.clock = clock;
        this.sum = new AgentsSum(
                window,
                drivers.size(),
                () -> errors().values().stream().mapToLong(Long::longValue).sum(),
                this::outages);
    }

    /** The facts of one driver, out of the first summary that it wrote. */
    static RunFacts facts(RemoteAgent driver) {
        return SummaryJson.read(driver.copy.root().resolve(ResultDirectory.SUMMARY))
                .run();
    }

    /** The facts of the whole run. */
    RunFacts facts(RunConfig run) {
        RunFacts first = facts(drivers.get(0));
        return first.with(new RunFacts.Size(
                first.size().loadedWarehouses(),
                first.size().warehouses(),
                run.terminals(),
                run.workers().count(),
                null));
    }

    LiveSource source() {
        return new LiveSource(
                () -> sum.view(clock.nanoTime()),
                this::errors,
                () -> sumOf(AgentMessage.Second::backlog),
                () -> sumOf(AgentMessage.Second::connectedWorkers),
                this::problems);
    }

    void watch(Consumer<LiveSecond> watcher) {
        sum.watch(watcher);
    }

    /** Takes a reading of one of these drivers, whose newest figures are known already. */
    void add(RemoteAgent driver, byte[] reading) {
        if (reading.length > 0) {
            try {
                sum.accept(drivers.indexOf(driver), reading);
            } catch (IOException e) {
                LOG.warn("{} sent figures that cannot be read: {}", driver, e.getMessage());
            }
        }
    }

    void ended(RemoteAgent driver) {
        sum.ended(drivers.indexOf(driver));
    }

    private int sumOf(ToIntFunction<AgentMessage.Second> figure) {
        return drivers.stream()
                .filter(RemoteAgent::isAwaited)
                .map(driver -> driver.second)
                .filter(Objects::nonNull)
                .mapToInt(figure)
                .sum();
    }

    private Map<ErrorClass, Long> errors() {
        Map<ErrorClass, Long> errors = new EnumMap<>(ErrorClass.class);
        for (ErrorClass kind : ErrorClass.values()) {
            errors.put(kind, 0L);
        }
        drivers.stream().map(driver -> driver.second).filter(Objects::nonNull).forEach(second -> second.errors()
                .forEach((kind, count) -> errors.merge(kind, count, Long::sum)));
        return errors;
    }

    /** Why files of a driver cannot be written, there or here. */
    private List<String> problems() {
        return drivers.stream()
                .flatMap(driver -> {
                    AgentMessage.Second second = driver.second;
                    return Stream.of(second == null ? null : second.problem(), driver.copy.problem());
                })
                .filter(Objects::nonNull)
                .toList();
    }

    /** An outage of the database is one that each driver sees; the first one's is shown. */
    private List<Outage> outages() {
        List<List<Outage>> seen = drivers.stream()
                .filter(RemoteAgent::isAwaited)
                .map(driver -> driver.second)
                .filter(Objects::nonNull)
                .map(AgentMessage.Second::outages)
                .toList();
        return seen.isEmpty() || seen.stream().anyMatch(List::isEmpty) ? List.of() : seen.get(0);
    }
}
