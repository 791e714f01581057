package io.bmsql.agents;

import io.bmsql.agents.GroupChannel.Place;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.config.AgentsConfig;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.RunConfig;
import io.bmsql.db.Database;
import io.bmsql.measure.LiveSecond;
import io.bmsql.measure.RunWindow;
import io.bmsql.report.live.LiveAgent;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.PropertiesCopy;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.run.EventRunner;
import io.bmsql.run.ResolvedSettings;
import io.bmsql.run.RunCheck;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunPage;
import io.bmsql.run.RunSession;
import io.bmsql.run.RunStop;
import io.bmsql.run.TimedRun;
import io.bmsql.tpcc.RandomStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A timed run of several agents: this program gathers them, gives each its share, shows their sum and makes the one answer.
 * It generates no load itself, so that its own work disturbs no agent. Use it once.
 *
 * <pre>
 * gather ─► Task to all ─► a Second of each ─► clocks ─► Begin ─► copies, sums ─► all are done or lost ─► merge ─► check
 * </pre>
 */
public final class Coordinator implements TimedRun {
    /** For {@code Begin} to reach all agents before the moment that it names, besides their round trip. */
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Settings of the whole run: what happens in it, how it is judged and where it is shown. */
    private static final Set<PropertyKey> ONLY_HERE =
            Set.of(PropertyKey.RESULT_DIRECTORY, PropertyKey.LIVE_PORT, PropertyKey.EVENTS, PropertyKey.THRESHOLDS);

    private final ProgramContext program;
    private final RunSession.Request request;
    private final LoadedConfig loaded;
    private final AgentKey key;
    private final RunListener listener;
    private final AgentGroup group;
    private final RunStop stop;
    private volatile @Nullable Path made;

    /** @param request the whole run; its share and its gate are not used */
    public Coordinator(ProgramContext program, RunSession.Request request, AgentKey key, RunListener listener) {
        this.program = program;
        this.request = request;
        this.loaded = request.settings();
        this.key = key;
        this.listener = listener;
        this.group = new AgentGroup(
                program.clock(), "r" + Long.toHexString(RandomStream.drawSeed(program.clock())), listener);
        this.stop = new RunStop(listener);
        stop.onWithdrawal(() -> {
            stopAgents();
            removeMade();
        });
    }

    @Override
    public RunSession.Finished run() throws UsageException, SQLException, InterruptedException {
        BenchmarkConfig config = loaded.config();
        AgentsConfig agents = config.agents();
        ResolvedSettings plan = ResolvedSettings.of(program, loaded, Map.of());
        loaded.of(new AgentShare(1, agents.count(), group.id())); // refuses a run without work for each
        requireNetwork(agents);
        Path root = root();
        listener.settings(plan.known());
        AgentMessage.Task task = task(plan, root);
        try (Database database = config.run().checkAfterRun()
                        ? Database.open(program, config.connection(), plan.dialect(), RunCheck.CONNECTIONS + 1)
                        : null;
                RunPage page = RunPage.open(program, config.result(), listener);
                SshAgents ssh = SshAgents.start(program, agents, key, listener);
                GroupChannel channel = GroupChannel.join("run", place(agents.on(ssh.addresses())), 0, key, group)) {
            group.use(channel);
            try {
                group.gather(agents.on(ssh.addresses()), ResultDirectory.agentsOf(root));
                // From here on it is this run's own: another one that begins now is refused.
                made = ResultDirectory.create(root).root();
                group.give(task, agents.waitSeconds());
                long leadNanos = LEAD_NANOS + group.measureClocks(agents.waitSeconds());
                return measure(plan, page, root, leadNanos, ssh, database);
            } catch (UsageException | ResultWriteException e) {
                group.stop(" because the run was called off");
                throw e;
            }
        } catch (UsageException | ResultWriteException e) {
            // The group is left by now: nothing comes any more. Copies of a run that has begun stay for bmsql merge.
            if (!stop.hasBegun()) {
                removeMade();
            }
            throw e;
        }
    }

    private static void requireNetwork(AgentsConfig agents) throws UsageException {
        boolean isLoopback = Place.isLoopback(agents.bind());
        for (String host : agents.hosts()) {
            UsageException.throwIf(
                    place(agents).addresses(host).isEmpty(),
                    "agents names " + host + ", but no host is known by this name: correct it, or give the address");
            if (isLoopback && !Place.isLoopback(Place.withoutPort(host))) {
                throw new UsageException("agents names " + host + ", but this program would listen on "
                        + agents.bind()
                        + " only: set agentsBind to the address of this host that the agents can reach");
            }
        }
    }

    private static Place place(AgentsConfig agents) {
        List<String> hosts = new ArrayList<>(agents.hosts());
        if (!hosts.isEmpty()) {
            hosts.add(agents.bind());
        }
        return new Place(agents.bind(), agents.port(), hosts, agents.dns());
    }

    private Path root() throws UsageException {
        String pattern = loaded.config().result().directoryPattern();
        if (pattern == null) {
            throw new UsageException("A run with several agents needs result files, from which one result is made: set"
                    + " resultDirectory");
        }
        Path named = ResultDirectory.dated(pattern, program.clock().now());
        Path root = program.resolve(named).toAbsolutePath().normalize();
        ResultDirectory.requireNew(root);
        return root;
    }

    private AgentMessage.Task task(ResolvedSettings plan, Path root) throws UsageException {
        try {
            byte[] props = PropertiesCopy.masked(Files.readAllBytes(program.resolve(request.props())));
            return new AgentMessage.Task(
                    group.id(),
                    AgentShare.WHOLE,
                    ProgramSums.of(plan.dialect()),
                    settings(plan.known()),
                    plan.known().settings(),
                    new String(props, StandardCharsets.ISO_8859_1),
                    plan.benchmark().texts(),
                    request.runId(),
                    request.commandLine(),
                    root.getFileName().toString());
        } catch (IOException e) {
            throw new UsageException(request.props() + " cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** What the user set, secrets in clear, without what only the coordinator uses. */
    private static Map<String, String> settings(LoadedConfig loaded) {
        Map<String, String> settings = new HashMap<>();
        for (PropertyKey key : PropertyKey.values()) {
            EffectiveSetting setting = loaded.settings().get(key.ordinal());
            if (key.key().startsWith("agents") || ONLY_HERE.contains(key)) {
                settings.put(key.key(), "");
            } else if (!setting.origin().equals("default")) {
                settings.put(key.key(), setting.value());
            }
        }
        BenchmarkConfig config = loaded.config();
        settings.put(PropertyKey.CONN.key(), config.connection().url());
        settings.put(PropertyKey.PASSWORD.key(), config.connection().password().reveal());
        settings.put(PropertyKey.PASSWORD_FILE.key(), "");
        settings.put(PropertyKey.XA_PASSWORD.key(), config.storage().password().reveal());
        return settings;
    }

    private RunSession.Finished measure(
            ResolvedSettings plan, RunPage page, Path root, long leadNanos, SshAgents ssh, @Nullable Database database)
            throws UsageException, SQLException, InterruptedException {
        RunConfig run = loaded.config().run();
        RunWindow window = RunSession.window(program.clock(), run.length());
        RunFacts first = AgentsLive.facts(group.agents().get(0));
        RunFacts facts = first.with(new RunFacts.Size(
                first.size().loadedWarehouses(), first.size().warehouses(), run.terminals(), run.workers(), null));
        AgentsLive live = new AgentsLive(
                group.agents(), window, program.clock(), facts, run.pace().profile());
        group.show(live);
        stop.begin(() -> {}, this::stopAgents);
        window.beginAt(program.clock().nanoTime() + leadNanos, program.clock());
        group.begin(window);
        ResultDirectory directory = ResultDirectory.begin(root);
        LiveSource source = live.source(() -> LiveSource.events(directory, window));
        page.begin(program.clock(), facts, source).ifPresent(live::watch);
        showEach(page, window);
        Runnable shown = listener.running(source);
        List<String> problems;
        try (EventRunner events =
                new EventRunner(program, window, loaded.config().events(), loaded.secrets(), directory, listener)) {
            events.start();
            problems = group.awaitEnd(window, loaded.config().agents().stopsOnLoss());
        } finally {
            shown.run();
        }
        ssh.end(group.agents().stream()
                .filter(agent -> agent.isCopied)
                .map(agent -> agent.name)
                .toList());
        Merge.Merged merged = Merge.of(
                group.id(), group.agents().stream().map(RemoteAgent::result).toList(), root, Merge.Rows.KEPT);
        merged.remarks().forEach(listener::warn);
        return new RunCheck(program.clock(), loaded, database, stop, listener, plan.benchmark())
                .conclude(
                        merged.summary(),
                        merged.directory(),
                        summary -> write(merged.directory(), summary, problems),
                        () -> problems,
                        page);
    }

    private void showEach(RunPage page, RunWindow window) {
        Consumer<List<LiveAgent>> wanted = listener.agents();
        List<LiveAgent> shown = new ArrayList<>();
        for (RemoteAgent agent : group.agents()) {
            RunFacts facts = AgentsLive.facts(agent);
            AgentsLive alone = new AgentsLive(List.of(agent), window, program.clock(), facts, null);
            Optional<Consumer<LiveSecond>> watcher =
                    page.showAgent(agent.number, program.clock(), facts, alone.source(List::of));
            watcher.ifPresent(alone::watch);
            if (wanted != null || watcher.isPresent()) {
                agent.alone = alone;
            }
            shown.add(new LiveAgent(
                    AgentFacts.Agent.named(agent.number, agent.host), agent::isLost, alone.source(List::of)));
        }
        if (wanted != null) {
            wanted.accept(List.copyOf(shown));
        }
    }

    /** Gives it as it is known, whether the file holds it or not. */
    private RunSummary write(ResultDirectory directory, RunSummary summary, List<String> problems) {
        try {
            SummaryJson.write(
                    directory.summary(), summary, Verdict.worst(summary).name());
            return summary;
        } catch (ResultWriteException e) {
            String problem = String.valueOf(e.getMessage());
            if (!problems.contains(problem)) {
                listener.warn(problem);
                problems.add(problem);
            }
            return summary.withUnwritten(List.of(problem));
        }
    }

    private void stopAgents() {
        group.stop(Objects.requireNonNull(stop.stoppedBy()));
    }

    /** Removes the result directory that was made, since nothing was measured. */
    private void removeMade() {
        Path root = made;
        if (root != null) {
            ResultDirectory.removeAll(root);
        }
    }

    @Override
    public RunStop stop() {
        return stop;
    }
}
