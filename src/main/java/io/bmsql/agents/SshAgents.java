package io.bmsql.agents;

import io.bmsql.common.ParallelWork;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentsConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.run.RunListener;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.FailableConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agents that the coordinator starts over ssh for one run, one for each word of {@code agentsSsh}, and ends after it. All
 * hosts are looked at before anything is sent to one of them. One thread.
 */
final class SshAgents implements AutoCloseable {
    private static final int AT_ONCE = 8;
    /** For a run to end in good order, and its report. */
    private static final long END_SECONDS = 30;

    private final ProgramContext program;
    private final AgentsConfig config;
    private final RunListener listener;
    private final List<SshAgent> agents = new ArrayList<>();
    private boolean isOver;

    private SshAgents(ProgramContext program, AgentsConfig config, RunListener listener) {
        this.program = program;
        this.config = config;
        this.listener = listener;
    }

    /** Starts them and waits until all are there; none when the settings name no host. */
    static SshAgents start(ProgramContext program, AgentsConfig config, AgentKey key, RunListener listener)
            throws UsageException, InterruptedException {
        SshAgents started = new SshAgents(program, config, listener);
        if (!config.ssh().isEmpty()) {
            key.context(); // a bad key is refused before it is sent anywhere
            try {
                started.begin(Files.readAllBytes(key.file()));
            } catch (IOException e) {
                throw new UsageException(key.file() + " cannot be read (" + e.getMessage() + ")", e);
            } catch (UsageException | InterruptedException e) {
                started.close();
                throw e;
            }
        }
        return started;
    }

    private void begin(byte[] key) throws UsageException, InterruptedException {
        ProgramFiles files = ProgramFiles.of(program);
        List<SshHost> hosts = config.ssh().stream().distinct().map(SshHost::new).toList();
        Map<SshHost, List<String>> missing = new ConcurrentHashMap<>();
        onAll(hosts, host -> missing.put(host, look(host, files)));
        missing.values().removeIf(List::isEmpty);
        missing.forEach((host, paths) -> listener.info(host.word() + ": sending " + paths.size() + " of "
                + files.files().size() + " files of the program"));
        onAll(
                missing.keySet(),
                host -> host.call(
                        "take",
                        List.of(files.name()),
                        out -> files.writeTo(out, missing.getOrDefault(host, List.of()))));
        for (String word : config.ssh()) {
            agents.add(SshAgent.start(new SshHost(word), files.name(), config.port(), key, listener::warn));
        }
        for (int number = 0; number < agents.size(); number++) {
            SshAgent agent = agents.get(number);
            agent.await(config.waitSeconds());
            listener.info(config.ssh().get(number) + ": agent " + agent.member() + " on " + agent.address() + ":"
                    + agent.port());
        }
    }

    /** What a host has of the program; refuses one that could not reach this program. */
    private List<String> look(SshHost host, ProgramFiles files) throws UsageException, InterruptedException {
        List<String> lines = host.call("look", List.of(files.name()), out -> {});
        String here = valueOf("from ", lines);
        String there = valueOf("at ", lines);
        String bind = config.bind();
        if (GroupChannel.Place.isLoopback(bind) && !GroupChannel.Place.isLoopback(there)) {
            throw new UsageException("agentsSsh names " + host.word() + ", but this program would listen on " + bind
                    + " only: set agentsBind to an address of this host that the agents can reach; " + host.word()
                    + " sees it as " + here);
        }
        return files.missing(lines);
    }

    private static String valueOf(String name, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()))
                .findFirst()
                .orElse("");
    }

    /** Some at once, all to their end, so that none is left at work when another one failed. */
    private static void onAll(Collection<SshHost> hosts, FailableConsumer<SshHost, Exception> work)
            throws UsageException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        List<Callable<@Nullable Void>> tasks = new ArrayList<>();
        for (SshHost host : hosts) {
            tasks.add(() -> {
                work.accept(host);
                return null;
            });
        }
        try {
            UsageException first = null;
            for (Future<@Nullable Void> future : threads.invokeAll(tasks)) {
                try {
                    future.get();
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof UsageException refused)) {
                        throw new IllegalStateException(e.getCause());
                    }
                    first = first == null ? refused : first;
                }
            }
            if (first != null) {
                throw first;
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Where they listen, in the order of the settings; empty when there are none. */
    List<String> addresses() {
        return agents.stream().map(SshAgent::address).toList();
    }

    /** Ends all; results go from hosts whose agents are among these, by their names in the group. */
    void end(Collection<String> copied) throws InterruptedException {
        if (isOver) {
            return;
        }
        isOver = true;
        agents.forEach(agent -> agent.letGo(!copied.isEmpty() && copied.contains(agent.member())));
        // One time for all of them: they end at once.
        long deadlineNanos = program.clock().nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
        for (SshAgent agent : agents) {
            agent.awaitEnd(deadlineNanos - program.clock().nanoTime());
        }
    }

    /** Ends those that are left, with their results where they are. */
    @Override
    public void close() {
        try {
            end(List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * An agent on another host, which lives as long as its ssh: it ends when its input does, whatever ended it. What it warns of
     * is said here with its host. Called by one thread.
     */
    private static final class SshAgent {
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
            Thread complaints = ParallelWork.read(
                    "ssh " + host.word(), process.errorReader(StandardCharsets.UTF_8), this::complained);
            this.reader =
                    ParallelWork.read("ssh " + host.word(), process.inputReader(StandardCharsets.UTF_8), this::printed);
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
                warn.accept(
                        host.word() + ": not all results of its agent came here; they stay there in " + stays.group(1));
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
        void awaitEnd(long nanos) throws InterruptedException {
            if (process.waitFor(nanos, TimeUnit.NANOSECONDS)) {
                reader.join(TimeUnit.SECONDS.toMillis(1));
                return;
            }
            process.destroy();
            warn.accept(host.word() + ": its agent did not end within " + END_SECONDS
                    + " s and may still run there; its results, if any, are in " + folder);
        }
    }
}
