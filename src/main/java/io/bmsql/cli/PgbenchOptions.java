package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.common.UsageException;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.ScriptsConfig;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Scripts of pgbench in place of TPC-C, and settings of a run, in the words of pgbench; some are also those of sysbench. */
final class PgbenchOptions {
    private static final BigDecimal SECONDS_OF_A_MINUTE = BigDecimal.valueOf(60);
    private static final int WITHOUT_LIMIT = 1_000_000_000;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE[@WEIGHT]")
    private List<String> files = List.of();

    @Option(
            names = {"-b", "--builtin"},
            paramLabel = "NAME[@WEIGHT]")
    private List<String> builtins = List.of();

    @Option(names = {"-N", "--skip-some-updates"})
    private boolean isSimpleUpdate;

    @Option(names = {"-S", "--select-only"})
    private boolean isSelectOnly;

    @Option(
            names = {"-s", "--scale"},
            paramLabel = "N")
    private @Nullable String scale;

    @Option(
            names = {"-c", "--client", "--threads"},
            paramLabel = "N")
    private @Nullable Integer clients;

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N")
    private @Nullable Integer jobs;

    @Option(
            names = {"-T", "--time"},
            paramLabel = "SECS")
    private @Nullable Integer seconds;

    @Option(
            names = {"-t", "--transactions"},
            paramLabel = "N")
    private @Nullable Integer transactions;

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "N")
    private @Nullable BigDecimal perSecond;

    @Option(names = "--max-tries", paramLabel = "N")
    private @Nullable Integer tries;

    @Option(
            names = {"-P", "--report-interval"},
            paramLabel = "SECS")
    private @Nullable Integer reportSeconds;

    @Option(names = {"-n", "--no-vacuum"})
    private boolean isWithoutVacuum;

    @Option(
            names = {"-M", "--protocol"},
            paramLabel = "MODE")
    private @Nullable String protocol;

    @Option(names = "--random-seed", paramLabel = "N")
    private @Nullable Long seed;

    /** Puts what they mean into the settings of a command. */
    void override(PropsCommand command) throws UsageException {
        List<String> scripts = new ArrayList<>(files);
        for (String word : builtins) {
            scripts.add(ScriptsConfig.builtin(word));
        }
        if (isSimpleUpdate) {
            scripts.add(ScriptsConfig.builtin("simple-update"));
        }
        if (isSelectOnly) {
            scripts.add(ScriptsConfig.builtin("select-only"));
        }
        command.override(PropertyKey.SCRIPTS, scripts.isEmpty() ? null : ScriptsConfig.setting(scripts.stream()));
        command.override("scale", scale);
        UsageException.throwIf(
                seconds != null && transactions != null,
                "-T and -t exclude each other: a run ends by time or by the number of transactions; leave one out");
        UsageException.throwIf(
                protocol != null && !protocol.equals("prepared"),
                "-M " + protocol + ": statements with values are always prepared here; leave -M out");
        command.override(PropertyKey.TERMINALS, number("-c", clients, 1));
        command.override(PropertyKey.RUN_TXNS_PER_TERMINAL, seconds == null ? number("-t", transactions, 1) : "0");
        if (seconds != null) {
            BigDecimal minutes =
                    new BigDecimal(number("-T", seconds, 1)).divide(SECONDS_OF_A_MINUTE, 12, RoundingMode.HALF_UP);
            command.override(PropertyKey.RUN_MINS, minutes.stripTrailingZeros().toPlainString());
        } else if (transactions != null) {
            command.override(PropertyKey.RUN_MINS, "0");
        }
        if (perSecond != null) {
            BigDecimal perMinute = perSecond.multiply(SECONDS_OF_A_MINUTE).setScale(0, RoundingMode.HALF_UP);
            UsageException.throwIf(
                    perMinute.signum() <= 0, "-R " + perSecond + " is less than one a minute: give more");
            command.override(PropertyKey.ARRIVAL_RATE, perMinute.toPlainString());
            command.override(PropertyKey.LIMIT_TXNS_PER_MIN, "0");
        }
        number("--max-tries", tries, 0);
        command.override(
                PropertyKey.MAX_RETRIES,
                tries == null ? null : Integer.toString(tries == 0 ? WITHOUT_LIMIT : tries - 1));
        command.override(PropertyKey.REPORT_INTERVAL_SECS, number("-P", reportSeconds, 1));
        command.override(PropertyKey.SEED, seed == null ? null : seed.toString());
        if (jobs != null) {
            command.context.printError(
                    "Note: -j " + jobs + " has no meaning here: each connection has a thread of its own (sutThreads)");
        }
    }

    private static @Nullable String number(String option, @Nullable Integer value, int least) throws UsageException {
        UsageException.throwIf(value != null && value < least, option + " " + value + " is below " + least);
        return value == null ? null : value.toString();
    }

    /** -P asks for lines. */
    ProgressMode mode(ProgressMode asked) {
        return reportSeconds != null && asked == ProgressMode.auto ? ProgressMode.plain : asked;
    }

    /** What to write in the place of an option of pgbench or sysbench that no command has; nothing for another word. */
    static Optional<String> otherwise(String word) {
        ResourceBundle known = ResourceBundle.getBundle("cli.other_tools", Locale.ROOT);
        String option = word.replaceFirst("=.*", "");
        boolean isLong = option.startsWith("--") || option.length() < 2;
        String name = isLong ? option : option.substring(0, 2);
        return known.containsKey(name)
                ? Optional.of(name + " of pgbench or sysbench is no option here: " + known.getString(name))
                : Optional.empty();
    }
}
