package io.bmsql.collector;

import io.bmsql.common.ClockOffset;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.common.UserText;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.ResultWriteException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches one host in its own thread, and starts the collecting process again when it ends before the run does.
 * Whatever happens to a host becomes a note and ends nothing. {@link #start} and {@link #stop} from one thread, {@link #checkSilence} from any.
 */
final class HostCollector {
    private static final long FIRST_PAUSE_SECS = 2;
    private static final long LONGEST_PAUSE_SECS = 60;
    private static final long STOP_MILLIS = 2000;
    /** Characters that a remote shell may say before the answer begins. */
    private static final int LONGEST_GREETING = 10_000;

    private static final String ENDED = "its process ended";
    /** What a process prints last that Ctrl-C ended: nothing, or Python's error. */
    private static final Set<String> INTERRUPTED = Set.of(ENDED, "KeyboardInterrupt");

    private final CollectorScripts.Command command;
    private final Feed feed;
    private final HostFiles files;
    private final RunClock clock;
    private final RunWindow window;
    private final Logger log = LoggerFactory.getLogger(HostCollector.class);
    final Thread thread;
    private final CollectorNotes notes = new CollectorNotes(log);
    private final StopFlag stop;
    private volatile @Nullable CollectorProcess process;
    private volatile boolean silent;
    private volatile long lastSampleNanos;
    private volatile long samples;
    private volatile @Nullable String gap;

    HostCollector(CollectorScripts.Command command, Feed feed, HostFiles files, RunClock clock, RunWindow window) {
        this.command = command;
        this.feed = feed;
        this.files = files;
        this.clock = clock;
        this.window = window;
        this.stop = new StopFlag(clock);
        this.thread = ParallelWork.daemon("collector " + command.host(), this::collect);
    }

    void start() {
        lastSampleNanos = clock.nanoTime();
        thread.start();
    }

    private void collect() {
        try {
            long pauseSecs = FIRST_PAUSE_SECS;
            while (!stop.isSet()) {
                long before = samples;
                String why = collectOnce();
                if (stop.isSet() || INTERRUPTED.contains(why) && endsWithTheRun()) {
                    return;
                }
                lost(why);
                pauseSecs = samples > before ? FIRST_PAUSE_SECS : Math.min(LONGEST_PAUSE_SECS, pauseSecs * 2);
                stop.await(clock.nanoTime() + pauseSecs * RunWindow.SECOND_NANOS);
            }
        } catch (ResultWriteException e) {
            notes.add(String.valueOf(e.getMessage()));
        } finally {
            files.close();
        }
    }

    /** Ctrl-C reaches the process as well, a little before the run is over. */
    private boolean endsWithTheRun() {
        stop.await(clock.nanoTime() + RunWindow.SECOND_NANOS);
        return stop.isSet() || window.isOver(clock.nanoTime());
    }

    /** Returns why the process ended. */
    private String collectOnce() {
        silent = false;
        lastSampleNanos = clock.nanoTime();
        try (CollectorProcess started = CollectorProcess.start(command, asked -> {})) {
            process = started;
            if (stop.isSet()) {
                return "";
            }
            String cause = read(started);
            return silent ? "it sent nothing for too long" : started.why(cause);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } finally {
            process = null;
        }
    }

    /**
     * Asks all hosts at once; ends the processes of those that do not answer in time.
     *
     * @param question is put by the command, and hands over the process that answers
     * @param silent what stands for their answer
     */
    static <T> Map<String, T> askAll(
            List<CollectorScripts.Command> hosts,
            BiFunction<CollectorScripts.Command, Consumer<CollectorProcess>, T> question,
            long patienceMillis,
            Function<String, T> silent)
            throws InterruptedException {
        Queue<CollectorProcess> asked = new ConcurrentLinkedQueue<>();
        Map<String, Callable<T>> questions = new LinkedHashMap<>();
        hosts.forEach(host -> questions.put(host.host(), () -> question.apply(host, asked::add)));
        try {
            return ParallelWork.answers(questions, patienceMillis, silent);
        } finally {
            asked.forEach(CollectorProcess::close);
        }
    }

    /** Starts a process for its first sample; empty when it came, else why not. */
    static String tryOut(CollectorScripts.Command command, boolean isProbe, Consumer<CollectorProcess> asked) {
        try (CollectorProcess started = CollectorProcess.start(command, asked);
                BufferedReader lines = started.lines()) {
            return isSample(lines, isProbe) ? "" : started.why(ENDED);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Starts a process that answers once. The clock's error is half of the time to the first line, the way over ssh included. */
    static HostAnswer ask(CollectorScripts.Command question, RunClock clock, Consumer<CollectorProcess> asked) {
        ClockOffset offset = new ClockOffset();
        long sent = clock.nanoTime();
        try (CollectorProcess started = CollectorProcess.start(question, asked);
                BufferedReader lines = started.lines()) {
            lines.mark(LONGEST_GREETING);
            // The first line is a title, sent before the host reads its clock.
            lines.readLine();
            lines.readLine();
            long received = clock.nanoTime();
            long receivedMillis = clock.epochMillis();
            lines.reset();
            ProbeFrame first = ProbeFrame.next(lines);
            ProbeFrame second = first == null ? null : ProbeFrame.next(lines);
            if (first == null || second == null) {
                return HostAnswer.problem(started.why(ENDED));
            }
            first.seconds().ifPresent(now -> offset.add(sent, 0, Math.round(now * 1e3), received, receivedMillis));
            return new HostAnswer(
                    new KernelFiles.Copies(first.sections()), new KernelFiles.Copies(second.sections()), offset, "");
        } catch (IOException e) {
            return HostAnswer.problem(String.valueOf(e.getMessage()));
        }
    }

    private static boolean isSample(BufferedReader lines, boolean isProbe) throws IOException {
        if (!isProbe) {
            return lines.readLine() != null;
        }
        ProbeFrame frame = ProbeFrame.next(lines) == null ? null : ProbeFrame.next(lines);
        return frame != null && frame.sample().isPresent();
    }

    private String read(CollectorProcess started) {
        try (BufferedReader lines = started.lines()) {
            feed.read(lines, this::sampled);
            return ENDED;
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void sampled(long nanos) {
        lastSampleNanos = clock.nanoTime();
        samples++;
        // Said while there is time to stop the run and to correct them.
        feed.remarks().forEach(notes::add);
        String open = gap;
        if (open != null) {
            gap = null;
            notes.add(open + " to " + window.minutes(nanos));
        }
    }

    private void lost(String why) {
        if (gap == null) {
            log.warn("no figures from {}: {}; the run continues without them", command.host(), why);
            gap = "No figures from " + command.host() + " (" + why + ") from " + window.minutes(lastSampleNanos);
        }
    }

    /** Ends a process that has said nothing for so long that the host must be gone; it is started again. */
    void checkSilence(long longestNanos) {
        CollectorProcess running = process;
        if (running != null && clock.nanoTime() - lastSampleNanos > longestNanos) {
            silent = true;
            running.close();
        }
    }

    /** Ends the watching; takes two seconds at most. */
    CollectorCsv.Summary stop() throws InterruptedException {
        stop.set();
        CollectorProcess running = process;
        if (running != null) {
            running.close();
        }
        thread.join(STOP_MILLIS);
        files.close();
        List<String> all = new ArrayList<>(notes.all());
        String open = gap;
        if (open != null) {
            all.add(open + " to the end");
        }
        all.addAll(files.problems());
        return new CollectorCsv.Summary(command.host(), samples, all);
    }

    /** Reads what a collecting process prints, until its end, and writes it down. */
    interface Feed {
        /** Reads to the end; {@code sampled} gets the moment of each sample. A message says what the text should be. */
        void read(BufferedReader lines, LongConsumer sampled) throws IOException;

        /** What of the settings cannot be had, whole sentences; asked for after each sample. */
        default List<String> remarks() {
            return List.of();
        }
    }

    /** A running {@link CollectorScripts.Command}. Its complaints are kept apart from its figures; the last one says why it ended. */
    static final class CollectorProcess implements AutoCloseable {
        /** Ctrl-C is for the run, which still wants figures while it ends; a terminal sends it to all processes. */
        private static final List<String> UNTOUCHED = List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh");

        private static final int LONGEST_COMPLAINT = 300;
        private static final long COMPLAINT_WAIT_MILLIS = 500;

        private final Process process;
        private final Thread complaints;
        private volatile String complaint = "";

        private CollectorProcess(Process process) {
            this.process = process;
            // To their end, so that a talkative process never waits for a reader.
            this.complaints = ParallelWork.read(
                    "collector-complaints",
                    process.errorReader(StandardCharsets.UTF_8),
                    line -> complaint = UserText.cut(line, LONGEST_COMPLAINT));
        }

        /** Starts the command and feeds it its input; when the program is not there, the shell complains. */
        static CollectorProcess start(CollectorScripts.Command command, Consumer<CollectorProcess> taker)
                throws IOException {
            List<String> arguments = new ArrayList<>(UNTOUCHED);
            arguments.addAll(command.arguments());
            CollectorProcess started = new CollectorProcess(new ProcessBuilder(arguments).start());
            taker.accept(started);
            try (OutputStream input = started.process.getOutputStream()) {
                input.write(command.input().getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                try (started) {
                    throw new IOException(started.why(String.valueOf(e.getMessage())), e);
                }
            }
            return started;
        }

        /** What it prints; its end comes with the process's. */
        BufferedReader lines() {
            return process.inputReader(StandardCharsets.UTF_8);
        }

        /** Why it ended: its last complaint, or else this. */
        String why(String otherwise) {
            try {
                complaints.join(COMPLAINT_WAIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return complaint.isEmpty() ? otherwise : complaint;
        }

        /** Ends it from any thread; a reader of its lines sees their end. */
        @Override
        public void close() {
            // What a script has started holds its output open, and prints into files of a run that is over.
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            try {
                if (!process.waitFor(1, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
