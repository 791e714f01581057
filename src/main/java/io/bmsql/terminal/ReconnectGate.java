package io.bmsql.terminal;

import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.common.TransactionType;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.measure.RunWindow;
import io.bmsql.tpcc.RandomStream;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets lost connections come back without a storm, whatever the number of workers: while the server does not serve, one of
 * them, the probe worker, tries, and the others wait for what it finds. Safe for use by any thread.
 *
 * <pre>
 * state    entered when                                who may connect
 * -------  ------------------------------------------  ---------------------------------------------------------
 * UP       at first; by the proof (see below); by a    everybody; those who waited come back in a spread of 10 ms
 *          second of TRYING without an error           for each, but within a second
 * DOWN     a connection broke, or could not be opened  the probe worker: at once, then after pauses that double
 * TRYING   the probe worker is connected               none: its transactions show whether the server serves
 * </pre>
 *
 * <p>At the gate of a copy of the database nobody waits: who may not connect at once is told so, and its read fails.
 *
 * <p>A server that accepts connections may still refuse work: a standby refuses writes, a proxy has no server behind it. So
 * pauses begin again, and the outage ends for {@code maxOutageSecs}, only with a proof: a commit of a transaction that began
 * after the last loss and writes (in a mix without writes, any).
 */
final class ReconnectGate {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long SPREAD_NANOS = 10_000_000;
    /** Without a commit and without another loss for so long, the next loss is a new outage. */
    private static final long PROBATION_NANOS = 10 * SECOND_NANOS;

    private enum State {
        UP,
        DOWN,
        TRYING
    }

    private final RunClock clock;
    private final RunWindow window;
    private final StopFlag stop;
    private final long maxOutageNanos;
    private final boolean readsProve;
    private final int copy;

    private final Logger log = LoggerFactory.getLogger(ReconnectGate.class);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Is written under the lock. */
    private volatile State state = State.UP;

    private @Nullable WorkerSession probeWorker;
    private int waiting;
    private int failures;
    private boolean announced;
    private long downSinceNanos;
    private long upSinceNanos;
    private int lossCount;
    private @Nullable SQLException lastError;
    /** In DOWN: when the probe worker may connect. In TRYING: when its silence counts as success. */
    private long nextNanos;

    private volatile int losses;
    private volatile boolean doubtful;
    /** Some worker opens a new connection before it closes its old one: no more than one at a time. */
    private final AtomicBoolean renewing = new AtomicBoolean();

    private final AtomicBoolean saidNotRenewed = new AtomicBoolean();

    /**
     * @param readsProve where nothing else is run
     * @param copy of the database, from 1 on; 0 for the database itself
     */
    ReconnectGate(RunClock clock, RunWindow window, StopFlag stop, long maxOutageNanos, boolean readsProve, int copy) {
        this.clock = clock;
        this.window = window;
        this.stop = stop;
        this.maxOutageNanos = maxOutageNanos;
        this.readsProve = readsProve;
        this.copy = copy;
    }

    /** The gate of a copy of the database, from 1 on. */
    ReconnectGate ofCopy(int number) {
        return new ReconnectGate(clock, window, stop, maxOutageNanos, true, number);
    }

    boolean isWaitedAt() {
        return copy == 0;
    }

    /** How often the server was lost so far; to be read when a transaction begins. */
    int losses() {
        return losses;
    }

    /** A transaction was committed; {@link #losses} was so much when its last attempt began. */
    void committed(TransactionType type, int lossesAtBegin) {
        if (doubtful && lossesAtBegin == losses && (type.isWriting() || readsProve)) {
            prove();
        }
    }

    private void prove() {
        lock.lock();
        try {
            if (!doubtful) {
                return;
            }
            doubtful = false;
            if (announced) {
                long millis = (clock.nanoTime() - downSinceNanos) / 1_000_000;
                log.info("{} is reachable again after {}.{} s", name(), millis / 1_000, millis % 1_000 / 100);
            }
            announced = false;
            goUp();
        } finally {
            lock.unlock();
        }
    }

    private void goUp() {
        state = State.UP;
        probeWorker = null;
        upSinceNanos = clock.nanoTime();
        changed.signalAll();
    }

    /** Waits until this worker may connect; false when the run is over. */
    boolean pass(WorkerSession worker, RandomStream random) throws ServerUnreachableException, InterruptedException {
        lock.lock();
        try {
            boolean waited = false;
            while (!isOver()) {
                long now = clock.nanoTime();
                endTrying(now);
                if (!isWaitedAt()) {
                    return mayTry(worker, now);
                }
                if (state == State.UP) {
                    double spreadNanos = Math.min(SECOND_NANOS, (waiting + 1) * SPREAD_NANOS);
                    if (!waited || pausedUp(now + (long) (random.nextDouble() * spreadNanos))) {
                        return true;
                    }
                    waited = false;
                    continue;
                }
                if (now - downSinceNanos > maxOutageNanos) {
                    throw new ServerUnreachableException(maxOutageNanos, lastError);
                }
                if (probeWorker == null) {
                    probeWorker = worker;
                }
                if (probeWorker == worker && nextNanos - now <= 0) {
                    return true;
                }
                waited |= probeWorker != worker;
                await(probeWorker == worker || state == State.TRYING ? nextNanos : now + SECOND_NANOS);
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean mayTry(WorkerSession worker, long nowNanos) {
        if (state == State.DOWN && probeWorker == null && nextNanos - nowNanos <= 0) {
            probeWorker = worker;
            return true;
        }
        return state == State.UP;
    }

    /** True when everybody may connect at once. */
    boolean isUp() {
        return state == State.UP;
    }

    /** Whether a worker may now renew a connection that works; then it calls {@link #endRenewal}. */
    boolean beginRenewal() {
        return !doubtful && !isOver() && renewing.compareAndSet(false, true);
    }

    void endRenewal() {
        renewing.set(false);
    }

    void couldNotRenew(SQLException error) {
        if (!saidNotRenewed.getAndSet(true)) {
            log.warn(
                    "a connection to {} could not be renewed ({}); the old one stays",
                    name(),
                    SqlErrors.firstLine(error));
        }
    }

    private void endTrying(long nowNanos) {
        if (state == State.TRYING && nextNanos - nowNanos <= 0) {
            goUp();
        }
    }

    /** Waits out a pause; false when the server was lost again meanwhile, or the run ended. */
    private boolean pausedUp(long untilNanos) throws InterruptedException {
        while (state == State.UP && !isOver()) {
            if (untilNanos - clock.nanoTime() <= 0) {
                return true;
            }
            await(untilNanos);
        }
        return false;
    }

    /** Never beyond the end of the run. */
    private void await(long untilNanos) throws InterruptedException {
        waiting++;
        try {
            clock.awaitUntil(changed, window.untilEnd(untilNanos));
        } finally {
            waiting--;
        }
    }

    private boolean isOver() {
        return stop.isSet() || window.isOver(clock.nanoTime());
    }

    /** This worker, which had passed, is connected. */
    void connected(WorkerSession worker) {
        lock.lock();
        try {
            if (probeWorker == worker) {
                state = State.TRYING;
                nextNanos = clock.nanoTime() + SECOND_NANOS;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** This worker's connection broke, or it could not connect. */
    void lost(WorkerSession worker, SQLException error, RandomStream random) {
        lock.lock();
        try {
            endTrying(clock.nanoTime());
            if (state != State.UP && probeWorker != worker) {
                return;
            }
            long now = clock.nanoTime();
            if (!doubtful || (state == State.UP && now - upSinceNanos > PROBATION_NANOS)) {
                doubtful = true;
                downSinceNanos = now;
                failures = 0;
                nextNanos = now;
            } else {
                failures++;
                nextNanos = now + Attempts.reconnectNanos(failures, random);
                announce(error);
            }
            state = State.DOWN;
            if (!isWaitedAt()) {
                probeWorker = null;
            }
            lastError = error;
            lossCount++;
            losses = lossCount;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Once for each outage, and not for a session that was only killed and comes back at the first try. */
    private void announce(SQLException error) {
        if (!announced) {
            announced = true;
            String until = isWaitedAt()
                    ? "the run waits for it up to " + maxOutageNanos / SECOND_NANOS + " s"
                    : "reads that go there fail until it is back";
            log.warn("{} is unreachable ({}); {}", name(), SqlErrors.firstLine(error), until);
        }
    }

    private String name() {
        return isWaitedAt() ? "the server" : "copy " + copy;
    }
}
