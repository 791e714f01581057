package io.bmsql.cli;

import io.bmsql.common.RunClock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Runs a command, and ends a long one in good order when a signal comes: its thread is interrupted, so that connections and
 * files are closed, and the exit status is the signal's. When that takes too long, or at the second signal, the program halts.
 */
record StopStrategy(CommandContext context) implements IExecutionStrategy {
    /** Longer than the load waits for its workers. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(8);

    @Override
    public int execute(ParseResult parsed) {
        List<CommandLine> commands = parsed.asCommandLineList();
        Object command = commands.get(commands.size() - 1).getCommand();
        return command instanceof Stoppable stops ? stoppable(parsed, stops) : new RunLast().execute(parsed);
    }

    private int stoppable(ParseResult parsed, Stoppable command) {
        Thread worker = Thread.currentThread();
        AtomicReference<ExitCode> seen = new AtomicReference<>();
        try (Signals signals = Signals.listen(code -> stop(code, command, seen, worker), () -> {})) {
            int status = new RunLast().execute(parsed);
            return seen.get() == null ? status : stopped(seen.get());
        } catch (ExecutionException e) {
            // Whatever fails after the interrupt is its echo: drivers and pool have their own words for it.
            if (seen.get() == null) {
                throw e;
            }
            return stopped(seen.get());
        }
    }

    private void stop(ExitCode code, Stoppable command, AtomicReference<ExitCode> seen, Thread worker) {
        seen.set(code);
        context.console().err().println("Stopping: " + command.promise() + Signals.AGAIN);
        worker.interrupt();
        afterPatience(context.clock(), () -> Runtime.getRuntime().halt(code.status()));
    }

    /** Does this when the program is still there after as long as a stop may take. */
    static void afterPatience(RunClock clock, Runnable action) {
        Thread patience = new Thread(
                () -> {
                    clock.parkUntil(clock.nanoTime() + PATIENCE_NANOS);
                    action.run();
                },
                "stop-patience");
        patience.setDaemon(true);
        patience.start();
    }

    private int stopped(ExitCode code) {
        context.console().err().println("Stopped before its end" + Signals.by(code) + ".");
        return code.status();
    }

    /** A command whose thread may be interrupted at any time: it ends what is under way at the server and returns. */
    interface Stoppable {
        /** What holds after the stop, as the end of a message; asked on another thread. */
        default String promise() {
            return "the work under way is cancelled.";
        }
    }
}
