/**
 * The only room that opens connections. HikariCP stays behind this door; a worker keeps its connection and its prepared
 * statements while they live.
 *
 * <p>May import {@code time}, {@code random}, {@code spec}, {@code secret}, {@code config} and {@code dialect}. Read {@link io.bmsql.db.Database} first.
 */
@NullMarked
package io.bmsql.db;

import org.jspecify.annotations.NullMarked;
