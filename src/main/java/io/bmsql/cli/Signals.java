package io.bmsql.cli;

import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.report.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Catches Ctrl-C, SIGTERM and SIGHUP while something long is on. The first signal asks it to end in good order; the second
 * says what is lost and halts the program at once, with the files as they are. What this JVM does not offer, or the user keeps ({@code nohup},
 * {@code -Xrs}), is handled the JVM's way. The JDK has no other API for signals than {@link Signal}.
 */
record Signals(Consumer<ExitCode> onFirst, Runnable onHalt, AtomicBoolean seen, Map<Signal, SignalHandler> previous)
        implements AutoCloseable {
    private static final Map<ExitCode, String> NAMES =
            Map.of(ExitCode.INTERRUPTED, "INT", ExitCode.TERMINATED, "TERM", ExitCode.HUNG_UP, "HUP");

    /** Longer than the load waits for its workers. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(8);

    /** {@code onFirst} gets the first signal's status on a thread of the JVM; {@code onHalt} comes before the second one's halt. */
    static Signals listen(Consumer<ExitCode> onFirst, Runnable onHalt) {
        Signals signals = new Signals(onFirst, onHalt, new AtomicBoolean(), new HashMap<>());
        NAMES.forEach((code, name) -> {
            try {
                Signal signal = new Signal(name);
                signals.previous.put(signal, Signal.handle(signal, arrived -> signals.arrived(code)));
            } catch (IllegalArgumentException e) {
                // The logger is made only here: starting it would be a quarter of a short command's start.
                LoggerFactory.getLogger(Signals.class).debug("SIG{} is handled by the JVM: {}", name, e.getMessage());
            }
        });
        return signals;
    }

    /**
     * Runs a command, and ends one that is {@link Stoppable} in good order when a signal comes: its thread is interrupted, so that
     * connections and files are closed, and the exit status is the signal's. When that takes too long, the program halts.
     */
    static int execute(CommandContext context, ParseResult parsed) {
        List<CommandLine> commands = parsed.asCommandLineList();
        Object command = commands.get(commands.size() - 1).getCommand();
        if (!(command instanceof Stoppable stops)) {
            return new RunLast().execute(parsed);
        }
        Thread worker = Thread.currentThread();
        Supplier<Words> words = () -> Words.in(context.language(stops.lang()));
        AtomicReference<@Nullable ExitCode> seen = new AtomicReference<>();
        int status = 0;
        try (Signals signals = listen(
                code -> {
                    seen.set(code);
                    context.printError(words.get().text("console.stopping." + stops.promise()));
                    worker.interrupt();
                    afterPatience(context.clock(), () -> Runtime.getRuntime().halt(code.status()));
                },
                () -> context.printError(words.get().text("console.aborted.work")))) {
            status = new RunLast().execute(parsed);
        } catch (ExecutionException e) {
            // Whatever fails after the interrupt follows from it: drivers and pool have their own words for it.
            if (seen.get() == null) {
                throw e;
            }
        }
        ExitCode code = seen.get();
        if (code == null) {
            return status;
        }
        context.printError(words.get().text("console.stopped.end", words.get().by(by(code))));
        return code.status();
    }

    /** Does this when the program is still there after as long as a stop may take. */
    static void afterPatience(RunClock clock, Runnable action) {
        ParallelWork.daemon("stop-patience", () -> {
                    clock.parkUntil(clock.nanoTime() + PATIENCE_NANOS);
                    action.run();
                })
                .start();
    }

    /** A command whose thread may be interrupted at any time: it ends what is under way at the server and returns. */
    interface Stoppable {
        /** What holds after the stop, the key of its words behind {@code console.stopping.}; asked on another thread. */
        default String promise() {
            return "work";
        }

        /** The setting {@code lang}, empty while it is not known; likewise. */
        String lang();
    }

    /** Who stopped the program, a phrase that begins with a blank. */
    static String by(ExitCode signal) {
        return switch (signal) {
            case INTERRUPTED -> " by Ctrl-C (SIGINT)";
            case TERMINATED -> " by SIGTERM";
            case HUNG_UP -> " because the terminal went away (SIGHUP)";
            default -> "";
        };
    }

    private void arrived(ExitCode code) {
        if (seen.compareAndSet(false, true)) {
            onFirst.accept(code);
        } else {
            onHalt.run();
            Runtime.getRuntime().halt(code.status());
        }
    }

    @Override
    public void close() {
        previous.forEach(Signal::handle);
        previous.clear();
    }
}
