/**
 * What a shell and {@code man} are told of the commands: completion scripts and man pages, made from the commands as they
 * are, so that neither can go stale.
 *
 * <p>May import {@code spec}; picocli's model of the commands is handed in. Read {@link io.bmsql.cli.shell.Syntax} first.
 */
@NullMarked
package io.bmsql.cli.shell;

import org.jspecify.annotations.NullMarked;
