/**
 * Figures of the hosts during a run: CPU, memory, disks and network of the database's host, near or over ssh, and the
 * driver's own CPU and garbage collection. Whatever happens to a host, the run continues; a note says what is missing.
 *
 * <p>The far side only prints kernel text ({@code collector/probe.sh}, sent on stdin, nothing installed); reading and
 * computing is done here, tested on recorded text of several kernels. Times are the run's: a sample carries the far
 * host's uptime, and {@link io.bmsql.collector.ProbeFeed} places it on the driver's clock.
 *
 * <pre>
 * HostCollector ─► ProbeFeed: ProbeReader ─► HostSample ─► HostRates ─► HostFiles   (one thread a host)
 * a user's own script ─► ScriptFeed ─► the same files, lines as they came              (contract 7.1)
 * Collectors starts, watches and ends them all, and samples the driver itself
 * KernelFiles ─► HostLook: what this host shows at once, for the facts of a run and for bmsql doctor
 * </pre>
 *
 * <p>The sub-room {@code database} asks the server itself, on a connection of its own.
 *
 * <p>May import {@code time}, {@code config}, {@code db} and {@code result}, the sub-room also {@code spec}, {@code secret} and
 * {@code dialect}. Read {@link io.bmsql.collector.Collectors} first.
 */
@NullMarked
package io.bmsql.collector;

import org.jspecify.annotations.NullMarked;
