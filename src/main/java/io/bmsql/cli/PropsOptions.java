package io.bmsql.cli;

import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.Overrides;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The props file and the settings that override it: the same for every command that takes one. */
final class PropsOptions {
    @Parameters(index = "0", paramLabel = "PROPS", description = "Props file, as for BenchmarkSQL.")
    private Path props = Path.of("");

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            mapFallbackValue = "true",
            description = "Use this setting instead of the file's; may be given several times.")
    private final Map<String, String> settings = new LinkedHashMap<>();

    /** Reads and checks the settings, and tells their warnings. */
    LoadedConfig load(CommandContext context, ConfigPurpose purpose) throws ConfigException {
        LoadedConfig loaded = read(context, purpose);
        loaded.warnings().forEach(warning -> context.console()
                .err()
                .println("Warning: " + loaded.secrets().hide(warning)));
        return loaded;
    }

    /** Reads and checks the settings without a word. */
    LoadedConfig read(CommandContext context, ConfigPurpose purpose) throws ConfigException {
        LoadedConfig loaded = new ConfigLoader(context.program().environment(), context.program()::drawSeed)
                .load(context.program().resolve(props), Overrides.fromOptions(settings), purpose);
        context.program().secrets().use(loaded.secrets());
        return loaded;
    }

    /** The props file as the user named it. */
    Path file() {
        return props;
    }
}
