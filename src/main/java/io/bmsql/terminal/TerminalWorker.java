package io.bmsql.terminal;

import io.bmsql.common.TransactionType;
import io.bmsql.measure.EndedTransaction;
import io.bmsql.measure.WorkerLedger;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.TransactionInput;
import io.bmsql.workload.Workload;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One thread and connection that serves deferred deliveries first, then terminals. The hot path: allocates nothing. */
final class TerminalWorker implements Runnable {
    private final List<WorkerSession> sessions;
    private final RunContext run;
    private final List<Attempts> attempts;
    private final Consumer<Throwable> endRun;
    private final @Nullable WorkerLedger ledger;
    private final double copyPercent;
    private final long seed;
    private final RandomStream copyChoice;
    private final DeferredDeliveries.Delivery delivery = new DeferredDeliveries.Delivery();
    private final EndedTransaction ended = new EndedTransaction();

    /**
     * What must end the run, a mistake of the program or a server that stays away, goes to {@code endRun}.
     *
     * @param sessions to the database, then to its copies; {@code attempts} are on these, one each
     * @param copyPercent of Order-Status and Stock-Level that goes to copies
     */
    TerminalWorker(
            List<WorkerSession> sessions,
            RunContext run,
            List<Attempts> attempts,
            Consumer<Throwable> endRun,
            @Nullable WorkerLedger ledger,
            double copyPercent,
            long seed) {
        this.sessions = sessions;
        this.run = run;
        this.attempts = attempts;
        this.endRun = endRun;
        this.ledger = ledger;
        this.copyPercent = copyPercent;
        this.seed = seed;
        this.copyChoice = new RandomStream(seed);
    }

    @Override
    public void run() {
        try {
            boolean more = true;
            while (more && (sessions.get(0).isOpen() || attempts.get(0).reconnect())) {
                more = serveNext();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ServerUnreachableException | RuntimeException | Error e) {
            endRun.accept(e);
        } finally {
            sessions.forEach(WorkerSession::close);
        }
    }

    /** Serves a deferred delivery when there is one, else the next terminal once it is due; false at the end. */
    boolean serveNext() throws ServerUnreachableException, InterruptedException {
        if (run.deliveries().poll(delivery)) {
            serveDelivery();
            return true;
        }
        Terminal terminal = run.queue().take();
        if (terminal == null) {
            return false;
        }
        serve(terminal);
        return true;
    }

    private void serve(Terminal terminal) throws ServerUnreachableException, InterruptedException {
        Workload.Request request = terminal.request;
        ended.thinkNanos = terminal.thinkNanos;
        ended.terminal = terminal.number;
        long beginNanos = run.clock().nanoTime();
        if (request.type() == TpccTransaction.DELIVERY) {
            queueDelivery((TransactionInput) request, terminal.dueNanos, beginNanos);
        } else {
            attempt(copy(terminal), request, terminal.dueNanos, beginNanos);
        }
        run.sendOn(terminal, run.clock().nanoTime());
    }

    /**
     * The copy that this terminal's transaction goes to, from 1 on; 0 for the database itself. A function of seed, terminal number and
     * transaction number, and so the same in each run.
     */
    private int copy(Terminal terminal) {
        TransactionType type = terminal.request.type();
        boolean isRead = type == TpccTransaction.ORDER_STATUS || type == TpccTransaction.STOCK_LEVEL;
        if (!isRead || attempts.size() == 1) {
            return 0;
        }
        copyChoice.seek(seed, Terminal.COPY_STREAM, terminal.number, 0, terminal.transactionNumber);
        return copyChoice.percent(copyPercent) ? copyChoice.uniform(1, attempts.size() - 1) : 0;
    }

    /** The terminal's part of a delivery ends when its request is queued (clause 2.7.2). */
    private void queueDelivery(TransactionInput input, long dueNanos, long beginNanos)
            throws ServerUnreachableException, InterruptedException {
        boolean serveNow = run.pacing().waitsForDeferredPart();
        if (!serveNow) {
            run.deliveries().add(input, beginNanos);
        }
        record(input, Outcome.COMMITTED, 1, dueNanos, beginNanos);
        if (serveNow) {
            delivery.set(input.warehouseId, input.carrierId, beginNanos);
            serveDelivery();
        }
    }

    private void serveDelivery() throws ServerUnreachableException, InterruptedException {
        ended.thinkNanos = -1;
        ended.terminal = -1;
        attempt(0, delivery.input, delivery.queuedNanos, run.clock().nanoTime());
    }

    /** A transaction that was begun is always recorded, even when the worker ends with it. */
    private void attempt(int copy, Workload.Request request, long dueNanos, long beginNanos)
            throws ServerUnreachableException, InterruptedException {
        Attempts there = attempts.get(copy);
        Outcome outcome = Outcome.FAILED;
        try {
            outcome = there.run(request);
        } finally {
            ended.copy = copy;
            record(request, outcome, there.count(), dueNanos, beginNanos);
        }
        there.pauseAfter(outcome);
    }

    private void record(Workload.Request request, Outcome outcome, int attemptCount, long dueNanos, long beginNanos) {
        ended.type = request.type();
        ended.outcome = outcome;
        ended.attempts = attemptCount;
        ended.dueNanos = dueNanos;
        ended.beginNanos = beginNanos;
        ended.endNanos = run.clock().nanoTime();
        ended.writes = request.writes();
        ended.writesWithoutRow = request.writesWithoutRow();
        if (request instanceof TransactionInput input) {
            note(input);
        }
        run.measurement().record(ended);
        if (ledger != null && outcome != Outcome.ROLLED_BACK && request instanceof TransactionInput input) {
            ledger.enter(input, outcome, ended.endNanos);
        }
    }

    /** What only TPC-C has. */
    private void note(TransactionInput input) {
        ended.warehouseId = input.warehouseId;
        ended.districtId = input.districtId;
        ended.orderId = input.orderId;
        ended.customerId = input.foundCustomerId;
        ended.nextOrderId = input.nextOrderId;
        ended.skippedDistricts = input.type == TpccTransaction.DELIVERY_BG ? input.skippedDistricts : 0;
        ended.orderLines = input.lineCount;
        ended.remoteLines = input.remoteLines;
        ended.remotePayment = input.isRemotePayment();
        ended.byLastName = input.byLastName;
    }
}
