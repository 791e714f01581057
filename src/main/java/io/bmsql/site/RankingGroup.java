package io.bmsql.site;

import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.common.UserText;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.SampleTable;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What results must have in common to stand in one ranking: the same work, waited for in the same way, on as much data, with the same
 * promise that it lasts.
 *
 * @param workload TPC-C, or the name of scripts
 * @param mix settings that change what transactions do, as {@code key=value}, and the sum of their texts where the program did not bring
 *     them; empty for the usual ones
 * @param load how transactions come: {@code closed}, {@code waits 1 1} (multipliers of keying and think times), {@code rate 6000} a
 *     minute, {@code arrivals 6000} a minute, or {@code profile ...}
 * @param durability settings with which a crash may lose committed transactions, {@code safe} for none of them, {@code unknown} where the
 *     server's settings were not recorded
 */
public record RankingGroup(String workload, String mix, int warehouses, String load, String durability) {
    public static final String SAFE = "safe";
    public static final String UNKNOWN = "unknown";

    /** What transactions do depends on them. */
    private static final List<PropertyKey> WORK = List.of(
            PropertyKey.NEW_ORDER_WEIGHT,
            PropertyKey.PAYMENT_WEIGHT,
            PropertyKey.ORDER_STATUS_WEIGHT,
            PropertyKey.DELIVERY_WEIGHT,
            PropertyKey.STOCK_LEVEL_WEIGHT,
            PropertyKey.ROLLBACK_PERCENT,
            PropertyKey.TERMINAL_WAREHOUSE_FIXED,
            PropertyKey.USE_WAREHOUSE_FROM,
            PropertyKey.USE_WAREHOUSE_TO,
            PropertyKey.REPLICA_READS,
            PropertyKey.ANALYTIC_STREAMS,
            PropertyKey.ANALYTIC_CONN,
            PropertyKey.CONNECTION_PER_TRANSACTION,
            PropertyKey.CONNECTION_MAX_AGE,
            PropertyKey.SCRIPTS,
            PropertyKey.SCRIPT_VARIABLES);

    private static final Set<PropertyKey> OF_A_PART =
            Set.of(PropertyKey.USE_WAREHOUSE_FROM, PropertyKey.USE_WAREHOUSE_TO);

    private static final Pattern FOLDER = Pattern.compile("(?<![^\\s\"'@])[^\\s\"'@]*/");

    public static RankingGroup of(RunData data) {
        RunFacts run = data.summary().run();
        String texts = run.environment().getOrDefault(RunFacts.TEXTS, UNKNOWN);
        Stream<String> settings = run.settings().stream()
                .filter(setting -> WORK.stream()
                        .anyMatch(key -> key.key().equals(setting.key()) && !isUsual(key, setting.value(), run)))
                .map(setting ->
                        setting.key() + "=" + SecretText.hideIn(setting.key(), plain(setting.key(), setting.value())));
        String mix = Stream.concat(
                        settings,
                        texts.equals(RunFacts.AS_SHIPPED) ? Stream.of() : Stream.of(RunFacts.TEXTS + "=" + texts))
                .collect(Collectors.joining(", "));
        CollectedFigures.Database server = data.collected().database();
        String unsafe = String.join(", ", server.unsafeSettings());
        return new RankingGroup(
                run.types().workload(),
                mix,
                run.metric().has("warehouses") ? run.size().warehouses() : 0,
                load(run.pace()),
                server.settings().isEmpty() ? UNKNOWN : unsafe.isEmpty() ? SAFE : unsafe);
    }

    /** One form for values that mean the same. A script's folder is left out: the sum of its text tells scripts apart. */
    private static String plain(String key, String value) {
        double number = SampleTable.number(value);
        return !Double.isNaN(number)
                ? NumberText.trimmed(number, 6)
                : key.equals(PropertyKey.CONNECTION_MAX_AGE.key())
                        ? NumberText.trimmed(UserText.seconds(value), 3) + "s"
                        : key.equals(PropertyKey.SCRIPTS.key())
                                ? FOLDER.matcher(value).replaceAll("")
                                : value;
    }

    private static boolean isUsual(PropertyKey key, String value, RunFacts run) {
        if (OF_A_PART.contains(key)) {
            double from = SampleTable.number(run.setting(PropertyKey.USE_WAREHOUSE_FROM));
            double to = SampleTable.number(run.setting(PropertyKey.USE_WAREHOUSE_TO));
            return !(from > 0 && to > 0 && to - from + 1 < run.size().warehouses());
        }
        // The specification's terminals, which wait, have a home.
        boolean isOfWaits =
                key == PropertyKey.TERMINAL_WAREHOUSE_FIXED && run.pace().pacing() == PacingMode.THINK_TIME;
        return isOfWaits
                ? Boolean.parseBoolean(value)
                : value.isBlank()
                        || value.equals(key.defaultText())
                        || SampleTable.number(value) == SampleTable.number(key.defaultText());
    }

    private static String load(RunFacts.Pace pace) {
        if (pace.loadProfile() != null) {
            return "profile " + pace.loadProfile();
        }
        return switch (pace.pacing()) {
            case CLOSED_LOOP -> "closed";
            case THINK_TIME -> "waits " + pace.keyingTimeMultiplier() + " " + pace.thinkTimeMultiplier();
            case RATE -> "rate " + pace.limitTxnsPerMin();
            case ARRIVAL_RATE -> "arrivals " + pace.arrivalRate();
        };
    }
}
