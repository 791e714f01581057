/**
 * Watches hosts during a run: CPU, memory, disks and network, local or over ssh, and the load generator itself.
 * Whatever happens to a host becomes a note. The remote side only prints kernel text ({@code collector/probe.sh},
 * sent on stdin); {@code collector.database} asks the server.
 *
 * May import {@code common}, {@code config}, {@code dialect}, {@code db} and {@code result}. Library: Commons IO.
 * Read {@link io.bmsql.collector.Collectors} first.
 */
@NullMarked
package io.bmsql.collector;

import org.jspecify.annotations.NullMarked;
