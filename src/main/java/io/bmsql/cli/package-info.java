/**
 * The composition root: the command line, what it prints, and the exit status. It wires all other rooms and is the
 * only one that prints or exits.
 *
 * <p>May import every room; no room imports it. The library behind its door is picocli. Read {@link io.bmsql.cli.Main}
 * and {@link io.bmsql.cli.RunCommand} first.
 */
@NullMarked
package io.bmsql.cli;

import org.jspecify.annotations.NullMarked;
