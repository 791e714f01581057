package io.bmsql.agents;

import io.bmsql.agents.AgentMessage.Envelope;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.ResultDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what a driver's share of a run brings: each second what its files gained and its meters showed, on a thread of its own, and
 * at its end what is left, on the run's. It may wait for a slow coordinator; nothing of the run ever waits for it.
 */
final class ShareSender {
    private static final Logger LOG = LoggerFactory.getLogger(ShareSender.class);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** For the coordinator to compare all copies, of which a long run's may take minutes, and say that everything arrived. */
    private static final long PATIENCE_SECONDS = 600;

    private final ProgramContext program;
    private final String run;
    private final Consumer<String> console;
    private final Way way;
    private final BlockingQueue<AgentMessage> answers = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::sendEachSecond, "driver-sender");
    private volatile boolean hasSummed;
    private volatile boolean isCoordinatorLost;
    private volatile @Nullable ResultDirectory directory;
    private volatile @Nullable LiveSource source;
    /** Its own thread's while that lives. */
    private volatile @Nullable FileFeed feed;

    /** To the coordinator; waits while the way is full. */
    interface Way {
        void send(Envelope envelope) throws IOException;
    }

    ShareSender(ProgramContext program, String run, Consumer<String> console, Way way) {
        this.program = program;
        this.run = run;
        this.console = console;
        this.way = way;
        thread.setDaemon(true);
    }

    /** Where the files of the run are. */
    void use(ResultDirectory made) {
        directory = made;
    }

    /** What the run is doing, as soon as it does. */
    void use(LiveSource live) {
        source = live;
    }

    /** Takes what the coordinator says to what was sent. */
    void receive(AgentMessage answer) {
        answers.add(answer);
    }

    /** The coordinator is lost: nothing more is sent, and nobody waits for its word. */
    void leave() {
        isCoordinatorLost = true;
        answers.add(new AgentMessage.Done(run));
    }

    /** All connections are open: says so, and sends each second from now on. */
    void begin() {
        thread.start();
    }

    private void sendEachSecond() {
        try {
            FileFeed begun = feed();
            feed = begun;
            begun.send();
            way.send(new Envelope(new AgentMessage.Ready(run)));
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

    private FileFeed feed() {
        ResultDirectory made = directory;
        if (made == null) {
            throw new IllegalStateException("a run with several agents has result files");
        }
        return new FileFeed(made.root(), run, (piece, content) -> way.send(new Envelope(piece, content)));
    }

    private void sendSecond() throws IOException {
        LiveSource live = source;
        way.send(new Envelope(
                live == null
                        ? new AgentMessage.Second(run, 0, 0, null)
                        : new AgentMessage.Second(
                                run,
                                live.backlog().getAsInt(),
                                live.connectedWorkers().getAsInt(),
                                live.problems().get().stream()
                                        .findFirst()
                                        .map(program.secrets()::hide)
                                        .orElse(null))));
    }

    /**
     * The run is over, and its files change no more: sends what is left until everything has arrived, unless the coordinator is lost.
     *
     * @param failure why it ended, when that was an error
     */
    void end(List<String> problems, @Nullable String failure) throws IOException, InterruptedException {
        try {
            // The thread goes on meanwhile: the files of a long run take a while to sum up, and silence would count as
            // a loss.
            Map<String, FileCopy.Sum> sums = sums();
            hasSummed = true;
            thread.interrupt();
            thread.join();
            if (!isCoordinatorLost) {
                settle(sums, problems, failure);
            }
        } finally {
            hasSummed = true;
            thread.interrupt();
        }
    }

    /** The coordinator has them all, as they were written. */
    void removeResults() {
        ResultDirectory made = directory;
        if (made != null) {
            ResultDirectory.removeAll(made.root());
        }
    }

    /** Length and checksum of all files of the run; none when it left no directory. */
    private Map<String, FileCopy.Sum> sums() throws IOException {
        ResultDirectory made = directory;
        return made == null || !Files.isDirectory(made.root()) ? Map.of() : FileFeed.sums(made.root());
    }

    private void settle(Map<String, FileCopy.Sum> sums, List<String> problems, @Nullable String failure)
            throws IOException, InterruptedException {
        if (sums.isEmpty()) {
            way.send(new Envelope(new AgentMessage.Refused(run, failure == null ? "left no results" : failure)));
            return;
        }
        FileFeed begun = feed;
        FileFeed rest = begun == null ? feed() : begun;
        rest.send();
        way.send(new Envelope(new AgentMessage.Ended(run, sums, problems, failure)));
        for (AgentMessage answer = next(); answer instanceof AgentMessage.Again again; answer = next()) {
            rest.sendAgain(again.paths());
            way.send(new Envelope(new AgentMessage.Ended(run, sums, problems, failure)));
        }
    }

    private @Nullable AgentMessage next() throws InterruptedException {
        return answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
