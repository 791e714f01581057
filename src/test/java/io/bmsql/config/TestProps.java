package io.bmsql.config;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Loads settings from lines of text, as the file {@code p}. */
final class TestProps {
    /** What every run needs, without run length and terminals. */
    static final String CONNECTION = "db=postgres\nconn=jdbc:postgresql://h:5432/db\nwarehouses=10\n";

    /** A file that can run: 10 warehouses, 10 terminals, 5 minutes. */
    static final String RUN = CONNECTION + "terminals=10\nrunMins=5\n";

    static final long DRAWN_SEED = 4711;

    private TestProps() {}

    static ConfigLoader loader(Map<String, String> environment) {
        return new ConfigLoader(environment, () -> DRAWN_SEED);
    }

    static LoadedConfig load(ConfigPurpose purpose, String text) throws ConfigException {
        return load(purpose, text, Map.of(), Map.of());
    }

    static LoadedConfig load(
            ConfigPurpose purpose, String text, Map<String, String> overrides, Map<String, String> environment)
            throws ConfigException {
        return loader(environment).load(PropsFile.parse("p", text), Path.of("."), overrides, purpose);
    }

    /** A run of {@link #RUN} and these lines. */
    static LoadedConfig run(String lines) throws ConfigException {
        return load(ConfigPurpose.RUN, RUN + lines);
    }

    static BenchmarkConfig config(String lines) throws ConfigException {
        return run(lines).config();
    }

    /** All else is as it is without a setting. */
    static RunConfig runConfig(
            RunConfig.Inputs inputs, int terminals, int workers, RunConfig.Length length, RunConfig.Pace pace)
            throws ConfigException {
        RunConfig usual = config("").run();
        return with(
                usual, "inputs", inputs, "terminals", terminals, "workers", workers, "length", length, "pace", pace);
    }

    /** With the drawn seed. */
    static RunConfig.Inputs inputs(int warehouses, int first, int last, boolean fixed, double rollbackPercent) {
        return new RunConfig.Inputs(warehouses, first, last, fixed, rollbackPercent, DRAWN_SEED);
    }

    static List<Problem> problems(ConfigPurpose purpose, String text) {
        ConfigException thrown = catchThrowableOfType(ConfigException.class, () -> load(purpose, text));
        return thrown == null ? List.of() : thrown.problems();
    }

    /** The problems of a run of {@link #RUN} and these lines, as the user sees them. */
    static List<String> runProblems(String lines) {
        return problems(ConfigPurpose.RUN, RUN + lines).stream()
                .map(Problem::toString)
                .toList();
    }

    static EffectiveSetting setting(LoadedConfig loaded, PropertyKey key) {
        return loaded.settings().stream()
                .filter(setting -> setting.key().equals(key.key()))
                .findFirst()
                .orElseThrow();
    }
}
