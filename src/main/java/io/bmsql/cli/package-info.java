/**
 * The command line: one class a command, what it prints, and the exit status. It wires the other packages by hand
 * and is the only one that prints or exits. No run logic and no study logic; JDBC only to run
 * a user's own SQL.
 *
 * <p>May import every package; none imports it. Libraries: picocli, Jackson, Commons IO. Read {@link io.bmsql.cli.Main} and
 * {@link io.bmsql.cli.RunCommand} first.
 */
@NullMarked
package io.bmsql.cli;

import org.jspecify.annotations.NullMarked;
