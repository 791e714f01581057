package io.bmsql.drivers;

import io.bmsql.config.DriversConfig;
import io.bmsql.drivers.GroupChannel.Member;
import io.bmsql.drivers.Note.Letter;
import io.bmsql.measure.RunWindow;
import io.bmsql.merge.Part;
import io.bmsql.result.ResultDirectory;
import io.bmsql.run.RunListener;
import io.bmsql.spec.DriverShare;
import io.bmsql.spec.RefusedException;
import io.bmsql.time.RunClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The drivers of one run, as their coordinator leads them. Its own thread calls everything but {@link #stop}; figures and files
 * are taken on the group's threads, the rest waits in a queue.
 */
final class DriverCrew {
    private static final Logger LOG = LoggerFactory.getLogger(DriverCrew.class);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long ASK_EVERY_MILLIS = 1_000;
    private static final long LOOK_EVERY_MILLIS = 500;
    private static final int ROUND_TRIPS = 16;
    /** A driver that is in the group and sends nothing hangs: it says each second that it is there. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final RunClock clock;
    private final String id;
    private final RunListener listener;
    private final BlockingQueue<Heard> inbox = new LinkedBlockingQueue<>();
    private final List<String> problems = new ArrayList<>();
    private volatile List<RemoteDriver> drivers = List.of();
    private volatile Set<Address> present = Set.of();
    private volatile @Nullable GroupChannel channel;
    private volatile @Nullable DriversLive live;
    private volatile @Nullable String stoppedBy;

    /** A note that the coordinator's own thread must see, and when it came; null when only the members changed. */
    private record Heard(@Nullable Member from, @Nullable Note note, long nanos, long epochMillis) {}

    DriverCrew(RunClock clock, String id, RunListener listener) {
        this.clock = clock;
        this.id = id;
        this.listener = listener;
    }

    String id() {
        return id;
    }

    GroupChannel.Listener ear() {
        return new Ear();
    }

    void use(GroupChannel joined) {
        channel = joined;
    }

    List<RemoteDriver> drivers() {
        return drivers;
    }

    /** From now on each second goes there. */
    void show(DriversLive to) {
        live = to;
    }

    @Nullable
    String stoppedBy() {
        return stoppedBy;
    }

    List<String> problems() {
        return problems;
    }

    List<Part> parts() {
        return drivers.stream().map(RemoteDriver::part).toList();
    }

    void refuseIfStopped() throws RefusedException {
        if (stoppedBy != null) {
            throw new RefusedException("Stopped before the run began" + stoppedBy + ".");
        }
    }

    /** Waits until so many agents are there, and takes them. */
    void gather(DriversConfig config, Path copies) throws RefusedException, InterruptedException {
        Roll roll = new Roll(config.count(), config.hosts());
        long deadlineNanos = clock.nanoTime() + TimeUnit.SECONDS.toNanos(config.waitSeconds());
        listener.info("waiting for " + config.count() + " agents, up to " + config.waitSeconds() + " s");
        while (roll.chosen().size() < config.count()) {
            refuseIfStopped();
            if (clock.nanoTime() - deadlineNanos > 0) {
                throw new MissingDriversException("After " + config.waitSeconds() + " s " + roll.missing()
                        + ". Start `bmsql agent` on each driver host, with the same key file and ports that can be"
                        + " reached, or wait longer with driversWaitSecs");
            }
            sendToAll(new Note.Ask());
            hearAnswers(roll, config.count());
        }
        List<RemoteDriver> taken = new ArrayList<>();
        for (Member member : roll.chosen()) {
            int number = taken.size() + 1;
            String host = roll.host(member);
            Path copy = copies.resolve(ResultDirectory.driverName(number, host));
            taken.add(new RemoteDriver(number, member, host, new FileCopy(copy)));
        }
        drivers = List.copyOf(taken);
    }

    private void hearAnswers(Roll roll, int wanted) throws InterruptedException {
        long untilNanos = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASK_EVERY_MILLIS);
        while (roll.chosen().size() < wanted) {
            Heard heard = inbox.poll(untilNanos - clock.nanoTime(), TimeUnit.NANOSECONDS);
            if (heard == null) {
                return;
            }
            if (heard.from() != null && heard.note() instanceof Note.Here here && roll.add(heard.from(), here)) {
                listener.info(heard.from().name() + " is there: " + roll.missing());
            }
            roll.keep(present);
        }
    }

    /** Gives each driver its share, and waits until all have connected. */
    void give(Note.Task task, int waitSeconds) throws RefusedException, InterruptedException {
        for (RemoteDriver driver : drivers) {
            DriverShare share = new DriverShare(driver.number, drivers.size(), id);
            send(
                    driver,
                    new Note.Task(
                            id, share, task.program(), task.settings(), task.shown(), task.props(), task.start()));
        }
        long deadlineNanos = clock.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
        while (drivers.stream().anyMatch(driver -> !driver.isReady)) {
            refuseIfStopped();
            if (clock.nanoTime() - deadlineNanos > 0) {
                throw new MissingDriversException("After " + waitSeconds + " s not connected: "
                        + String.join(
                                ", ",
                                drivers.stream()
                                        .filter(driver -> !driver.isReady)
                                        .map(Object::toString)
                                        .toList())
                        + "; the run was not started");
            }
            hear();
            requireAll();
        }
        listener.info("all " + drivers.size() + " drivers have connected");
    }

    private void requireAll() throws MissingDriversException {
        for (RemoteDriver driver : drivers) {
            if (!present.contains(driver.member.address())) {
                throw new MissingDriversException(driver + " was lost before the run began");
            }
        }
    }

    /** Waits a little for a note, and does what it asks for. */
    private void hear() throws RefusedException, InterruptedException {
        Heard heard = inbox.poll(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        if (heard == null || heard.from() == null) {
            return;
        }
        RemoteDriver driver = driver(heard.from());
        if (driver == null) {
            return;
        }
        if (heard.note() instanceof Note.Ready) {
            driver.isReady = true;
        } else if (heard.note() instanceof Note.Refused refused) {
            throw new RefusedException(driver + ": " + refused.reason());
        } else if (heard.note() instanceof Note.Pong pong) {
            driver.clock.add(pong, heard.nanos(), heard.epochMillis());
        }
    }

    /** Round trips with each driver, one after the other, while nothing else is on the way. */
    void measureClocks() throws RefusedException, InterruptedException {
        double worstMillis = 0;
        for (RemoteDriver driver : drivers) {
            for (int trip = 0; trip < ROUND_TRIPS || !driver.clock.isKnown(); trip++) {
                sendAtOnce(driver, new Note.Ping(clock.nanoTime()));
                hear();
                refuseIfStopped();
                requireAll();
            }
            worstMillis = Math.max(worstMillis, driver.clock.errorNanos() / 1e6);
            listener.info(String.format(
                    java.util.Locale.ROOT,
                    "clock of %s: %+.1f ms, known to %.2f ms",
                    driver,
                    driver.clock.wall().offsetMillis(),
                    driver.clock.wall().errorMillis()));
        }
        listener.info(String.format(java.util.Locale.ROOT, "all begin at one instant, within %.2f ms", worstMillis));
    }

    /** Lets all begin when the window does. */
    void begin(RunWindow window) {
        for (RemoteDriver driver : drivers) {
            driver.heardNanos = clock.nanoTime();
            sendAtOnce(driver, new Note.Begin(id, driver.clock.there(window.startNanos())));
        }
    }

    /** Until each driver is done or lost. */
    void awaitEnd(RunWindow window, boolean stopsOnLoss) throws InterruptedException {
        while (drivers.stream().anyMatch(RemoteDriver::isAwaited)) {
            Heard heard = inbox.poll(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
            RemoteDriver driver = heard == null || heard.from() == null ? null : driver(heard.from());
            if (heard != null && driver != null) {
                hearEnding(driver, heard.note(), window, stopsOnLoss);
            }
            for (RemoteDriver each : drivers) {
                if (each.isAwaited() && !present.contains(each.member.address())) {
                    lose(each, "it left the group: killed, stopped or cut off", window, stopsOnLoss);
                } else if (each.isAwaited() && clock.nanoTime() - each.heardNanos > SILENCE_NANOS) {
                    lose(
                            each,
                            "it sent nothing for " + SILENCE_NANOS / (long) NANOS_PER_SECOND + " s",
                            window,
                            stopsOnLoss);
                }
            }
        }
    }

    private void hearEnding(RemoteDriver driver, @Nullable Note note, RunWindow window, boolean stopsOnLoss) {
        if (driver.isLost()) {
            send(driver, new Note.Stop(id, " because the coordinator had lost it"));
        } else if (note instanceof Note.Refused refused) {
            lose(driver, refused.reason(), window, stopsOnLoss);
        } else if (note instanceof Note.Ended ended) {
            settle(driver, ended, window, stopsOnLoss);
        }
    }

    /** Asks again for what arrived damaged, else lets the driver go. */
    private void settle(RemoteDriver driver, Note.Ended ended, RunWindow window, boolean stopsOnLoss) {
        List<String> differing = driver.copy.differing(ended.files());
        if (!differing.isEmpty() && driver.mayRepeat()) {
            send(driver, new Note.Again(id, differing));
            return;
        }
        differing.forEach(path -> problems.add(driver + ": the copy of " + path + " is not what the driver wrote"));
        ended.problems().forEach(problem -> problems.add(driver + ": " + problem));
        if (driver.copy.problem() != null) {
            problems.add(driver.copy.problem());
        }
        send(driver, new Note.Done(id));
        if (ended.failure() != null) {
            lose(driver, ended.failure(), window, stopsOnLoss);
        }
        driver.isDone = true;
        tellEnded(driver);
    }

    private void lose(RemoteDriver driver, String reason, RunWindow window, boolean stopsOnLoss) {
        double atSeconds = Math.floor((driver.heardNanos - window.measureFromNanos()) / NANOS_PER_SECOND);
        driver.lose(reason);
        tellEnded(driver);
        listener.warn(String.format(
                java.util.Locale.ROOT,
                "%s of %d is lost (%s): about second %.0f of the window is its last one%s",
                driver,
                drivers.size(),
                reason,
                atSeconds,
                stopsOnLoss ? "; the run ends" : "; the others go on"));
        if (stopsOnLoss && stoppedBy == null) {
            stop(" because " + driver + " was lost");
        }
    }

    private void tellEnded(RemoteDriver driver) {
        DriversLive shown = live;
        if (shown != null) {
            shown.ended(driver);
        }
    }

    /** Ends the run on all drivers, from any thread. */
    void stop(String by) {
        stoppedBy = stoppedBy == null ? by : stoppedBy;
        for (RemoteDriver driver : drivers) {
            if (driver.isAwaited()) {
                sendAtOnce(driver, new Note.Stop(id, by));
            }
        }
        inbox.add(new Heard(null, null, 0, 0));
    }

    private @Nullable RemoteDriver driver(Member member) {
        for (RemoteDriver driver : drivers) {
            if (driver.member.equals(member)) {
                return driver;
            }
        }
        return null;
    }

    private void send(RemoteDriver to, Note note) {
        deliver(open -> open.send(to.member.address(), new Letter(note).encoded()));
    }

    private void sendAtOnce(RemoteDriver to, Note note) {
        deliver(open -> open.sendAtOnce(to.member.address(), new Letter(note).encoded()));
    }

    private void sendToAll(Note note) {
        deliver(open -> open.sendToAll(new Letter(note).encoded()));
    }

    private interface Delivery {
        void by(GroupChannel open) throws IOException;
    }

    /** Whoever cannot be reached will be gone from the group, which says so. */
    private void deliver(Delivery delivery) {
        GroupChannel open = channel;
        if (open == null) {
            return;
        }
        try {
            delivery.by(open);
        } catch (IOException e) {
            LOG.debug("{}", e.getMessage());
        }
    }

    /** On the group's threads: files and figures at once, in the order of each driver; all else later. */
    private final class Ear implements GroupChannel.Listener {
        @Override
        public void received(Member from, byte[] message) {
            long nanos = clock.nanoTime();
            try {
                Letter letter = Letter.of(message);
                RemoteDriver driver = driver(from);
                if (driver != null) {
                    driver.heardNanos = nanos;
                }
                if (driver != null && !driver.isLost() && letter.note() instanceof Note.Piece piece) {
                    driver.copy.take(piece, letter.bytes());
                } else if (driver != null && !driver.isLost() && letter.note() instanceof Note.Second second) {
                    driver.second = second;
                    DriversLive shown = live;
                    if (shown != null) {
                        shown.add(driver, letter.bytes());
                    }
                    DriversLive alone = driver.alone;
                    if (alone != null) {
                        alone.add(driver, letter.bytes());
                    }
                } else {
                    inbox.add(new Heard(from, letter.note(), nanos, clock.epochMillis()));
                }
            } catch (IOException e) {
                LOG.warn("{} sent what is no note: {}", from.name(), e.getMessage());
            }
        }

        @Override
        public void members(Set<Address> now) {
            present = now;
            inbox.add(new Heard(null, null, 0, 0));
        }
    }
}
