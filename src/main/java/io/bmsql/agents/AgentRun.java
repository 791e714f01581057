package io.bmsql.agents;

import io.bmsql.common.IoReason;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.dialect.Dialect;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunSession;
import io.bmsql.tpcc.RandomStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOBiConsumer;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's share of one run, on its own thread. Another one sends each second what the files gained; what is left at the end is sent
 * by the run's. Sending may wait for a slow coordinator; nothing of the run ever waits for it.
 */
final class AgentRun implements RunListener {
    private static final Logger LOG = LoggerFactory.getLogger(AgentRun.class);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** For the coordinator to compare all copies, of which a long run's may take minutes, and say that everything arrived. */
    private static final long PATIENCE_SECONDS = 600;

    private final ProgramContext program;
    private final AgentMessage.Task task;
    private final Consumer<String> console;
    private final Address coordinator;
    private final IOBiConsumer<AgentMessage, byte[]> link;
    private final CompletableFuture<Long> start = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable RunSession session;
    private volatile @Nullable ResultDirectory directory;
    private final BlockingQueue<AgentMessage.Answer> answers = new LinkedBlockingQueue<>();
    /** Those that the coordinator has not heard of. */
    private final BlockingQueue<String> errors = new LinkedBlockingQueue<>();

    private final Thread sender = ParallelWork.daemon("agent-sender", this::sendEachSecond);
    /** Sends the result directory, once it is made; it is the sending thread's while that lives. */
    private volatile @Nullable FileFeed feed;
    /** What the run is doing, as soon as it does. */
    private volatile @Nullable LiveSource source;

    private volatile boolean hasSummed;
    private volatile @Nullable String stoppedBy;
    private volatile boolean isCoordinatorLost;
    private volatile boolean hasEnded;
    /** The props file, until it is in the result directory. The run's thread. */
    private @Nullable Path received;

    AgentRun(
            ProgramContext program,
            AgentMessage.Task task,
            Consumer<String> console,
            Address coordinator,
            IOBiConsumer<AgentMessage, byte[]> link) {
        this.program = program;
        this.task = task;
        this.console = console;
        this.coordinator = coordinator;
        this.link = link;
    }

    String id() {
        return task.run();
    }

    boolean isOver() {
        return over.getCount() == 0;
    }

    void await() throws InterruptedException {
        over.await();
    }

    void begin() {
        ParallelWork.daemon("agent", this::run).start();
    }

    /** Ends it early, in good order; the first one that wants it gives the reason. */
    synchronized void stop(String by) {
        if (stoppedBy != null) {
            return;
        }
        stoppedBy = by;
        start.completeExceptionally(new UsageException("Stopped before the run began" + by + "."));
        RunSession running = session;
        if (running != null) {
            running.stop().request(by);
        }
    }

    void receive(AgentMessage message) {
        if (!message.run().equals(id())) {
            LOG.debug("a message of another run: {}", message);
        } else if (message instanceof AgentMessage.Begin begin) {
            start.complete(begin.nanos());
        } else if (message instanceof AgentMessage.Stop wanted) {
            stop(wanted.by());
        } else if (message instanceof AgentMessage.Answer answer) {
            answers.add(answer);
        }
    }

    /** Who is in the group now: without its coordinator a run ends. */
    void seen(Set<Address> present) {
        if (isOver() || isCoordinatorLost || present.contains(coordinator)) {
            return;
        }
        isCoordinatorLost = true;
        // Nothing more is sent, and no answer is waited for.
        answers.add(new AgentMessage.Answer(id(), List.of()));
        if (!hasEnded) {
            // Another thread: the run may be in the middle of something that stop waits for.
            ParallelWork.daemon("agent-stop", () -> stop(" because the coordinator was lost"))
                    .start();
        }
    }

    private void run() {
        String name = "Agent " + task.share().number() + " of " + task.share().agents();
        console.accept(name + " of " + task.resultName() + ": connecting.");
        String failure = null;
        List<String> problems = List.of();
        try {
            RunSession.Finished finished = generateLoad();
            problems = finished.problems();
            console.accept(name + ": " + describe(finished));
        } catch (IOException e) {
            failure = "its folder " + program.workingDirectory() + " cannot be written to (" + IoReason.of(e) + ")";
        } catch (UsageException | SQLException | ResultWriteException e) {
            failure = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            failure = "interrupted";
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            // The coordinator must hear of an error of the JVM too: it waits for an agent as long as its seconds come.
            failure = "An error of the program ended the run: " + e;
            LOG.error(failure, e);
        }
        if (failure != null) {
            console.accept(name + ": " + program.secrets().hide(failure));
        }
        hasEnded = true;
        try {
            end(problems, failure == null ? null : program.secrets().hide(failure));
        } catch (IOException e) {
            console.accept("The coordinator did not get everything: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            over.countDown();
            console.accept("Waiting for a run.");
        }
    }

    private void end(List<String> problems, @Nullable String failure) throws IOException, InterruptedException {
        FileFeed begun = feed;
        ResultDirectory made = directory;
        if (begun != null && made != null && Files.isDirectory(made.root())) {
            sendRest(begun, made.root(), problems, failure);
        } else if (!isCoordinatorLost) {
            link.accept(
                    new AgentMessage.Ended(id(), Map.of(), List.of(), failure == null ? "left no results" : failure),
                    new byte[0]);
        }
    }

    /** Sends what is left until everything has arrived, unless the coordinator is lost; the files change no more. */
    private void sendRest(FileFeed begun, Path root, List<String> problems, @Nullable String failure)
            throws IOException, InterruptedException {
        try {
            // The thread continues meanwhile: checksums of a long run's files take a while, and silence counts as loss.
            Map<String, String> sums = FileFeed.sums(root);
            hasSummed = true;
            sender.interrupt();
            sender.join();
            if (isCoordinatorLost) {
                return;
            }
            begun.send();
            AgentMessage.Answer answer;
            do {
                link.accept(new AgentMessage.Ended(id(), sums, problems, failure), new byte[0]);
                answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                if (answer != null) {
                    begun.sendAgain(answer.damaged());
                }
            } while (answer != null && !answer.damaged().isEmpty());
        } finally {
            hasSummed = true;
            sender.interrupt();
        }
    }

    private void sendEachSecond() {
        FileFeed begun = Objects.requireNonNull(feed);
        try {
            begun.send();
            sendSecond();
            RunClock clock = program.clock();
            long dueNanos = clock.nanoTime();
            while (!hasSummed && !isCoordinatorLost) {
                dueNanos = Math.max(dueNanos + SECOND_NANOS, clock.nanoTime());
                clock.parkUntil(dueNanos);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                sendSecond();
                begun.send();
            }
        } catch (IOException e) {
            LOG.debug("sending ended: {}", e.getMessage());
            if (!isCoordinatorLost) {
                console.accept("Nothing more is sent to the coordinator: " + e.getMessage());
            }
        } catch (InterruptedException e) {
            LOG.trace("the run is over: what is left is sent by its own thread");
        }
    }

    private void sendSecond() throws IOException {
        LiveSource live = source;
        List<String> fresh = new ArrayList<>();
        errors.drainTo(fresh);
        link.accept(
                live == null
                        ? new AgentMessage.Heartbeat(id(), 0, 0, null, List.of())
                        : new AgentMessage.Heartbeat(
                                id(),
                                live.backlog().getAsInt(),
                                live.connectedWorkers().getAsInt(),
                                live.problems().get().stream()
                                        .findFirst()
                                        .map(program.secrets()::hide)
                                        .orElse(null),
                                fresh),
                new byte[0]);
    }

    private static String describe(RunSession.Finished finished) {
        String reason = finished.summary().ending().statusReason();
        return finished.summary().ending().status().name().toLowerCase(Locale.ROOT)
                + (reason == null ? "" : ", " + reason) + "; its results are in " + finished.directory() + ".";
    }

    private RunSession.Finished generateLoad() throws UsageException, SQLException, InterruptedException, IOException {
        Path props = Files.createTempFile(program.workingDirectory(), ".bmsql-agent", ".properties");
        received = props;
        try {
            Files.write(props, task.props().getBytes(StandardCharsets.ISO_8859_1));
            // Another version may not know all settings: it is refused for what it is.
            ProgramSums.requireVersion(task.program());
            LoadedConfig settings = settings(props);
            program.secrets().use(settings.secrets());
            ProgramSums.of(Dialect.of(program, settings.config())).require(task.program());
            RunSession.Request request = new RunSession.Request(
                    settings,
                    props,
                    task.runId(),
                    task.commandLine(),
                    task.share(),
                    clock -> awaitStart(),
                    task.scripts());
            RunSession running = new RunSession(program, request, this);
            session = running;
            String by = stoppedBy;
            if (by != null) {
                throw new UsageException("Stopped before the run began" + by + ".");
            }
            return running.run();
        } finally {
            Files.deleteIfExists(props);
        }
    }

    /** As the coordinator read them; the password is in memory only. */
    private LoadedConfig settings(Path props) throws UsageException {
        Map<String, String> settings = new HashMap<>(task.settings());
        settings.put(PropertyKey.RESULT_DIRECTORY.key(), freeName());
        LoadedConfig read = new ConfigLoader(Map.of(), () -> RandomStream.drawSeed(program.clock()))
                .load(props, settings, ConfigPurpose.RUN);
        return new LoadedConfig(read.config(), task.shown(), List.of(), read.secrets());
    }

    /** The runs of a second study are named as those of the first. */
    private String freeName() {
        String name = task.resultName();
        String free = name;
        for (int next = 2; Files.exists(program.resolve(Path.of(task.share().directory(free)))); next++) {
            free = name + "_" + next;
        }
        return free;
    }

    /** All connections are open: says so, and waits for the moment at which all begin. */
    private long awaitStart() throws UsageException, InterruptedException {
        Objects.requireNonNull(feed, "a run with several agents has result files");
        sender.start();
        try {
            return start.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UsageException refused) {
                throw refused;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** The coordinator has them all, as they were written. */
    void removeResults() {
        ResultDirectory made = directory;
        if (made != null) {
            ResultDirectory.removeAll(made.root());
        }
    }

    @Override
    public void directory(ResultDirectory made) {
        directory = made;
        feed = new FileFeed(made.root(), id(), link);
        Path props = received;
        if (props != null) {
            try {
                // The directory has its copy by now: an agent that is killed leaves no file behind.
                Files.deleteIfExists(props);
            } catch (IOException e) {
                warn(props + " cannot be removed (" + e.getMessage() + "); it has no secret in it");
            }
        }
    }

    @Override
    public Runnable running(LiveSource live) {
        source = live;
        return () -> {};
    }

    @Override
    public void failed(String line) {
        warn(line);
        errors.add(program.secrets().hide(line));
    }

    @Override
    public void warn(String line) {
        console.accept("Warning: " + program.secrets().hide(line));
    }
}
