package io.bmsql.terminal;

import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.RunWindow;

/** What all workers of a run share, safe for any thread. */
record RunContext(
        RunClock clock, RunWindow window, Measurement measurement, Work work, ReconnectGate gate, StopFlag stop) {

    /** What is to be done; a limit of 0 transactions per terminal is none. */
    record Work(Pacing pacing, DueQueue queue, DeferredDeliveries deliveries, int transactionsPerTerminal) {
        /** The terminal waits for its next transaction, or has done its share. */
        void sendOn(Terminal terminal, long nowNanos) {
            if (transactionsPerTerminal > 0 && terminal.transactionNumber + 1 >= transactionsPerTerminal) {
                queue.retire();
            } else {
                queue.put(terminal.drawNext(pacing, nowNanos));
            }
        }
    }

    boolean isOver() {
        return stop.isSet() || window.isOver(clock.nanoTime());
    }
}
