package io.bmsql.agents;

import io.bmsql.agents.GroupChannel.Place;
import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.config.AgentsConfig;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.LoadedConfig;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.measure.LiveSecond;
import io.bmsql.measure.RunWindow;
import io.bmsql.report.live.LiveAgent;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.DatedPath;
import io.bmsql.result.PropertiesCopy;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.run.DialectSettings;
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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A timed run of several drivers: this program gathers them, gives each its share, shows their sum and makes the one answer.
 * It drives nothing itself, so that its own work is in no driver's way. Use it once.
 *
 * <pre>
 * gather ─► Task to all ─► all are Ready ─► clocks ─► Begin ─► copies, sums ─► all are Done or lost ─► merge ─► check
 * </pre>
 */
public final class Coordinator implements TimedRun {
    /** For the word to reach all drivers before the moment that it names, besides their round trip. */
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

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
        AgentsConfig drivers = config.agents();
        Dialect dialect = Dialect.of(program, config);
        LoadedConfig known = DialectSettings.filledIn(loaded, dialect);
        loaded.of(new AgentShare(1, drivers.count(), group.id())); // refuses a run without work for each
        requireNetwork(drivers);
        Path root = root();
        listener.settings(known);
        AgentMessage.Task task = task(known, dialect, root);
        try (Database database = config.run().checkAfterRun()
                        ? Database.open(program, config.connection(), dialect, RunCheck.CONNECTIONS + 1)
                        : null;
                RunPage page = RunPage.open(config.result(), listener);
                SshAgents ssh = SshAgents.start(program, drivers, key, listener);
                GroupChannel channel =
                        GroupChannel.join("run", place(drivers.on(ssh.addresses())), key, group.channelListener())) {
            group.use(channel);
            return lead(page, ssh, root, task, database);
        } catch (UsageException | ResultWriteException e) {
            // The group is left by now: nothing comes any more. Of a run that has begun the copies stay, for bmsql
            // merge.
            if (!stop.hasBegun()) {
                removeMade();
            }
            throw e;
        }
    }

    private RunSession.Finished lead(
            RunPage page, SshAgents ssh, Path root, AgentMessage.Task task, @Nullable Database database)
            throws UsageException, SQLException, InterruptedException {
        AgentsConfig drivers = loaded.config().agents();
        try {
            group.gather(drivers.on(ssh.addresses()), ResultDirectory.driversOf(root));
            group.give(task, drivers.waitSeconds());
            long leadNanos = LEAD_NANOS + group.measureClocks(drivers.waitSeconds());
            return measure(page, root, leadNanos, ssh, database);
        } catch (UsageException | ResultWriteException e) {
            group.stop(" because the run was called off");
            throw e;
        }
    }

    private static void requireNetwork(AgentsConfig drivers) throws UsageException {
        boolean isLoopback = Hosts.isLoopback(drivers.network().bind());
        for (String host : drivers.hosts()) {
            if (isLoopback && !Hosts.isLoopback(host.replaceFirst(":\\d+$", ""))) {
                throw new UsageException("agents names " + host + ", but this program would listen on "
                        + drivers.network().bind()
                        + " only: set agentsBind to the address of this host that the agents can reach");
            }
        }
    }

    private static Place place(AgentsConfig drivers) {
        AgentsConfig.Network network = drivers.network();
        List<String> hosts = new ArrayList<>(drivers.hosts());
        if (!hosts.isEmpty()) {
            hosts.add(network.bind());
        }
        return new Place(network.bind(), network.port(), hosts, network.dns());
    }

    private Path root() throws UsageException {
        String pattern = loaded.config().result().directoryPattern();
        if (pattern == null) {
            throw new UsageException("A run with several agents needs result files, from which one result is made: set"
                    + " resultDirectory");
        }
        Path named = DatedPath.at(pattern, program.clock().now());
        Path root = program.resolve(named).toAbsolutePath().normalize();
        ResultDirectory.requireNew(root);
        made = root;
        return root;
    }

    private AgentMessage.Task task(LoadedConfig known, Dialect dialect, Path root) throws UsageException {
        try {
            byte[] props = PropertiesCopy.masked(Files.readAllBytes(program.resolve(request.props())));
            return new AgentMessage.Task(
                    group.id(),
                    AgentShare.WHOLE,
                    ProgramSums.of(dialect),
                    TaskSettings.of(known),
                    known.settings(),
                    new String(props, StandardCharsets.ISO_8859_1),
                    new AgentMessage.Start(
                            request.runId(),
                            request.commandLine(),
                            root.getFileName().toString()));
        } catch (IOException e) {
            throw new UsageException(request.props() + " cannot be read (" + e.getMessage() + ")", e);
        }
    }

    private RunSession.Finished measure(
            RunPage page, Path root, long leadNanos, SshAgents ssh, @Nullable Database database)
            throws UsageException, SQLException, InterruptedException {
        RunWindow window =
                RunSession.window(program.clock(), loaded.config().run().length());
        RunFacts facts =
                AgentsLive.facts(group.drivers().get(0), loaded.config().run());
        AgentsLive live = new AgentsLive(
                group.drivers(),
                window,
                program.clock(),
                facts,
                loaded.config().run().pace().profile());
        group.show(live);
        stop.begin(this::stopAgents);
        window.beginAt(program.clock().nanoTime() + leadNanos, program.clock());
        group.begin(window);
        LiveSource source = live.source();
        page.begin(program.clock(), facts, source).ifPresent(live::watch);
        showEach(page, window);
        Runnable shown = listener.running(source);
        List<String> problems;
        try {
            problems = group.awaitEnd(window, loaded.config().agents().stopsOnLoss());
        } finally {
            shown.run();
        }
        ssh.end(group.copied());
        Merge.Merged merged = Merge.of(group.id(), group.parts(), root, Merge.Rows.KEPT);
        merged.remarks().forEach(listener::warn);
        RunSummary measured = write(
                merged, Thresholds.applied(loaded.config().run().patience().thresholds(), merged.summary()), problems);
        listener.measured(measured, problems);
        RunSummary summary = database == null || measured.ending().status() != RunSummary.Status.COMPLETE
                ? measured
                : new RunCheck(program.clock(), loaded, database, stop, listener).after(measured, merged.directory());
        summary = write(merged, summary, problems);
        page.end(summary, problems, merged.directory(), loaded.secrets());
        return new RunSession.Finished(summary, List.copyOf(problems), group.stoppedBy(), merged.directory());
    }

    private void showEach(RunPage page, RunWindow window) {
        Consumer<List<LiveAgent>> wanted = listener.drivers();
        List<LiveAgent> shown = new ArrayList<>();
        for (RemoteAgent driver : group.drivers()) {
            RunFacts facts = AgentsLive.facts(driver);
            AgentsLive alone = new AgentsLive(List.of(driver), window, program.clock(), facts, null);
            Optional<Consumer<LiveSecond>> watcher =
                    page.showDriver(driver.number, program.clock(), facts, alone.source());
            watcher.ifPresent(alone::watch);
            if (wanted != null || watcher.isPresent()) {
                driver.alone = alone;
            }
            shown.add(
                    new LiveAgent(AgentFacts.Driver.named(driver.number, driver.host), driver::isLost, alone.source()));
        }
        if (wanted != null) {
            wanted.accept(List.copyOf(shown));
        }
    }

    /** Gives it as it is known, whether the file holds it or not. */
    private RunSummary write(Merge.Merged merged, RunSummary summary, List<String> problems) {
        try {
            SummaryJson.write(
                    merged.directory().summary(),
                    summary,
                    Verdict.worst(summary).name());
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

    /** Nothing was measured. */
    private void removeMade() {
        Path root = made;
        if (root != null && Files.isDirectory(root)) {
            ResultDirectory.removeAll(root);
        }
    }

    @Override
    public void stop(String by) {
        stop.request(by);
    }

    @Override
    public void whileChecking(Runnable action) {
        stop.whileChecking(action);
    }
}
