/**
 * Compiles transactions written in the language of pgbench's script files. One call is one transaction; retries,
 * waits and measuring are the caller's.
 *
 * May import {@code common}, {@code tpcc}, {@code config} and {@code dialect}. Read {@link io.bmsql.script.Script}
 * and {@link io.bmsql.script.ScriptStatements} first.
 */
@NullMarked
package io.bmsql.script;

import org.jspecify.annotations.NullMarked;
