/**
 * Transactions written as scripts, in the language of pgbench's script files: a script is compiled once into steps, and a
 * worker runs it for a client on its connection. One call is one transaction; retries, waits and measuring are the caller's.
 *
 * <p>A workload is a folder of such scripts with its tables: {@link io.bmsql.script.WorkloadFolder}.
 *
 * <p>May import {@code common}, {@code tpcc}, {@code config} and {@code dialect}. Read {@link io.bmsql.script.Script} and
 * {@link io.bmsql.script.ScriptStatements} first.
 */
@NullMarked
package io.bmsql.script;

import org.jspecify.annotations.NullMarked;
