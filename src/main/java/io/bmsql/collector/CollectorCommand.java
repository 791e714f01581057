package io.bmsql.collector;

import java.util.ArrayList;
import java.util.List;

/**
 * The process that collects from one host: an argument list, never a text that a shell splits here.
 *
 * @param host as the settings name it, or {@link #LOCAL}
 * @param arguments program and arguments
 * @param input what it reads on its standard input
 */
record CollectorCommand(String host, List<String> arguments, String input) {
    /** The driver's own host. */
    static final String LOCAL = "local";

    CollectorCommand {
        arguments = List.copyOf(arguments);
    }

    /** The built-in probe. */
    static CollectorCommand probe(Reach reach, String script, int intervalSecs) {
        return new CollectorCommand(
                reach.host(), reach.arguments(List.of("sh", "-s")), "interval=" + intervalSecs + "\n" + script);
    }

    /**
     * A user's own script, started as BenchmarkSQL starts it (contract 7.1).
     *
     * @param python the interpreter's name on that host
     * @param devices checked names: over ssh they pass through the far side's shell
     */
    static CollectorCommand script(
            Reach reach, String python, String script, int runId, int intervalSecs, List<String> devices) {
        List<String> words =
                new ArrayList<>(List.of(python, "-", Integer.toString(runId), Integer.toString(intervalSecs)));
        words.addAll(devices);
        return new CollectorCommand(reach.host(), reach.arguments(words), script);
    }

    /**
     * How a host is reached.
     *
     * @param host {@code user@host}, or {@link #LOCAL}
     * @param prefix what comes before the command; empty on the driver's own host
     */
    record Reach(String host, List<String> prefix) {

        /** On the driver's own host. */
        static Reach local() {
            return new Reach(LOCAL, List.of());
        }

        /**
         * Over ssh without any question to the user: a host that asks for a password or is not known yet is refused by ssh
         * itself, and a silent one is given up after some seconds.
         *
         * @param ssh the program, with options for all hosts
         * @param port 0 for ssh's own choice
         */
        static Reach over(List<String> ssh, String address, int port) {
            List<String> prefix = new ArrayList<>(ssh);
            prefix.addAll(List.of("-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10"));
            prefix.addAll(List.of("-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=2"));
            if (port > 0) {
                prefix.addAll(List.of("-p", Integer.toString(port)));
            }
            prefix.addAll(List.of("--", address));
            return new Reach(address, prefix);
        }

        List<String> arguments(List<String> command) {
            List<String> arguments = new ArrayList<>(prefix);
            arguments.addAll(command);
            return arguments;
        }
    }
}
