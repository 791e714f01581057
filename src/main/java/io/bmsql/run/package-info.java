/**
 * One timed run, from settings to result directory: it connects, drives, collects, keeps the ledger, checks afterwards and
 * shows the live page. Prints nothing and exits nowhere: a listener gets everything. May be called any number of times in one JVM.
 *
 * <p>May import everything that a run needs: {@code terminal}, {@code collector}, {@code ledger}, {@code measure}, {@code
 * schema}, {@code result}, {@code live} and what is below them. Read {@link io.bmsql.run.RunSession} first.
 */
@NullMarked
package io.bmsql.run;

import org.jspecify.annotations.NullMarked;
