package io.bmsql.cli.console;

import io.bmsql.time.RunClock;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The screen while something long is under way. On a terminal it keeps a block at the bottom and everything else goes above
 * it, also what the log prints to {@code System.out}; elsewhere progress is lines of text.
 *
 * <p>Safe for use by several threads.
 */
public final class ProgressScreen implements AutoCloseable {
    private final Console console;
    private final ProgressMode mode;
    private final @Nullable TerminalBlock block;
    private final PrintStream out;
    private final PrintStream err;
    private final PrintStream systemOut;
    private final TerminalWidth width;

    /**
     * @param mode resolved by {@link Console#resolve}
     * @param clock says when to look how wide the window is
     */
    public ProgressScreen(Console console, ProgressMode mode, RunClock clock) {
        this.console = console;
        this.mode = mode;
        this.systemOut = System.out;
        PrintStream terminal = console.err() instanceof TurnableStream turnable ? turnable.terminal() : console.err();
        this.width = new TerminalWidth(clock);
        this.block = mode == ProgressMode.auto ? new TerminalBlock(terminal, width) : null;
        this.out = block == null ? console.out() : block.above(console.out());
        this.err = block == null ? console.err() : block.above(terminal);
        if (block != null && console.err() instanceof TurnableStream turnable) {
            turnable.turnTo(err);
        }
        if (block != null && console.out().equals(systemOut)) {
            System.setOut(out);
        }
    }

    public ProgressMode mode() {
        return mode;
    }

    /** True when the block may be coloured. */
    public boolean color() {
        return console.color();
    }

    /** Columns of the window, a few seconds old at most; a very high number when unknown. */
    int columns() {
        return width.getAsInt();
    }

    /** For results. */
    public PrintStream out() {
        return out;
    }

    /** For complaints. */
    public PrintStream err() {
        return err;
    }

    /** Replaces the block; only in mode {@code auto}. */
    public void showBlock(List<String> lines) {
        if (block == null) {
            throw new IllegalStateException("there is no block in mode " + mode);
        }
        block.show(lines);
    }

    /** Prints a line of progress. */
    public void showLine(String line) {
        err.println(line);
    }

    /** Takes the block away. */
    @Override
    public void close() {
        if (block != null) {
            block.close();
            if (console.err() instanceof TurnableStream turnable) {
                turnable.turnTo(turnable.terminal());
            }
            if (System.out.equals(out)) {
                System.setOut(systemOut);
            }
        }
    }
}
