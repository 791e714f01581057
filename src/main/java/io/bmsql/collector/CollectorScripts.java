package io.bmsql.collector;

import io.bmsql.collector.CollectorCommand.Reach;
import io.bmsql.config.CollectorConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What the hosts are sent: the built-in probe, or a user's own script.
 *
 * @param workingDirectory where the script's path of the settings begins
 * @param path folders of programs, to find a Python on the driver's own host
 * @param ssh the ssh program and options for all hosts
 */
public record CollectorScripts(Path workingDirectory, List<Path> path, List<String> ssh) {
    private static final String PROBE = "/collector/probe.sh";

    /** BenchmarkSQL's collectors, which the built-in one replaces. */
    private static final String ORIGINALS = "os_collector_linux(_[0-9.]+)?\\.py";

    private static final List<String> PYTHONS = List.of("python", "python3", "python2");

    public CollectorScripts {
        path = List.copyOf(path);
        ssh = List.copyOf(ssh);
    }

    boolean isBuiltIn(CollectorConfig config) {
        String script = config.script();
        return script == null
                || script.equals("builtin")
                || fileName(program(script)).matches(ORIGINALS);
    }

    CollectorCommand command(CollectorConfig config, Reach reach, int runId) throws IOException {
        if (isBuiltIn(config)) {
            return CollectorCommand.probe(reach, probe(), config.intervalSecs());
        }
        return CollectorCommand.script(
                reach, python(reach), ownScript(config), runId, config.intervalSecs(), config.devices());
    }

    /**
     * Proves that the user's own script, when the settings name one, can be read.
     *
     * @throws IOException when it cannot
     */
    public void require(CollectorConfig config) throws IOException {
        if (!isBuiltIn(config)) {
            ownScript(config);
        }
    }

    private String ownScript(CollectorConfig config) throws IOException {
        return Files.readString(workingDirectory.resolve(Objects.requireNonNull(config.script())));
    }

    /** A far host is asked for {@code python}, as BenchmarkSQL does; here any Python will do. */
    private String python(Reach reach) {
        return reach.prefix().isEmpty()
                ? PYTHONS.stream().filter(this::isInstalled).findFirst().orElse(PYTHONS.get(0))
                : PYTHONS.get(0);
    }

    private boolean isInstalled(String program) {
        return path.stream().anyMatch(folder -> Files.isExecutable(folder.resolve(program)));
    }

    /** BenchmarkSQL 6 writes options behind the path; its own collectors are stood in for whatever they are asked. */
    private static String program(String script) {
        return script.trim().split("\\s+")[0];
    }

    private static String fileName(String script) {
        return script.substring(script.lastIndexOf('/') + 1);
    }

    private static String probe() throws IOException {
        try (InputStream text = CollectorScripts.class.getResourceAsStream(PROBE)) {
            return new String(Objects.requireNonNull(text, PROBE).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
