package io.bmsql.run;

import io.bmsql.common.IoReason;
import io.bmsql.common.NumberText;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretMask;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.RunEvent;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.Participant;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.EventRow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts the events of a run at their moments, each command in a process of its own, on threads that measure nothing. What they
 * print goes to {@code data/events.log}, how they ended to {@code data/events.csv}; both without secrets.
 */
public final class EventRunner implements Participant {
    /** Limits what each command prints; more is left out, and said. */
    private static final int MAX_OUTPUT_CHARS = 64 * 1024;

    /** For the threads of commands that were ended. */
    private static final long END_MILLIS = 2_000;

    private final ProgramContext program;
    private final RunWindow window;
    private final List<RunEvent> events;
    private final SecretMask secrets;
    private final RunListener listener;
    private final @Nullable ResultDirectory directory;
    private final @Nullable AppendedFile outputs;
    private final ExecutorService threads = Executors.newCachedThreadPool(ParallelWork.daemons("event-"));

    /** Refuses events that cannot happen: a program that is not there, a moment after the end of the run. */
    public static void require(ProgramContext program, BenchmarkConfig config) throws UsageException {
        double runSeconds = config.run().length().runMinutes() * 60;
        for (RunEvent event : config.events()) {
            String command = event.command().get(0);
            if (!isThere(program, command)) {
                throw UsageException.about(
                        "events",
                        ": the command of `" + event.name() + "`, " + command
                                + ", is not there: give the path of a program, or the name of one on the PATH");
            }
            if (runSeconds > 0 && event.atSeconds() >= runSeconds) {
                throw UsageException.about(
                        "events",
                        NumberText.format(
                                ": `%s` comes after %.0f s, and the run measures %.0f s: set a longer runMins, or an earlier moment",
                                event.name(), event.atSeconds(), runSeconds));
            }
        }
    }

    private static boolean isThere(ProgramContext program, String command) {
        return command.contains(File.separator)
                ? Files.isExecutable(program.workingDirectory().resolve(command))
                : program.onPath(command).isPresent();
    }

    public EventRunner(
            ProgramContext program,
            RunWindow window,
            List<RunEvent> events,
            SecretMask secrets,
            @Nullable ResultDirectory directory,
            RunListener listener) {
        this.program = program;
        this.window = window;
        this.events = events;
        this.secrets = secrets;
        this.listener = listener;
        this.directory = events.isEmpty() ? null : directory;
        this.outputs = this.directory == null
                ? null
                : this.directory.append(this.directory.data().resolve("events.log"));
    }

    @Override
    public Measurement begin(Measurement measurement, @Nullable ResultDirectory made) {
        start();
        return measurement;
    }

    /** From the thread that starts the run; a run without events starts no thread. */
    public void start() {
        if (!events.isEmpty()) {
            threads.execute(this::startEachInTime);
        }
    }

    private void startEachInTime() {
        for (RunEvent event : events) {
            long nanos = Math.round(event.atSeconds() * 1e9);
            // A window that waits for steady throughput begins later, or earlier, than planned.
            while (window.isProvisional() || program.clock().nanoTime() - dueNanos(nanos) < 0) {
                program.clock()
                        .parkUntil(Math.min(dueNanos(nanos), program.clock().nanoTime() + TimeUnit.SECONDS.toNanos(1)));
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
            try {
                threads.execute(() -> happen(event));
            } catch (RejectedExecutionException e) {
                return; // The run is over.
            }
        }
    }

    private long dueNanos(long nanos) {
        return window.measureFromNanos() + nanos;
    }

    private void happen(RunEvent event) {
        long begin = program.clock().nanoTime();
        String line = secrets.hide(event.line());
        double atSeconds = (begin - window.measureFromNanos()) / 1e9;
        listener.said("run.event", event.name(), NumberText.decimal(atSeconds, 1), line);
        EventRow row = new EventRow(window.epochMillis(begin), event.name(), 0, "", line);
        note(row);
        String status = "not run";
        StringBuffer output = new StringBuffer();
        try {
            Process process = new ProcessBuilder(event.command())
                    .directory(program.workingDirectory().toFile())
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            Thread reader = ParallelWork.daemon("event-output-" + event.name(), () -> read(process, output));
            reader.start();
            try {
                boolean isOver = process.waitFor(event.limitSeconds(), TimeUnit.SECONDS);
                status = isOver
                        ? "status " + process.exitValue()
                        : "stopped at its limit of " + event.limitSeconds() + " s";
                reader.join(isOver ? END_MILLIS / 4 : 1);
            } catch (InterruptedException e) {
                status = "stopped with the run";
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (IOException e) {
            status = "not started (" + secrets.hide(IoReason.of(e)) + ")";
        }
        double seconds = (program.clock().nanoTime() - begin) / 1e9;
        listener.eventEnded(event.name(), status, seconds);
        note(new EventRow(row.at(), row.name(), seconds, status, line));
        keep(event, status, output.toString());
    }

    private static void read(Process process, StringBuffer output) {
        try (Reader reader = process.inputReader(StandardCharsets.UTF_8)) {
            char[] some = new char[1024];
            for (int count = reader.read(some); count >= 0; count = reader.read(some)) {
                output.append(some, 0, Math.min(count, MAX_OUTPUT_CHARS - output.length()));
            }
        } catch (IOException e) {
            // The command was ended; what it had printed is there.
            output.append(output.length() < MAX_OUTPUT_CHARS ? "\n(output cut off)" : "");
        }
    }

    private synchronized void note(EventRow row) {
        if (directory != null) {
            try {
                EventRow.append(directory, row);
            } catch (ResultWriteException e) {
                listener.warn(String.valueOf(e.getMessage()));
            }
        }
    }

    private synchronized void keep(RunEvent event, String status, String output) {
        if (outputs != null) {
            String more = output.length() < MAX_OUTPUT_CHARS ? "" : "\n(more was left out)";
            outputs.append("== " + event.name() + ": " + status + "\n"
                    + secrets.hide(output + more).stripTrailing() + "\n");
        }
    }

    /** Ends what still runs; when this returns, nothing writes to the directory any more. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (outputs != null) {
            outputs.close();
        }
    }
}
