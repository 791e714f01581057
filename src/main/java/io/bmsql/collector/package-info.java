/**
 * Figures of the hosts during a run: CPU, memory, disks and network of the database's host, local or over ssh, and
 * the load generator's own CPU, garbage collection and throttling. Whatever happens to a host, the run continues; a note says
 * what is missing.
 *
 * <p>The remote side only prints kernel text ({@code collector/probe.sh}, sent on stdin, nothing installed); reading
 * and computing is done here, tested on recorded text of several kernels. Times are the run's: a sample carries the
 * remote host's uptime, and {@link io.bmsql.collector.ProbeFeed} places it on our clock. {@code collector.database}
 * asks the server itself, on a separate connection.
 *
 * <p>May import {@code common}, {@code config}, {@code dialect}, {@code db}, {@code result} and {@code measure} (the
 * window). Library: Commons IO. Read {@link io.bmsql.collector.Collectors} first.
 */
@NullMarked
package io.bmsql.collector;

import org.jspecify.annotations.NullMarked;
