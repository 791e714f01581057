package io.bmsql.drivers;

import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.ProgramContext;
import io.bmsql.drivers.Note.Letter;
import io.bmsql.live.LiveSource;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunSession;
import io.bmsql.spec.RefusedException;
import io.bmsql.time.RunClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's share of one run. Two threads: one runs, the other sends what the files gained and what the meters showed, each
 * second. The sender may wait for a slow coordinator; nothing of the run ever waits for the sender.
 */
final class AgentRun implements RunListener {
    private static final Logger LOG = LoggerFactory.getLogger(AgentRun.class);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** More are dropped, the oldest first: they are for onlookers, and the files have everything. */
    private static final int MOST_READINGS = 64;
    /** For the coordinator to compare all copies, of which a long run's may take minutes, and say that everything arrived. */
    private static final long PATIENCE_SECONDS = 600;

    private final ProgramContext program;
    private final Note.Task task;
    private final Consumer<String> console;
    private final Way way;
    private final BlockingQueue<byte[]> readings = new ArrayBlockingQueue<>(MOST_READINGS);
    private final BlockingQueue<Note> answers = new LinkedBlockingQueue<>();
    private final CompletableFuture<Long> start = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<@Nullable RunSession> session = new AtomicReference<>();
    private volatile @Nullable String stoppedBy;
    private volatile boolean isCoordinatorLost;
    private volatile boolean hasEnded;
    private volatile boolean hasSummed;
    private volatile @Nullable Address coordinator;
    private volatile @Nullable ResultDirectory directory;
    private volatile @Nullable LiveSource source;
    /** The sender's while it lives. */
    private volatile @Nullable FileFeed feed;

    /** To the coordinator; waits while the way is full. */
    interface Way {
        void send(Letter letter) throws IOException;
    }

    AgentRun(ProgramContext program, Note.Task task, Consumer<String> console, Way way) {
        this.program = program;
        this.task = task;
        this.console = console;
        this.way = way;
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

    void begin(Address from) {
        coordinator = from;
        thread("driver", this::run).start();
    }

    private static Thread thread(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Ends it early, in good order. */
    void stop(String by) {
        stoppedBy = by;
        start.completeExceptionally(new RefusedException("Stopped before the run began" + by + "."));
        RunSession running = session.get();
        if (running != null) {
            running.stop(by);
        }
    }

    void hear(Note.OfRun note) {
        if (!note.run().equals(id())) {
            LOG.debug("a note of another run: {}", note);
        } else if (note instanceof Note.Begin begin) {
            start.complete(begin.nanos());
        } else if (note instanceof Note.Stop wanted) {
            stop(wanted.by());
        } else {
            answers.add(note);
        }
    }

    /** Who is in the group now: without its coordinator a run ends. */
    void seen(Set<Address> present) {
        if (isOver() || isCoordinatorLost || coordinator == null || present.contains(coordinator)) {
            return;
        }
        isCoordinatorLost = true;
        answers.add(new Note.Done(id()));
        if (!hasEnded) {
            // Another thread: the run may be in the middle of something that stop waits for.
            thread("driver-stop", () -> stop(" because the coordinator was lost"))
                    .start();
        }
    }

    private void run() {
        String name = "Driver " + task.share().number() + " of " + task.share().drivers();
        console.accept(name + " of " + task.start().resultName() + ": connecting.");
        Thread sender = thread("driver-sender", this::sendEachSecond);
        String failure = null;
        List<String> problems = List.of();
        try {
            RunSession.Finished finished = drive(sender);
            problems = finished.problems();
            console.accept(name + ": " + describe(finished));
        } catch (RefusedException | SQLException | IOException | ResultWriteException e) {
            failure = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            failure = "interrupted";
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = "An error of the program ended the run: " + e;
            LOG.error(failure, e);
        }
        if (failure != null) {
            console.accept(name + ": " + program.secrets().hide(failure));
        }
        try {
            hasEnded = true;
            // The sender goes on meanwhile: the files of a long run take a while to sum up, and silence would count as a loss.
            Map<String, FileCopy.Sum> sums = sums();
            hasSummed = true;
            sender.interrupt();
            sender.join();
            if (!isCoordinatorLost) {
                settle(sums, problems, failure == null ? null : program.secrets().hide(failure));
            }
        } catch (IOException e) {
            console.accept("The coordinator was not told everything: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            hasSummed = true;
            sender.interrupt();
            over.countDown();
            console.accept("Waiting for a run.");
        }
    }

    private static String describe(RunSession.Finished finished) {
        String reason = finished.summary().ending().statusReason();
        return finished.summary().ending().status().name().toLowerCase(java.util.Locale.ROOT)
                + (reason == null ? "" : ", " + reason) + "; its results are in " + finished.directory() + ".";
    }

    private RunSession.Finished drive(Thread sender)
            throws RefusedException, SQLException, InterruptedException, IOException {
        Path folder = Files.createTempDirectory("bmsql-agent");
        Path props = folder.resolve("run.properties");
        try {
            Files.write(props, task.props().getBytes(StandardCharsets.ISO_8859_1));
            LoadedConfig settings = settings(props);
            program.secrets().use(settings.secrets());
            Optional<String> difference =
                    ProgramSums.of(program.dialect(settings.config())).differenceFrom(task.program());
            if (difference.isPresent()) {
                throw new RefusedException(difference.get() + ": use the same program on all hosts");
            }
            RunSession.Request request = new RunSession.Request(
                    settings,
                    props,
                    task.start().runId(),
                    task.start().commandLine(),
                    task.share(),
                    clock -> awaitStart(clock, sender));
            RunSession running = new RunSession(program, request, this);
            session.set(running);
            String by = stoppedBy;
            if (by != null) {
                throw new RefusedException("Stopped before the run began" + by + ".");
            }
            return running.run();
        } finally {
            Files.deleteIfExists(props);
            Files.deleteIfExists(folder);
        }
    }

    /** As the coordinator read them; the password is in memory only. */
    private LoadedConfig settings(Path props) throws RefusedException {
        Map<String, String> settings = new HashMap<>(task.settings());
        settings.put(PropertyKey.RESULT_DIRECTORY.key(), task.start().resultName());
        LoadedConfig read = new ConfigLoader(Map.of(), program::drawSeed).load(props, settings, ConfigPurpose.RUN);
        return new LoadedConfig(read.config(), task.shown(), List.of(), read.secrets());
    }

    /** All connections stand: says so, and waits for the moment at which all begin. */
    private long awaitStart(RunClock clock, Thread sender) throws RefusedException, InterruptedException {
        sender.start();
        try {
            return start.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RefusedException refused) {
                throw refused;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void sendEachSecond() {
        try {
            FileFeed begun = feed();
            feed = begun;
            begun.send();
            way.send(new Letter(new Note.Ready(id())));
            RunClock clock = program.clock();
            long dueNanos = clock.nanoTime();
            while (!hasSummed && !isCoordinatorLost) {
                dueNanos = Math.max(dueNanos + SECOND_NANOS, clock.nanoTime());
                sendReadings(dueNanos);
                begun.send();
            }
        } catch (IOException e) {
            LOG.debug("sending ended: {}", e.getMessage());
            console.accept("Nothing more is sent to the coordinator: " + e.getMessage());
        } catch (InterruptedException e) {
            LOG.trace("the run is over: what is left is sent by its own thread");
        }
    }

    private FileFeed feed() {
        ResultDirectory made = directory;
        if (made == null) {
            throw new IllegalStateException("a run with several drivers has result files");
        }
        return new FileFeed(made.root(), id(), (piece, content) -> way.send(new Letter(piece, content)));
    }

    /** Sends each reading when it comes, until this moment; when none came, that this driver is still here. */
    private void sendReadings(long untilNanos) throws IOException, InterruptedException {
        boolean any = false;
        for (long left = untilNanos - program.clock().nanoTime();
                left > 0;
                left = untilNanos - program.clock().nanoTime()) {
            byte[] reading = readings.poll(left, TimeUnit.NANOSECONDS);
            if (reading != null) {
                any = true;
                sendReading(reading);
            }
        }
        if (!any) {
            sendReading(new byte[0]);
        }
    }

    private void sendReading(byte[] reading) throws IOException {
        LiveSource live = source;
        Note.Second second = live == null
                ? new Note.Second(id(), 0, 0, Map.of(), List.of())
                : new Note.Second(
                        id(),
                        live.backlog().getAsInt(),
                        live.connectedWorkers().getAsInt(),
                        live.errorsByClass().get(),
                        live.view().get().figures().outages());
        way.send(new Letter(second, reading));
    }

    /** Length and checksum of all files of the run, which change no more; none when it left no directory. */
    private Map<String, FileCopy.Sum> sums() throws IOException {
        ResultDirectory made = directory;
        return made == null || !Files.isDirectory(made.root()) ? Map.of() : FileFeed.sums(made.root());
    }

    /** Sends what is left until everything has arrived. */
    private void settle(Map<String, FileCopy.Sum> sums, List<String> problems, @Nullable String failure)
            throws IOException, InterruptedException {
        if (sums.isEmpty()) {
            way.send(new Letter(new Note.Refused(id(), failure == null ? "left no results" : failure)));
            return;
        }
        for (byte[] reading = readings.poll(); reading != null; reading = readings.poll()) {
            sendReading(reading);
        }
        FileFeed begun = feed;
        FileFeed rest = begun == null ? feed() : begun;
        rest.send();
        way.send(new Letter(new Note.Ended(id(), sums, problems, failure)));
        for (Note answer = next(); answer instanceof Note.Again again; answer = next()) {
            rest.sendAgain(again.paths());
            way.send(new Letter(new Note.Ended(id(), sums, problems, failure)));
        }
    }

    private @Nullable Note next() throws InterruptedException {
        return answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void directory(ResultDirectory made) {
        directory = made;
    }

    @Override
    public Consumer<byte[]> readings() {
        return reading -> {
            while (!readings.offer(reading)) {
                readings.poll();
            }
        };
    }

    @Override
    public Runnable running(LiveSource live) {
        source = live;
        return () -> {};
    }

    @Override
    public void warn(String line) {
        console.accept("Warning: " + program.secrets().hide(line));
    }
}
