/**
 * Emulated users: what they ask for, when, and who serves them. Terminals are data in one queue ordered by due time;
 * a few workers, each with its own connection, take the terminal that is due, run its transaction with retries,
 * record it and put the terminal back. Workers that lost their connection share a {@link
 * io.bmsql.terminal.ReconnectGate}.
 *
 * <p>May import {@code common}, {@code tpcc}, {@code config}, {@code dialect}, {@code db}, {@code workload} and
 * {@code measure}. Read {@link io.bmsql.terminal.TerminalScheduler} and {@link io.bmsql.terminal.TerminalWorker}
 * first.
 */
@NullMarked
package io.bmsql.terminal;

import org.jspecify.annotations.NullMarked;
