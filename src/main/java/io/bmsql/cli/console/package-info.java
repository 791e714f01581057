/**
 * What appears on the screen: the terminal's refreshed block, plain progress lines, number formats.
 *
 * <p>Part of the {@code cli} room. Read {@link io.bmsql.cli.console.Console} first.
 */
@NullMarked
package io.bmsql.cli.console;

import org.jspecify.annotations.NullMarked;
