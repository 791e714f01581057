/**
 * The only room that opens connections. A worker keeps its connection and its prepared statements while
 * they live. All others take theirs from the side pool, for which HikariCP is behind this door.
 *
 * <p>May import {@code time}, {@code random}, {@code spec}, {@code secret}, {@code config} and {@code dialect}. Read {@link io.bmsql.db.Database} first.
 */
@NullMarked
package io.bmsql.db;

import org.jspecify.annotations.NullMarked;
