package io.bmsql.terminal;

import io.bmsql.common.RunClock;
import io.bmsql.common.StatementTimes;
import io.bmsql.common.StopFlag;
import io.bmsql.config.RunConfig;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.RunWindow;

/** What all workers of a run share, safe for any thread; 0 transactions per terminal are no limit. */
record RunContext(
        RunClock clock,
        RunWindow window,
        Measurement measurement,
        Pacing pacing,
        DueQueue queue,
        DeferredWork deferred,
        int transactionsPerTerminal,
        ReconnectGate gate,
        StopFlag stop,
        SqlErrors errors,
        int maxRetries,
        StatementTimes times,
        HopelessTypes hopeless,
        RunConfig.Connections connections) {
    /** The terminal waits for its next transaction, or has done its share. */
    void sendOn(Terminal terminal, long nowNanos) {
        if (transactionsPerTerminal > 0 && terminal.transactionNumber + 1 >= transactionsPerTerminal) {
            queue.retire();
        } else {
            queue.put(terminal.drawNext(pacing, nowNanos));
        }
    }

    boolean isOver() {
        return stop.isSet() || window.isOver(clock.nanoTime());
    }
}
