/**
 * What appears on the screen: the terminal's refreshed block, plain progress lines, number formats.
 *
 * <p>Part of {@code cli}. Read {@link io.bmsql.cli.console.Console} first.
 */
@NullMarked
package io.bmsql.cli.console;

import org.jspecify.annotations.NullMarked;
