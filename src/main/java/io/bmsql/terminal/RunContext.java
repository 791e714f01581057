package io.bmsql.terminal;

import io.bmsql.measure.Measurement;
import io.bmsql.measure.RunWindow;
import io.bmsql.time.RunClock;
import io.bmsql.time.StopFlag;

/** What all workers of a run share, safe for any thread; a limit of 0 transactions per terminal is none. */
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

    boolean isOver() {
        return stop.isSet() || window.isOver(clock.nanoTime());
    }
}
