package io.bmsql.dialect;

import java.util.List;

/**
 * One statement of a script, as it is sent.
 *
 * @param text without the terminating semicolon
 * @param file the path shown to the user
 * @param line of its first text, from 1
 * @param comments the {@code --} lines dropped since the statement before, for the echo
 */
public record SqlStatement(String text, String file, int line, List<String> comments) {

    /** {@code file:line}, for messages. */
    public String place() {
        return file + ":" + line;
    }
}
