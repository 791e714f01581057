/**
 * What appears on the screen: the terminal's refreshed block of lines, plain progress lines, number formats.
 *
 * <p>May import what {@code cli} may. Read {@link io.bmsql.cli.console.Console} first.
 */
@NullMarked
package io.bmsql.cli.console;

import org.jspecify.annotations.NullMarked;
