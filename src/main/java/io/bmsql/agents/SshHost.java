package io.bmsql.agents;

import io.bmsql.common.ParallelWork;
import io.bmsql.common.UserText;
import io.bmsql.db.CannotConnectException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.IOConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent host that is reached over ssh, {@code user@host} or {@code user@host:port}. One script does everything there; it
 * goes through ssh's input, and so does all that follows, so that nothing secret is on a command line. Threads: immutable.
 */
record SshHost(String word) {
    private static final Logger LOG = LoggerFactory.getLogger(SshHost.class);
    /** Ctrl-C reaches all programs of a terminal: ssh must outlive it, since the coordinator ends the agents in good order. */
    private static final List<String> WITHOUT_SIGNALS = List.of("sh", "-c", "trap '' INT HUP; exec \"$@\"", "ssh");

    private static final int LONGEST_COMPLAINT = 300;

    /** Without any question, as the collector does: it refuses unknown hosts, and gives up silent ones. */
    List<String> command(String verb, List<String> words) {
        List<String> command = new ArrayList<>(WITHOUT_SIGNALS);
        command.addAll(List.of("ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "LogLevel=ERROR"));
        command.addAll(List.of("-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=2"));
        String address = word.replaceFirst(":[0-9]+$", "");
        if (address.length() < word.length()) {
            command.addAll(List.of("-p", word.substring(address.length() + 1)));
        }
        command.addAll(List.of("--", address.replaceAll("[\\[\\]]", "")));
        // One line without anything that shells read in different ways: the user's own shell there may be any.
        StringBuilder there = new StringBuilder(
                "exec sh -c 'eval \"$(dd bs=1 count=" + script().length + " 2>/dev/null)\"' bmsql " + verb);
        for (String each : words) {
            if (!each.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
                throw new IllegalArgumentException("a remote shell might interpret " + each);
            }
            there.append(' ').append(each);
        }
        command.add(there.toString());
        return command;
    }

    private static byte[] script() {
        try {
            return IOUtils.resourceToByteArray("/agents/host.sh");
        } catch (IOException e) {
            throw new UncheckedIOException("the program lacks agents/host.sh", e);
        }
    }

    /** Starts a verb; the process's input stays open. Whoever cannot take the input says why when it ends. */
    Process start(String verb, List<String> words, IOConsumer<OutputStream> input) throws CannotConnectException {
        try {
            Process process = new ProcessBuilder(command(verb, words)).start();
            try {
                OutputStream in = process.getOutputStream();
                in.write(script());
                input.accept(in);
                in.flush();
            } catch (IOException e) {
                LOG.debug("{}: {}", word, e.getMessage());
            }
            return process;
        } catch (IOException e) {
            throw refusal(String.valueOf(e.getMessage()));
        }
    }

    /** A verb to its end: the lines that it printed. */
    List<String> call(String verb, List<String> words, IOConsumer<OutputStream> input)
            throws CannotConnectException, InterruptedException {
        Process process = start(verb, words, input);
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            LOG.debug("{}: {}", word, e.getMessage());
        }
        List<String> complaints = new ArrayList<>();
        Thread reader = ParallelWork.read("ssh " + word, process.errorReader(StandardCharsets.UTF_8), complaints::add);
        List<String> lines = new ArrayList<>();
        try {
            ParallelWork.read("ssh " + word, process.inputReader(StandardCharsets.UTF_8), lines::add)
                    .join();
            reader.join();
            int status = process.waitFor();
            if (status != 0) {
                throw refusal(complaints.isEmpty() ? "ssh ended with status " + status : last(complaints));
            }
            return lines;
        } finally {
            process.destroy();
        }
    }

    private static String last(List<String> complaints) {
        return UserText.cut(complaints.get(complaints.size() - 1), LONGEST_COMPLAINT);
    }

    CannotConnectException refusal(String cause) {
        return new CannotConnectException("agentsSsh", ": " + word + " cannot be an agent: " + cause);
    }
}
