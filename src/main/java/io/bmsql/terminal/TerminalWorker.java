package io.bmsql.terminal;

import io.bmsql.ledger.WorkerLedger;
import io.bmsql.measure.Measurement;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.TransactionType;
import io.bmsql.workload.TransactionInput;
import org.jspecify.annotations.Nullable;

/**
 * One thread with one connection that serves whatever is due: first deferred deliveries, then terminals. This is the hot
 * path; from taking a terminal to recording its transaction it allocates nothing of its own.
 */
final class TerminalWorker implements Runnable {
    private final WorkerSession session;
    private final RunFloor floor;
    private final Attempts attempts;
    private final Reconnector reconnector;
    private final WorkerEnds ends;
    private final @Nullable Bookkeeper bookkeeper;
    private final DeferredDelivery delivery = new DeferredDelivery();

    /**
     * A worker with an open session.
     *
     * @param ends learns of what must end the run
     * @param ledger where outcomes are written down, null for nowhere
     */
    TerminalWorker(
            WorkerSession session,
            RunFloor floor,
            Attempts attempts,
            Reconnector reconnector,
            WorkerEnds ends,
            @Nullable WorkerLedger ledger) {
        this.session = session;
        this.floor = floor;
        this.attempts = attempts;
        this.reconnector = reconnector;
        this.ends = ends;
        this.bookkeeper = ledger == null ? null : new Bookkeeper(ledger);
    }

    @Override
    public void run() {
        try {
            serveUntilTheEnd();
        } catch (ServerAwayException e) {
            ends.serverAway(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            ends.failed(e);
        } finally {
            session.close();
        }
    }

    private void serveUntilTheEnd() throws ServerAwayException, InterruptedException {
        boolean more = true;
        while (more && (session.isOpen() || reconnector.reconnect())) {
            more = serveNext();
        }
    }

    /**
     * Serves a deferred delivery when there is one, else the next terminal, as soon as it is due.
     *
     * @return false when there is nothing more to serve
     */
    boolean serveNext() throws ServerAwayException, InterruptedException {
        if (floor.deliveries().poll(delivery)) {
            serveDelivery();
            return true;
        }
        Terminal terminal = floor.queue().take();
        if (terminal == null) {
            return false;
        }
        serve(terminal);
        return true;
    }

    private void serve(Terminal terminal) throws ServerAwayException, InterruptedException {
        TransactionInput input = terminal.input();
        long beginNanos = floor.clock().nanoTime();
        if (input.type() == TransactionType.DELIVERY) {
            // The terminal's part of a delivery ends when its request is queued (clause 2.7.2).
            floor.deliveries().add(input, beginNanos);
            record(input, Outcome.COMMITTED, 1, terminal.dueNanos(), beginNanos);
        } else {
            attempt(input, terminal.dueNanos(), beginNanos);
        }
        sendOn(terminal);
    }

    private void serveDelivery() throws ServerAwayException, InterruptedException {
        attempt(delivery.input(), delivery.queuedNanos(), floor.clock().nanoTime());
    }

    /** A transaction that was begun is always recorded, even when the worker ends with it. */
    private void attempt(TransactionInput input, long dueNanos, long beginNanos)
            throws ServerAwayException, InterruptedException {
        Outcome outcome = Outcome.FAILED;
        try {
            outcome = attempts.run(input);
        } finally {
            record(input, outcome, attempts.count(), dueNanos, beginNanos);
        }
        attempts.pauseAfter(outcome);
    }

    private void record(TransactionInput input, Outcome outcome, int attemptCount, long dueNanos, long beginNanos) {
        Measurement measurement = floor.measurement();
        long endNanos = floor.clock().nanoTime();
        TransactionType type = input.type();
        int skipped = type == TransactionType.DELIVERY_BG ? input.skippedDistricts() : 0;
        measurement.record(type, outcome, attemptCount, skipped, dueNanos, beginNanos, endNanos);
        measurement.atWarehouse(type, outcome.isCompleted(), input.warehouseId(), endNanos);
        if (bookkeeper != null) {
            bookkeeper.enter(input, outcome);
        }
        if (!outcome.isCompleted()) {
            return;
        }
        switch (type) {
            case NEW_ORDER -> measurement.newOrderLines(input.lineCount(), input.remoteLines(), endNanos);
            case PAYMENT -> {
                measurement.payment(input.isRemotePayment(), endNanos);
                measurement.customerSelected(input.isByLastName(), endNanos);
            }
            case ORDER_STATUS -> measurement.customerSelected(input.isByLastName(), endNanos);
            case STOCK_LEVEL, DELIVERY, DELIVERY_BG -> {
                // Their inputs have no share that the clause table asks for.
            }
        }
    }

    private void sendOn(Terminal terminal) {
        int limit = floor.transactionsPerTerminal();
        if (limit > 0 && terminal.turn() + 1 >= limit) {
            floor.queue().retire();
        } else {
            floor.queue().put(terminal.drawNext(floor.pacing(), floor.clock().nanoTime()));
        }
    }
}
