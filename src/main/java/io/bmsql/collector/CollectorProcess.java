package io.bmsql.collector;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A running {@link CollectorScripts.Command}. Its complaints are kept apart from its figures; the last one says why it ended. */
final class CollectorProcess implements AutoCloseable {
    private static final int LONGEST_COMPLAINT = 300;
    private static final long COMPLAINT_WAIT_MILLIS = 500;

    private final Process process;
    private final Thread complaints;
    private volatile String complaint = "";

    private CollectorProcess(Process process) {
        this.process = process;
        this.complaints = new Thread(this::readComplaints, "collector-complaints");
        complaints.setDaemon(true);
    }

    /** Starts the command and feeds it its input; {@link IOException} when the program is not there. */
    static CollectorProcess start(CollectorScripts.Command command) throws IOException {
        CollectorProcess started = new CollectorProcess(new ProcessBuilder(command.arguments()).start());
        started.complaints.start();
        try (OutputStream input = started.process.getOutputStream()) {
            input.write(command.input().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IOException(started.why(String.valueOf(e.getMessage())), e);
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

    /** Ends it from any thread; whoever reads its lines sees their end. */
    @Override
    public void close() {
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

    /** Reads to the end, so that a talkative process never waits for a reader. */
    private void readComplaints() {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    String text = line.strip();
                    complaint = text.substring(0, Math.min(LONGEST_COMPLAINT, text.length()));
                }
            }
        } catch (IOException e) {
            if (complaint.isEmpty()) {
                complaint = "its complaints could not be read (" + e.getMessage() + ")";
            }
        }
    }
}
