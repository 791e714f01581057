package io.bmsql.cli;

import io.bmsql.cli.console.Numbers;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.common.ProgramContext;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.common.SecretMask.SecretShield;
import io.bmsql.config.LoadProfile;
import io.bmsql.tpcc.TransactionType;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lines of a run in BenchmarkSQL's manner, because people cut numbers out of them (benchmarksql-formats.md, Console). */
final class RunLog {
    private static final String FRAME = "+-------------------------------------------------------------+";
    /** The settings at the start of a run, with a blank line between the groups. */
    private static final List<String> BANNER = List.of(
            "db driver conn user",
            "warehouses terminals sutThreads rampupDelay runMins rampupMins limitTxnsPerMin terminalWarehouseFixed",
            "newOrderWeight paymentWeight orderStatusWeight deliveryWeight stockLevelWeight",
            "keyingTimeMultiplier thinkTimeMultiplier isolationLevel statementProfile useStoredProcedures"
                    + " batchStatements seed",
            "resultDirectory osCollectorScript");

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private final Logger logger = LoggerFactory.getLogger("jTPCC");
    private final SecretShield shield;

    RunLog(SecretShield shield) {
        this.shield = shield;
    }

    void info(String line) {
        logger.info("Term-00, {}", shield.hide(line));
    }

    void warn(String line) {
        logger.warn("Term-00, {}", shield.hide(line));
    }

    void error(String line) {
        logger.error("Term-00, {}", shield.hide(line));
    }

    /** The start of a run: name and version, then the settings as {@code key=value}. */
    void banner(LoadedConfig loaded) {
        List.of("", FRAME, "     bmsql v" + ProgramContext.version(), FRAME, "     Apache-2.0", FRAME)
                .forEach(this::info);
        for (String group : BANNER) {
            Stream.of(group.split(" "))
                    .map(PropertyKey::find)
                    .map(Optional::orElseThrow)
                    .forEach(key -> info(setting(key, loaded)));
            info("");
        }
        if (!loaded.text(PropertyKey.LOAD_PROFILE).isEmpty()) {
            info(setting(PropertyKey.LOAD_PROFILE, loaded));
            plan(loaded).forEach(this::info);
            info("");
        }
    }

    /** The steps of a shaped load in time and words, so that nobody is surprised by what the profile says. */
    static List<String> plan(LoadedConfig loaded) {
        LoadProfile profile = loaded.config().run().pace().profile();
        return profile == null
                ? List.of()
                : profile.steps().stream()
                        .map(step -> "  " + Numbers.clock(step.fromNanos() / 1e9) + "-"
                                + Numbers.clock(step.untilNanos() / 1e9) + " "
                                + LoadProfile.label(step.from(), step.to(), profile.unit()))
                        .toList();
    }

    /** BenchmarkSQL prints null for what is not set; the default statements have a name that says more. */
    private static String setting(PropertyKey key, LoadedConfig loaded) {
        String value = loaded.text(key);
        if (key == PropertyKey.RUN_MINS && value.matches("(0+([.]0*)?)?")) {
            return setting(PropertyKey.RUN_TXNS_PER_TERMINAL, loaded);
        }
        String nothing = key == PropertyKey.STATEMENT_PROFILE ? "default" : "null";
        return key.key() + "=" + (value.isEmpty() ? nothing : value);
    }

    /** The end of a run, without the {@code Term-00, }; response times, outages, steps and thresholds come last, where no old script looks. */
    static List<String> ending(RunSummary summary, ZoneId zone) {
        RunFacts.Window window = summary.run().window();
        List<String> lines = new ArrayList<>(List.of(
                "",
                "",
                "Measured tpmC (NewOrders) = "
                        + Numbers.plainDecimal(summary.figures().tpmC()),
                "Measured tpmTOTAL = " + Numbers.plainDecimal(summary.figures().tpmTotal()),
                "Session Start     = " + at(window.startEpochMillis(), TIME, zone),
                "Session End       = " + at(window.endEpochMillis(), TIME, zone),
                "Transaction Count = " + summary.figures().foreground()));
        String responses = summary.figures().types().stream()
                .filter(type -> type.isForeground() && type.count() > 0)
                .map(type -> TransactionType.valueOf(type.type()).title() + " "
                        + Numbers.millis(type.response().p90Ms()) + " / "
                        + Numbers.millis(type.response().p99Ms()))
                .collect(Collectors.joining(", "));
        if (!responses.isEmpty()) {
            lines.add("Response times, 90% / 99%: " + responses);
        }
        int number = 0;
        for (Outage outage : summary.aftermath().availability()) {
            lines.add("Outage " + ++number + ": " + text(outage, zone));
        }
        summary.steps().forEach(step -> lines.add("Step " + text(step)));
        summary.aftermath().thresholds().forEach(kept -> lines.add("Threshold " + kept));
        return lines;
    }

    private static String text(LoadStep step) {
        LoadStep.Type newOrder = step.newOrder();
        return String.format(
                Locale.ROOT,
                "%s-%s, %s: tpmTotal %.1f, tpmC %.1f, New-Order %s, %d failed%s",
                Numbers.clock(step.plan().fromSeconds()),
                Numbers.clock(step.plan().untilSeconds()),
                step.plan().load(),
                step.tpmTotal(),
                step.tpmC(),
                newOrder == null
                        ? "none"
                        : String.format(
                                Locale.ROOT,
                                "p50 %.1f, p90 %.1f, p99 %.1f ms",
                                newOrder.response().p50Ms(),
                                newOrder.response().p90Ms(),
                                newOrder.response().p99Ms()),
                step.failed(),
                step.backlog() < 0 ? "" : ", backlog " + step.backlog());
    }

    private static String text(Outage outage, ZoneId zone) {
        Long until = outage.firstCommitEpochMillis();
        Double to95 = outage.to95PercentSeconds();
        return String.format(
                Locale.ROOT,
                "last commit at %s, %s; %.1f s without service, 95%% of %.1f/s %s; %d failed, %d unknown",
                at(outage.lastCommitEpochMillis(), MOMENT, zone),
                until == null ? "none after it" : "first one after at " + at(until, MOMENT, zone),
                outage.outageSeconds(),
                outage.commitsPerSecondBefore(),
                to95 == null ? "not reached again" : String.format(Locale.ROOT, "after %.1f s", to95),
                outage.losses().failed(),
                outage.losses().unknown());
    }

    private static String at(long epochMillis, DateTimeFormatter format, ZoneId zone) {
        return format.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }
}
