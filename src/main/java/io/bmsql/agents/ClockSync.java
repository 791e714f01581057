package io.bmsql.agents;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.run.RunListener;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** How far each driver's clock is from this one's, by round trips. One thread. */
final class ClockSync {
    private static final int ROUND_TRIPS = 16;
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** So long a driver that is asked for its clock has the way for itself. */
    private static final long ALONE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final AgentGroup group;
    private final Inbox inbox;
    private final RunClock clock;
    private final RunListener listener;

    ClockSync(AgentGroup group, Inbox inbox, RunClock clock, RunListener listener) {
        this.group = group;
        this.inbox = inbox;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * Round trips while nothing else is on the way: near drivers have answered before the next one is asked, far ones answer
     * meanwhile. Gives the longest of their best ones, in nanoseconds.
     */
    long measure(int waitSeconds) throws UsageException, InterruptedException {
        long deadlineNanos = clock.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
        for (int trip = 1; trip <= ROUND_TRIPS || fewestTrips() == 0; trip++) {
            for (RemoteAgent driver : group.drivers()) {
                int before = driver.clock.trips();
                inbox.sendAtOnce(driver, new AgentMessage.Ping(clock.nanoTime()));
                hearUntil(() -> driver.clock.trips() > before, ALONE_NANOS);
            }
            int wanted = trip;
            hearUntil(() -> fewestTrips() >= wanted, LOOK_EVERY_NANOS);
            group.refuseIfStopped();
            group.requireAll();
            if (clock.nanoTime() - deadlineNanos > 0) {
                throw new MissingAgentsException("After " + waitSeconds + " s not all agents had told their clocks"
                        + " often enough; the run was not started");
            }
        }
        return told();
    }

    private long told() {
        long worstNanos = 0;
        for (RemoteAgent driver : group.drivers()) {
            worstNanos = Math.max(worstNanos, driver.clock.errorNanos());
            listener.info(String.format(
                    Locale.ROOT,
                    "clock of %s: %+.1f ms, known to %.2f ms",
                    driver,
                    driver.clock.wallNanos() / 1e6,
                    driver.clock.wallErrorNanos() / 1e6));
        }
        listener.info(String.format(Locale.ROOT, "all begin at one instant, within %.2f ms", worstNanos / 1e6));
        return 2 * worstNanos;
    }

    private void hearUntil(BooleanSupplier isEnough, long waitNanos) throws UsageException, InterruptedException {
        long untilNanos = clock.nanoTime() + waitNanos;
        for (long left = waitNanos; left > 0 && !isEnough.getAsBoolean(); left = untilNanos - clock.nanoTime()) {
            group.receive(left);
        }
    }

    private int fewestTrips() {
        return group.drivers().stream()
                .mapToInt(driver -> driver.clock.trips())
                .min()
                .orElse(0);
    }
}
