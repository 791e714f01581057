package io.bmsql.agents;

import io.bmsql.common.ParallelWork;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.report.live.LiveSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOBiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the files of an agent's share of a run: each second what they gained, on its own thread, and at the end what is left, on the
 * run's. It may wait for a slow coordinator; nothing of the run ever waits for it.
 */
final class ShareSender {
    private static final Logger LOG = LoggerFactory.getLogger(ShareSender.class);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** For the coordinator to compare all copies, of which a long run's may take minutes, and say that everything arrived. */
    private static final long PATIENCE_SECONDS = 600;

    private final ProgramContext program;
    private final Path root;
    private final String run;
    private final Consumer<String> console;
    private final IOBiConsumer<AgentMessage, byte[]> link;
    private final BlockingQueue<AgentMessage.Answer> answers = new LinkedBlockingQueue<>();
    private final Thread thread = ParallelWork.daemon("agent-sender", this::sendEachSecond);
    private volatile boolean hasSummed;
    private volatile boolean isCoordinatorLost;
    private volatile @Nullable LiveSource source;
    /** Its own thread's while that lives. */
    private final FileFeed feed;

    /** @param root of the result directory */
    ShareSender(
            ProgramContext program,
            Path root,
            String run,
            Consumer<String> console,
            IOBiConsumer<AgentMessage, byte[]> link) {
        this.program = program;
        this.root = root;
        this.run = run;
        this.feed = new FileFeed(root, run, link);
        this.console = console;
        this.link = link;
    }

    /** What the run is doing, as soon as it does. */
    void use(LiveSource live) {
        source = live;
    }

    /** Takes the coordinator's answer to what was sent. */
    void receive(AgentMessage.Answer answer) {
        answers.add(answer);
    }

    /** The coordinator is lost: nothing more is sent, and its answer is not waited for. */
    void leave() {
        isCoordinatorLost = true;
        answers.add(new AgentMessage.Answer(run, List.of()));
    }

    /** All connections are open: says so, and sends each second from now on. */
    void begin() {
        thread.start();
    }

    private void sendEachSecond() {
        try {
            feed.send();
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
                feed.send();
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
        link.accept(
                live == null
                        ? new AgentMessage.Heartbeat(run, 0, 0, null)
                        : new AgentMessage.Heartbeat(
                                run,
                                live.backlog().getAsInt(),
                                live.connectedWorkers().getAsInt(),
                                live.problems().get().stream()
                                        .findFirst()
                                        .map(program.secrets()::hide)
                                        .orElse(null)),
                new byte[0]);
    }

    /**
     * The run is over, and its files change no more: sends what is left until everything has arrived, unless the coordinator is lost.
     *
     * @param failure why it ended, when that was an error
     */
    void end(List<String> problems, @Nullable String failure) throws IOException, InterruptedException {
        try {
            // The thread continues meanwhile: checksums of a long run's files take a while, and silence would count as
            // a
            // loss.
            Map<String, String> sums = FileFeed.sums(root);
            hasSummed = true;
            thread.interrupt();
            thread.join();
            if (isCoordinatorLost) {
                return;
            }
            feed.send();
            AgentMessage.Answer answer;
            do {
                link.accept(new AgentMessage.Ended(run, sums, problems, failure), new byte[0]);
                answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                if (answer != null) {
                    feed.sendAgain(answer.damaged());
                }
            } while (answer != null && !answer.damaged().isEmpty());
        } finally {
            hasSummed = true;
            thread.interrupt();
        }
    }
}
