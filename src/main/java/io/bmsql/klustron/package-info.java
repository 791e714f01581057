/**
 * What only a sharded cluster needs: the ids of its shards, and the XA branches that are left over on its storage nodes.
 *
 * <p>May import {@code time}, {@code spec}, {@code config}, {@code dialect} and {@code db}. Read {@link io.bmsql.klustron.XaBranches} first.
 */
@NullMarked
package io.bmsql.klustron;

import org.jspecify.annotations.NullMarked;
