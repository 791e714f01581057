package io.bmsql.testing;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs as another program of Java makes them: without a command line. */
public final class TestRuns {
    private TestRuns() {}

    /** Works in a folder, with the files of this repository and the programs of this host. */
    public static ProgramContext program(Path folder) {
        return new ProgramContext(
                folder,
                Path.of("").toAbsolutePath(),
                Map.of("PATH", System.getenv("PATH")),
                RunClock.SYSTEM,
                SecretMask.of(List.of()));
    }

    /** The run of that number in a folder; what is given here wins over the properties file. */
    public static RunSession session(
            Path folder, Path props, int number, Map<String, String> overrides, RunListener listener)
            throws ConfigException {
        LoadedConfig settings = new ConfigLoader(Map.of(), () -> 7).load(props, overrides, ConfigPurpose.RUN);
        return new RunSession(program(folder), new RunSession.Request(settings, props, number, "a test"), listener);
    }
}
