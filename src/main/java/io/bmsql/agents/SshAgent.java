package io.bmsql.agents;

import io.bmsql.common.ParallelWork;
import io.bmsql.db.CannotConnectException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent on another host, which lives as long as its ssh: it ends when its input does, whatever ended it. What it warns of
 * is said here with its host. Called by one thread.
 */
final class SshAgent {
    private static final Logger LOG = LoggerFactory.getLogger(SshAgent.class);
    private static final Pattern READY = Pattern.compile("Waiting for a run as (\\S+) on (\\S+):(\\d+) \\(key .*");
    private static final Pattern WORKS = Pattern.compile("bmsql: works in (.+)");
    private static final Pattern STAYS = Pattern.compile("bmsql: results stay in (.+)");
    /** Its own warnings, and the log's; all else is of interest on its own console only. */
    private static final Pattern WARNING = Pattern.compile("(?:Warning:|[0-9:,]{12} .*? (?:WARN|ERROR)) +(.+)");

    private final SshHost host;
    private final Consumer<String> warn;
    private final Process process;
    private final Thread reader;
    private final CompletableFuture<Matcher> ready = new CompletableFuture<>();
    private volatile String folder = "a new folder";
    private volatile String complaint = "";

    private SshAgent(SshHost host, Process process, Consumer<String> warn) {
        this.host = host;
        this.process = process;
        this.warn = warn;
        Thread complaints = host.read(process.errorReader(StandardCharsets.UTF_8), this::complained);
        this.reader = host.read(process.inputReader(StandardCharsets.UTF_8), this::printed);
        process.onExit().thenRun(() -> {
            ParallelWork.awaitEnd(complaints, 1);
            ready.completeExceptionally(host.refusal(complaint.isEmpty() ? "its agent ended at once" : complaint));
        });
    }

    /** Starts it; the program is there already. */
    static SshAgent start(SshHost host, String program, int port, byte[] key, Consumer<String> warn)
            throws CannotConnectException {
        List<String> words = List.of(program, Integer.toString(port), Integer.toString(key.length));
        return new SshAgent(host, host.start("agent", words, in -> in.write(key)), warn);
    }

    void await(int seconds) throws CannotConnectException, InterruptedException {
        try {
            ready.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof CannotConnectException missing
                    ? missing
                    : host.refusal(String.valueOf(e.getCause()));
        } catch (TimeoutException e) {
            throw host.refusal("its agent was not there after " + seconds + " s (agentsWaitSecs)");
        }
    }

    /** As the group names it; only once it is there. */
    String member() {
        return ready.join().group(1);
    }

    /** Where it listens; only once it is there. */
    String address() {
        return ready.join().group(2);
    }

    String port() {
        return ready.join().group(3);
    }

    private void printed(String line) {
        Matcher warning = WARNING.matcher(line);
        Matcher there = READY.matcher(line);
        Matcher works = WORKS.matcher(line);
        Matcher stays = STAYS.matcher(line);
        if (there.matches()) {
            ready.complete(there);
        } else if (works.matches()) {
            folder = works.group(1);
        } else if (stays.matches()) {
            warn.accept(host.word() + ": not all results of its agent came here; they stay there in " + stays.group(1));
        } else if (warning.matches()) {
            warn.accept(host.word() + ": " + warning.group(1));
        } else {
            LOG.debug("{}: {}", host.word(), line);
        }
    }

    private void complained(String line) {
        complaint = line;
        if (ready.isDone()) {
            warn.accept(host.word() + ": " + line);
        }
    }

    /** Closes its input, which ends it; with its results gone when they are all here. */
    void letGo(boolean isCopied) {
        try (OutputStream in = process.getOutputStream()) {
            if (isCopied) {
                in.write("copied\n".getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            LOG.debug("{} has ended: {}", host.word(), e.getMessage());
        }
    }

    /** Waits until its host is left; it may end a run in good order first. */
    void awaitEnd(long seconds) throws InterruptedException {
        if (process.waitFor(seconds, TimeUnit.SECONDS)) {
            reader.join(TimeUnit.SECONDS.toMillis(1));
            return;
        }
        process.destroy();
        warn.accept(host.word() + ": its agent did not end within " + seconds
                + " s and may still run there; its results, if any, are in " + folder);
    }
}
