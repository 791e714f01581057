/**
 * Connections, and the JDBC drivers that they come from; no other package but {@code embedded} opens one. A worker keeps its connection and
 * its prepared statements while they live; all others take theirs from the side pool. The sockets of a driver that lets others make
 * them are {@code BlockingSockets}: one call of the system for an answer.
 *
 * <p>May import {@code common}, {@code tpcc}, {@code config} and {@code dialect}. Libraries: HikariCP. Read {@link io.bmsql.db.Database} first.
 */
@NullMarked
package io.bmsql.db;

import org.jspecify.annotations.NullMarked;
