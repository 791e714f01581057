package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.run.ResolvedSettings;
import io.bmsql.schema.DatabaseLock;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that takes a props file and settings that override it. */
abstract class PropsCommand extends CommandTree.Base {
    @Parameters(index = "0", paramLabel = "PROPS")
    Path props = Path.of("");

    @Mixin
    private final PropsCommand.Overrides overrides;

    private volatile @Nullable LoadedConfig loaded;

    PropsCommand() {
        this(new Overrides());
    }

    private PropsCommand(Overrides overrides) {
        this.overrides = overrides;
    }

    /** As {@code -D} would; null leaves the setting as it is. */
    void override(PropertyKey key, @Nullable String value) {
        override(key.key(), value);
    }

    /** The same for a variable of scripts. */
    void override(String key, @Nullable String value) {
        if (value != null) {
            overrides.settings.put(key, value);
        }
    }

    /** Reads and checks the settings, and prints their warnings. */
    LoadedConfig load(ConfigPurpose purpose) throws ConfigException {
        LoadedConfig loaded = read(purpose);
        loaded.warnings().forEach(warning -> context.warn(lang(), warning));
        return loaded;
    }

    /** The same for a command that knows TPC-C's tables alone. */
    BenchmarkConfig loadTpcc(ConfigPurpose purpose) throws UsageException {
        BenchmarkConfig config = load(purpose).config();
        UsageException.throwIf(
                !config.scripts().isTpcc(),
                "'bmsql " + spec.name() + "' knows TPC-C's tables alone, and these settings have workload="
                        + config.scripts().workload() + (config.scripts().isFolder() ? "" : " with scripts")
                        + ": leave that out, or use build, run, check, reset and destroy");
        return config;
    }

    LoadedConfig read(ConfigPurpose purpose) throws ConfigException {
        LoadedConfig read = ResolvedSettings.read(context.program(), props, overrides.settings, purpose);
        loaded = read;
        return read;
    }

    /** The setting {@code lang}, empty before the settings are read; from any thread. */
    public final String lang() {
        LoadedConfig read = loaded;
        return read == null ? "" : read.config().result().lang();
    }

    /** A failure's sentence with the place of the setting that it is about, and with the file in commands that it names. */
    final String placed(Exception failure, String sentence) {
        LoadedConfig read = loaded;
        return (read == null ? sentence : read.placed(failure, sentence))
                .replaceAll("('bmsql [a-z]+) PROPS\\b", "$1 " + Matcher.quoteReplacement(props.toString()));
    }

    /** Opens the database of these settings, with the dialect of its connection alone. */
    Database open(BenchmarkConfig config, int connections) throws UsageException {
        ProgramContext program = context.program();
        return Database.open(program, config.connection(), Dialect.of(program, config.connection()), connections);
    }

    /** A command that changes the database, while no other does. */
    abstract static class Changing extends PropsCommand {
        Changing() {
            super(new OverridesAnyway());
        }

        static DatabaseLock lock(CommandContext context, Database database, String command)
                throws SQLException, UsageException {
            Consumer<String> warn = line -> context.warn("", line);
            database.betterFolder().ifPresent(warn);
            return DatabaseLock.take(database, context.clock(), command, warn);
        }
    }

    /** Work on the tables, which shows how far it is and, when asked, what it sends. */
    abstract static class Work extends Changing implements Signals.Stoppable {
        @Mixin
        final Progress progress = new Progress();

        @Option(names = "--verbose")
        boolean isVerbose;
    }

    static class Overrides {
        @Option(names = "-D", paramLabel = "KEY=VALUE", mapFallbackValue = "true")
        final Map<String, String> settings = new LinkedHashMap<>();
    }

    static final class OverridesAnyway extends Overrides {
        @Option(names = "--anyway")
        private void anyway(boolean isWanted) {
            if (isWanted) {
                settings.put(PropertyKey.LOCK.key(), "false");
            }
        }
    }

    static final class Progress {
        @Option(names = "--progress", paramLabel = "MODE", defaultValue = "auto")
        ProgressMode mode = ProgressMode.auto;
    }
}
