package io.bmsql.cli.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.Console.TextStream;
import io.bmsql.common.NumberText;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.report.Words;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The screen while something long is under way: on a terminal a block at the bottom, below all else, also what the log
 * prints to {@code System.out}; elsewhere lines of text. For several threads.
 */
public final class ProgressScreen implements AutoCloseable {
    private final Console console;
    private final ProgressMode mode;
    private final RunClock clock;
    private final @Nullable TerminalBlock block;
    private final PrintStream out;
    private final PrintStream err;
    private final PrintStream systemOut;
    private @Nullable Thread beat;
    private boolean closed;

    public RunClock clock() {
        return clock;
    }

    /** @param clock says when to look how wide the window is, and when to show progress */
    public ProgressScreen(Console console, ProgressMode mode, RunClock clock) {
        this.console = console;
        this.mode = console.resolve(mode);
        this.clock = clock;
        this.systemOut = System.out;
        TextStream text = (TextStream) console.err();
        this.block = this.mode == ProgressMode.auto ? new TerminalBlock(text.own(), new TerminalWidth(clock)) : null;
        this.out = block == null ? console.out() : block.above(console.out());
        this.err = block == null ? console.err() : block.above(text.own());
        if (block != null) {
            text.turnTo(err);
        }
        if (block != null && console.out().equals(systemOut)) {
            System.setOut(out);
        }
    }

    public ProgressMode mode() {
        return mode;
    }

    /** For what is printed above the block. */
    public Console console() {
        return new Console(out, err, console.terminal(), console.color());
    }

    /** Progress for programs: one JSON object on a line, with units in the names. */
    public static ObjectNode jsonLine(String event) {
        return JsonNodeFactory.withExactBigDecimals(true).objectNode().put("event", event);
    }

    public void showBlock(List<String> lines) {
        if (block == null) {
            throw new IllegalStateException("there is no block in mode " + mode);
        }
        block.show(lines);
    }

    /** Shows progress to the end: each second as a {@link #showBlock block}, each interval as a line; 0 for none. */
    public void show(int intervalSeconds, Runnable block, Supplier<String> plain, Supplier<String> json) {
        switch (mode) {
            case none -> {}
            case agents -> throw new IllegalStateException("this is no mode of a screen");
            case auto -> every(1, block);
            case plain -> every(intervalSeconds, () -> err.println(plain.get()));
            case json -> every(intervalSeconds, () -> err.println(json.get()));
        }
    }

    /**
     * Shows in the same way how much of some work is done.
     *
     * @param event in JSON, and behind {@code console.progress.} the key of the line for people
     * @param share that is done, from 0 to 1
     */
    public void showShare(Words words, int intervalSeconds, String event, DoubleSupplier share) {
        long startNanos = clock.nanoTime();
        Supplier<String> plain = () -> words.text(
                "console.progress." + event,
                NumberText.decimal(100 * share.getAsDouble(), 0),
                NumberText.hours(clock.secondsSince(startNanos)));
        show(intervalSeconds, () -> showBlock(List.of(plain.get())), plain, () -> jsonLine(event)
                .put("share", NumberText.rounded(share.getAsDouble(), 3))
                .put("elapsedSeconds", NumberText.rounded(clock.secondsSince(startNanos), 1))
                .toString());
    }

    private void every(int seconds, Runnable action) {
        if (seconds > 0) {
            beat = ParallelWork.daemon("progress", () -> beat(TimeUnit.SECONDS.toNanos(seconds), action));
            beat.start();
        }
    }

    private void beat(long intervalNanos, Runnable action) {
        long nextNanos = clock.nanoTime() + intervalNanos;
        while (true) {
            clock.parkUntil(nextNanos);
            synchronized (this) {
                if (closed) {
                    return;
                }
                action.run();
            }
            nextNanos += intervalNanos;
        }
    }

    /** Ends the progress, waits until nothing shows it any more, and takes the block away. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        if (beat != null) {
            beat.interrupt();
        }
        if (block != null) {
            block.close();
            TextStream text = (TextStream) console.err();
            text.turnTo(text.own());
            if (System.out.equals(out)) {
                System.setOut(systemOut);
            }
        }
    }
}
