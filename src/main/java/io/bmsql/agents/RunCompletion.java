package io.bmsql.agents;

import io.bmsql.agents.Inbox.Received;
import io.bmsql.common.RunClock;
import io.bmsql.measure.RunWindow;
import io.bmsql.run.RunListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How each driver of a run comes to its end: done when all of its files have arrived, or lost, which the others survive unless the
 * user wants otherwise. One thread.
 */
final class RunCompletion {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** A driver that is in the group and sends nothing hangs: it says each second that it is there. */
    private static final long SILENCE_SECONDS = 20;

    private final AgentGroup group;
    private final Inbox inbox;
    private final RunClock clock;
    private final RunListener listener;
    private final RunWindow window;
    private final boolean stopsOnLoss;
    private final List<String> problems = new ArrayList<>();

    RunCompletion(
            AgentGroup group,
            Inbox inbox,
            RunClock clock,
            RunListener listener,
            RunWindow window,
            boolean stopsOnLoss) {
        this.group = group;
        this.inbox = inbox;
        this.clock = clock;
        this.listener = listener;
        this.window = window;
        this.stopsOnLoss = stopsOnLoss;
    }

    /** Until each driver is done or lost; what of their files could not be written or copied. */
    List<String> await() throws InterruptedException {
        while (group.drivers().stream().anyMatch(RemoteAgent::isAwaited)) {
            Received received = inbox.take(LOOK_EVERY_NANOS);
            RemoteAgent driver = received == null || received.from() == null ? null : group.driver(received.from());
            if (received != null && driver != null) {
                receive(driver, received.message());
            }
            for (RemoteAgent each : group.drivers()) {
                String reason = each.isAwaited() ? reasonToLose(each) : null;
                if (reason != null) {
                    lose(each, reason);
                }
            }
        }
        return problems;
    }

    private @Nullable String reasonToLose(RemoteAgent driver) {
        if (!inbox.isPresent(driver)) {
            return "it left the group: killed, stopped or cut off";
        }
        if (clock.nanoTime() - driver.lastMessageNanos > TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
            return "it sent nothing for " + SILENCE_SECONDS + " s";
        }
        AgentMessage.Second second = driver.second;
        return second == null || second.problem() == null ? null : unwritten(second.problem());
    }

    private static String unwritten(String problem) {
        return "its result files cannot be written: " + problem;
    }

    private void receive(RemoteAgent driver, @Nullable AgentMessage message) {
        if (driver.isLost()) {
            // Its end needs no answer but this; anything else is a run that goes on and must not.
            boolean hasEnded = message instanceof AgentMessage.Ended || message instanceof AgentMessage.Refused;
            inbox.send(
                    driver,
                    hasEnded
                            ? new AgentMessage.Done(group.id())
                            : new AgentMessage.Stop(group.id(), " because the coordinator had lost it"));
        } else if (message instanceof AgentMessage.Refused refused) {
            lose(driver, refused.reason());
        } else if (message instanceof AgentMessage.Ended ended) {
            settle(driver, ended);
        }
    }

    /** Asks again for what arrived damaged, else lets the driver go. */
    private void settle(RemoteAgent driver, AgentMessage.Ended ended) {
        List<String> differing = driver.copy.differing(ended.files());
        if (!differing.isEmpty() && driver.mayRepeat()) {
            inbox.send(driver, new AgentMessage.Again(group.id(), differing));
            return;
        }
        driver.isCopied = differing.isEmpty();
        differing.forEach(path -> problems.add(driver + ": the copy of " + path + " is not what the driver wrote"));
        ended.problems().forEach(problem -> problems.add(driver + ": " + problem));
        if (driver.copy.problem() != null) {
            problems.add(driver.copy.problem());
        }
        inbox.send(driver, new AgentMessage.Done(group.id()));
        driver.isDone = true;
        if (ended.failure() != null) {
            lose(driver, ended.failure());
        } else if (!ended.problems().isEmpty()) {
            lose(driver, unwritten(ended.problems().get(0)));
        } else {
            group.tellEnded(driver);
        }
    }

    private void lose(RemoteAgent driver, String reason) {
        double atSeconds = Math.floor((driver.lastMessageNanos - window.measureFromNanos()) / NANOS_PER_SECOND);
        boolean goesOn = inbox.isPresent(driver) && !driver.isDone;
        driver.lose(reason);
        group.tellEnded(driver);
        listener.warn(String.format(
                Locale.ROOT,
                "%s of %d is lost (%s): about second %.0f of the window is its last one%s",
                driver,
                group.drivers().size(),
                reason,
                atSeconds,
                stopsOnLoss ? "; the run ends" : "; the others go on"));
        if (goesOn) {
            // What it would do from now on would be in the database and not in the answer.
            inbox.sendAtOnce(
                    driver, new AgentMessage.Stop(group.id(), " because the coordinator gave it up: " + reason));
        }
        if (stopsOnLoss && group.stoppedBy() == null) {
            group.stop(" because " + driver + " was lost");
        }
    }
}
