package io.bmsql.script;

import io.bmsql.common.UsageException;

/** A place in a file that was read, for a message: its name as messages show it, its text, and the offset of a character. */
public record Place(String file, String text, int offset) {
    Place at(int other) {
        return new Place(file, text, other);
    }

    /** One sentence with file, line and column, both from 1. */
    UsageException error(String message) {
        int column = before().length() - before().lastIndexOf('\n');
        return new UsageException(this + ", column " + column + ": " + message);
    }

    private String before() {
        return text.substring(0, Math.min(offset, text.length()));
    }

    @Override
    public String toString() {
        return file + ", line " + (1 + before().chars().filter(c -> c == '\n').count());
    }

    /** Never on the hot path, where the message would be made each time. */
    void check(boolean isRight, String message) throws UsageException {
        if (!isRight) {
            throw error(message);
        }
    }
}
