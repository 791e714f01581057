package io.bmsql.cli.console;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard error of a terminal, which can be turned elsewhere for a while: whoever holds it need not know whether there is a
 * block on the screen that its lines must not run into. Safe for use by several threads.
 */
final class TurnableStream extends PrintStream {
    private final PrintStream terminal;
    private final Turn turn;

    TurnableStream(PrintStream terminal) {
        this(terminal, new Turn(terminal));
    }

    private TurnableStream(PrintStream terminal, Turn turn) {
        super(turn, true, StandardCharsets.UTF_8);
        this.terminal = terminal;
        this.turn = turn;
    }

    /** The terminal itself. */
    PrintStream terminal() {
        return terminal;
    }

    /** Where everything goes from now on. */
    void turnTo(PrintStream target) {
        flush();
        turn.target = target;
    }

    private static final class Turn extends OutputStream {
        private volatile PrintStream target;

        Turn(PrintStream target) {
            this.target = target;
        }

        @Override
        public void write(int value) {
            target.write(value);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            target.write(bytes, from, count);
        }

        @Override
        public void flush() {
            target.flush();
        }
    }
}
