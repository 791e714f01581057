package io.bmsql.agents;

import io.bmsql.agents.Inbox.Received;
import io.bmsql.measure.RunWindow;
import io.bmsql.run.RunListener;
import io.bmsql.common.RunClock;
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

    private final AgentGroup crew;
    private final Inbox mail;
    private final RunClock clock;
    private final RunListener listener;
    private final RunWindow window;
    private final boolean stopsOnLoss;
    private final List<String> problems = new ArrayList<>();

    RunCompletion(
            AgentGroup crew,
            Inbox mail,
            RunClock clock,
            RunListener listener,
            RunWindow window,
            boolean stopsOnLoss) {
        this.crew = crew;
        this.mail = mail;
        this.clock = clock;
        this.listener = listener;
        this.window = window;
        this.stopsOnLoss = stopsOnLoss;
    }

    /** Until each driver is done or lost; what of their files could not be written or copied. */
    List<String> await() throws InterruptedException {
        while (crew.drivers().stream().anyMatch(RemoteAgent::isAwaited)) {
            Received heard = mail.take(LOOK_EVERY_NANOS);
            RemoteAgent driver = heard == null || heard.from() == null ? null : crew.driver(heard.from());
            if (heard != null && driver != null) {
                hear(driver, heard.note());
            }
            for (RemoteAgent each : crew.drivers()) {
                String reason = each.isAwaited() ? reasonToLose(each) : null;
                if (reason != null) {
                    lose(each, reason);
                }
            }
        }
        return problems;
    }

    private @Nullable String reasonToLose(RemoteAgent driver) {
        if (!mail.isPresent(driver)) {
            return "it left the group: killed, stopped or cut off";
        }
        if (clock.nanoTime() - driver.heardNanos > TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
            return "it sent nothing for " + SILENCE_SECONDS + " s";
        }
        AgentMessage.Second second = driver.second;
        return second == null || second.problem() == null ? null : unwritten(second.problem());
    }

    private static String unwritten(String problem) {
        return "its result files cannot be written: " + problem;
    }

    private void hear(RemoteAgent driver, @Nullable AgentMessage note) {
        if (driver.isLost()) {
            // Its end needs no answer but this; anything else is a run that goes on and must not.
            boolean hasEnded = note instanceof AgentMessage.Ended || note instanceof AgentMessage.Refused;
            mail.send(
                    driver,
                    hasEnded
                            ? new AgentMessage.Done(crew.id())
                            : new AgentMessage.Stop(crew.id(), " because the coordinator had lost it"));
        } else if (note instanceof AgentMessage.Refused refused) {
            lose(driver, refused.reason());
        } else if (note instanceof AgentMessage.Ended ended) {
            settle(driver, ended);
        }
    }

    /** Asks again for what arrived damaged, else lets the driver go. */
    private void settle(RemoteAgent driver, AgentMessage.Ended ended) {
        List<String> differing = driver.copy.differing(ended.files());
        if (!differing.isEmpty() && driver.mayRepeat()) {
            mail.send(driver, new AgentMessage.Again(crew.id(), differing));
            return;
        }
        driver.isCopied = differing.isEmpty();
        differing.forEach(path -> problems.add(driver + ": the copy of " + path + " is not what the driver wrote"));
        ended.problems().forEach(problem -> problems.add(driver + ": " + problem));
        if (driver.copy.problem() != null) {
            problems.add(driver.copy.problem());
        }
        mail.send(driver, new AgentMessage.Done(crew.id()));
        driver.isDone = true;
        if (ended.failure() != null) {
            lose(driver, ended.failure());
        } else if (!ended.problems().isEmpty()) {
            lose(driver, unwritten(ended.problems().get(0)));
        } else {
            crew.tellEnded(driver);
        }
    }

    private void lose(RemoteAgent driver, String reason) {
        double atSeconds = Math.floor((driver.heardNanos - window.measureFromNanos()) / NANOS_PER_SECOND);
        boolean goesOn = mail.isPresent(driver) && !driver.isDone;
        driver.lose(reason);
        crew.tellEnded(driver);
        listener.warn(String.format(
                Locale.ROOT,
                "%s of %d is lost (%s): about second %.0f of the window is its last one%s",
                driver,
                crew.drivers().size(),
                reason,
                atSeconds,
                stopsOnLoss ? "; the run ends" : "; the others go on"));
        if (goesOn) {
            // What it would do from now on would be in the database and not in the answer.
            mail.sendAtOnce(driver, new AgentMessage.Stop(crew.id(), " because the coordinator gave it up: " + reason));
        }
        if (stopsOnLoss && crew.stoppedBy() == null) {
            crew.stop(" because " + driver + " was lost");
        }
    }
}
