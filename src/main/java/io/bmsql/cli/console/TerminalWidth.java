package io.bmsql.cli.console;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import java.io.File;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sun.misc.Signal;

/** How many columns the window has, as {@code stty} knows it, some seconds old. For one thread at a time. */
final class TerminalWidth implements IntSupplier {
    /** For terminals of unknown width: their own wrapping is switched off. */
    static final int UNKNOWN = Integer.MAX_VALUE;

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long PATIENCE_MILLIS = 500;
    private static final Pattern SIZE = Pattern.compile("\\d+ (\\d{1,5})\\s*");

    private final RunClock clock;
    private final ProcessBuilder question;
    private final long patienceMillis;
    private long askedNanos;
    private int columns;

    TerminalWidth(RunClock clock) {
        this(clock, new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")), PATIENCE_MILLIS);
        Signal.handle(new Signal("WINCH"), changed -> forget());
    }

    TerminalWidth(RunClock clock, ProcessBuilder question, long patienceMillis) {
        this.clock = clock;
        this.patienceMillis = patienceMillis;
        this.question = question;
    }

    @Override
    public synchronized int getAsInt() {
        long now = clock.nanoTime();
        if (columns == 0 || columns != UNKNOWN && now - askedNanos > FRESH_NANOS) {
            askedNanos = now;
            columns = ask();
        }
        return columns;
    }

    /** After a change of the window it is looked at before anything is drawn. */
    private synchronized void forget() {
        columns = 0;
    }

    private int ask() {
        try {
            String answer = ProgramContext.answer(question, patienceMillis);
            Matcher size = SIZE.matcher(answer);
            int found = size.matches() ? Integer.parseInt(size.group(1)) : 0;
            return found > 0 ? found : UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return columns == 0 ? UNKNOWN : columns;
        }
    }
}
