package io.bmsql.collector;

import io.bmsql.common.IoReason;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.CollectorConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.io.IOUtils;

/**
 * What the hosts are sent, and how: the built-in probe, or a user's own script, relative to the working directory.
 *
 * @param python starts a user's own script on the load generator's host
 * @param server with what the names of the server's processes begin; without any, whose work it is is not told
 * @param port on which the run's server listens; 0 where nobody says
 */
public record CollectorScripts(Path workingDirectory, String python, List<String> ssh, List<String> server, int port) {
    private static final String PROBE = "/collector/probe.sh";
    private static final String HOST = "/collector/host.sh";
    private static final String LISTENERS = "/collector/listeners.sh";

    /** BenchmarkSQL's collectors, which the built-in one replaces. */
    private static final String ORIGINALS = "os_collector_linux(_[0-9.]+)?\\.py";

    private static final List<String> PYTHONS = List.of("python", "python3", "python2");

    /** The process that collects from a host: its arguments, never split by a shell here, and its standard input. */
    record Command(String host, List<String> arguments, String input) {}

    public CollectorScripts(Path workingDirectory, String python, List<String> ssh) {
        this(workingDirectory, python, ssh, List.of(), 0);
    }

    /** The same, which tell the server's work from others'. */
    public CollectorScripts watching(List<String> processes, int listening) {
        return new CollectorScripts(workingDirectory, python, ssh, processes, listening);
    }

    /** Looks for Python along the program's {@code PATH}. */
    public static CollectorScripts of(ProgramContext program) {
        String python = PYTHONS.stream()
                .filter(name -> program.onPath(name).isPresent())
                .findFirst()
                .orElse(PYTHONS.get(0));
        return new CollectorScripts(program.resolve(Path.of("")), python, List.of("ssh"));
    }

    /** What is to be said before a run of devices that are asked for: only those of this host can be looked for. */
    public static List<String> deviceWarnings(CollectorConfig config) {
        if (!config.isOn() || config.devices().isEmpty() || !Files.isDirectory(Path.of("/sys/class/net"))) {
            return List.of();
        }
        if (!config.sshAddresses().isEmpty()) {
            return List.of("osCollectorDevices is not checked: the devices are those of "
                    + String.join(", ", config.sshAddresses()));
        }
        return config.devices().stream()
                .filter(device -> !Files.exists(folder(device).resolve(DeviceChoice.kernelName(device))))
                .map(device -> "osCollectorDevices: this host has no " + device + ", so nothing is collected of it; ls "
                        + folder(device) + " names those that it has")
                .toList();
    }

    private static Path folder(String device) {
        return Path.of("/sys/class", device.startsWith(DeviceChoice.BLOCK) ? "block" : "net");
    }

    boolean isBuiltIn(CollectorConfig config) {
        String script = config.script();
        return script == null
                || script.equals("builtin")
                || script.replaceFirst(".*/", "").matches(ORIGINALS);
    }

    /** A line for a path of one of BenchmarkSQL's collectors, which is not started even if it is there; empty for others. */
    public Optional<String> remark(CollectorConfig config) {
        String script = config.script();
        return script == null || script.equals("builtin") || !isBuiltIn(config)
                ? Optional.empty()
                : Optional.of("osCollectorScript=" + script
                        + " is not started: the built-in collector gives the same figures (osCollectorScript=builtin)");
    }

    /** One command for each host of the settings; none when hosts are not watched. Fails when a script cannot be read. */
    List<Command> commands(CollectorConfig config, int runId) throws IOException {
        if (!config.isOn()) {
            return List.of();
        }
        if (config.sshAddresses().isEmpty()) {
            return List.of(command(config, runId, "local", List.of(), python));
        }
        List<Command> commands = new ArrayList<>();
        for (String address : config.sshAddresses()) {
            // A remote host is asked for "python", as BenchmarkSQL does.
            commands.add(command(config, runId, address, prefix(address, config.sshPort()), PYTHONS.get(0)));
        }
        return commands;
    }

    /** One question for each host over ssh; for this one where there are none. Paths as the database names them, or empty. */
    List<Command> questions(CollectorConfig config, String dataPath, String logPath) throws IOException {
        String input = "data=" + quoted(dataPath) + "\nlog=" + quoted(logPath) + "\n"
                + listeners()
                + IOUtils.resourceToString(HOST, StandardCharsets.UTF_8);
        List<Command> questions = new ArrayList<>();
        for (String address : config.sshAddresses()) {
            List<String> arguments = prefix(address, config.sshPort());
            arguments.addAll(List.of("sh", "-s"));
            questions.add(new Command(address, arguments, input));
        }
        return questions.isEmpty()
                ? List.of(new Command("this host", List.of("sh", "-s"), input))
                : List.copyOf(questions);
    }

    private String listeners() throws IOException {
        return "port=" + (port > 0 ? "%04X".formatted(port) : "") + "\n"
                + IOUtils.resourceToString(LISTENERS, StandardCharsets.UTF_8);
    }

    /** As one word for the shell, whatever is in it. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** A user's own script is started as BenchmarkSQL starts it (benchmarksql-formats.md, Collector). */
    private Command command(CollectorConfig config, int runId, String host, List<String> prefix, String python)
            throws IOException {
        List<String> arguments = new ArrayList<>(prefix);
        if (isBuiltIn(config)) {
            arguments.addAll(List.of("sh", "-s"));
            return new Command(
                    host,
                    arguments,
                    "interval=" + config.intervalSecs() + "\nserver="
                            + quoted(String.join(",", server)) + "\nown="
                            + (prefix.isEmpty() ? ProcessHandle.current().pid() : "") + "\n"
                            + listeners()
                            + IOUtils.resourceToString(PROBE, StandardCharsets.UTF_8));
        }
        arguments.addAll(List.of(python, "-", Integer.toString(runId), Integer.toString(config.intervalSecs())));
        // Checked names: over ssh they pass through the remote shell.
        arguments.addAll(config.devices());
        return new Command(host, arguments, ownScript(config));
    }

    /** Over ssh without any question: it refuses unknown hosts, and drops silent ones. Port 0 is its own choice. */
    private List<String> prefix(String address, int port) {
        List<String> prefix = new ArrayList<>(ssh);
        prefix.addAll(List.of("-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10"));
        prefix.addAll(List.of("-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=2"));
        if (port > 0) {
            prefix.addAll(List.of("-p", Integer.toString(port)));
        }
        // As one of IPv6 is written with a port behind it; ssh would take the brackets for a part of the name.
        prefix.addAll(List.of("--", address.replaceAll("[\\[\\]]", "")));
        return prefix;
    }

    /** Makes sure that the user's own script, when the settings name one, can be read. */
    public void require(CollectorConfig config) throws UsageException {
        try {
            if (!isBuiltIn(config)) {
                ownScript(config);
            }
        } catch (IOException e) {
            throw UsageException.about(
                    "osCollectorScript",
                    "=" + config.script() + " cannot be read ("
                            + IoReason.of(e, workingDirectory.resolve(String.valueOf(config.script())))
                            + "): give the path of your script, or `builtin` for the built-in collector",
                    e);
        }
    }

    private String ownScript(CollectorConfig config) throws IOException {
        return Files.readString(workingDirectory.resolve(Objects.requireNonNull(config.script())));
    }
}
