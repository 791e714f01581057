package io.bmsql.terminal;

import io.bmsql.measure.Measurement;
import io.bmsql.measure.RunWindow;
import io.bmsql.time.RunClock;
import io.bmsql.time.StopFlag;

/**
 * What all workers of a run share. Everything in it is safe for use by any thread.
 *
 * @param stop raised when the run ends before its time
 * @param transactionsPerTerminal after so many foreground transactions a terminal goes home; 0 for no such limit
 */
record RunContext(
        RunClock clock,
        RunWindow window,
        Measurement measurement,
        Pacing pacing,
        DueQueue queue,
        DeferredDeliveries deliveries,
        ConnectGate gate,
        StopFlag stop,
        int transactionsPerTerminal) {

    /** True when no new transaction may start any more. */
    boolean isOver() {
        return stop.isSet() || window.isOver(clock.nanoTime());
    }
}
