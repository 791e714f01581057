package io.bmsql.config;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The weights of all versions (benchmarksql-formats.md, Settings): whole numbers up to 100 together (5.0), decimals that add up to 100
 * (5.1), four without New-Order (6.x), none.
 */
final class MixRules {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final List<PropertyKey> OTHERS = List.of(
            PropertyKey.PAYMENT_WEIGHT,
            PropertyKey.ORDER_STATUS_WEIGHT,
            PropertyKey.DELIVERY_WEIGHT,
            PropertyKey.STOCK_LEVEL_WEIGHT);
    private static final List<PropertyKey> ALL = List.of(
            PropertyKey.NEW_ORDER_WEIGHT,
            PropertyKey.PAYMENT_WEIGHT,
            PropertyKey.ORDER_STATUS_WEIGHT,
            PropertyKey.DELIVERY_WEIGHT,
            PropertyKey.STOCK_LEVEL_WEIGHT);

    private final Settings settings;
    private final Map<PropertyKey, BigDecimal> given = new EnumMap<>(PropertyKey.class);
    private boolean usable = true;

    MixRules(Settings settings) {
        this.settings = settings;
    }

    /** @param hasThinkTimes terminals wait, so that without weights cards are dealt as the specification has it */
    MixConfig read(boolean hasThinkTimes) {
        ALL.stream().filter(settings::isGiven).forEach(this::readWeight);
        leaveOutSixManner();
        boolean noWeights = ALL.stream().noneMatch(settings::isGiven);
        boolean deck = settings.isGiven(PropertyKey.MIX_DECK)
                ? settings.flag(PropertyKey.MIX_DECK)
                : hasThinkTimes && noWeights;
        settings.show(PropertyKey.MIX_DECK, Boolean.toString(deck), settings.origin(PropertyKey.MIX_DECK));
        if (usable && !given.isEmpty()) {
            checkSum();
        }
        if (deck && !noWeights) {
            settings.doubt(PropertyKey.MIX_DECK, "mixdeck");
        }
        if (!usable || deck) {
            given.clear();
        }
        return new MixConfig(
                rest(sum(OTHERS)).doubleValue(),
                weight(PropertyKey.PAYMENT_WEIGHT).doubleValue(),
                weight(PropertyKey.ORDER_STATUS_WEIGHT).doubleValue(),
                weight(PropertyKey.DELIVERY_WEIGHT).doubleValue(),
                weight(PropertyKey.STOCK_LEVEL_WEIGHT).doubleValue(),
                deck);
    }

    /** BenchmarkSQL 6 does not read newOrderWeight; its files are recognised by keys that they must have. */
    private void leaveOutSixManner() {
        if (settings.isForVersion6() && usable && given.size() == ALL.size() && !isHundred(sum(ALL))) {
            given.remove(PropertyKey.NEW_ORDER_WEIGHT);
            settings.doubt(PropertyKey.NEW_ORDER_WEIGHT, "mix.six");
        }
    }

    private void readWeight(PropertyKey key) {
        BigDecimal weight = settings.decimal(key);
        if (weight != null && weight.signum() < 0) {
            settings.mistake(key, "weight");
        }
        usable &= weight != null && weight.signum() >= 0;
        if (weight != null) {
            given.put(key, weight);
        }
    }

    private void checkSum() {
        BigDecimal all = sum(ALL);
        boolean allGiven = given.size() == ALL.size();
        boolean areOthers = given.keySet().equals(EnumSet.copyOf(OTHERS));
        // Whole numbers, or the four without New-Order: any sum up to 100 will do.
        boolean isFree = areOthers || allGiven && all.stripTrailingZeros().scale() <= 0;
        BigDecimal free = areOthers ? sum(OTHERS) : all;
        if (isFree && free.compareTo(HUNDRED) > 0) {
            rejectSum("mix.above", plain(free));
        } else if (isFree && free.signum() == 0 && allGiven) {
            rejectSum("mix.zero");
        } else if (isFree || isHundred(all)) {
            showNewOrder();
        } else if (allGiven) {
            rejectSum("mix.sum", plain(all));
        } else {
            rejectSum("mix.some", plain(all));
        }
    }

    private void showNewOrder() {
        BigDecimal rest = rest(sum(OTHERS));
        BigDecimal written = given.get(PropertyKey.NEW_ORDER_WEIGHT);
        if (written == null || written.compareTo(rest) != 0) {
            settings.show(PropertyKey.NEW_ORDER_WEIGHT, plain(rest), "what the other four leave");
        }
        if (written != null && !isHundred(written.add(sum(OTHERS)))) {
            settings.doubt(PropertyKey.NEW_ORDER_WEIGHT, "mix.rest", plain(written.add(sum(OTHERS))), plain(rest));
        }
        if (given.size() < OTHERS.size()) {
            settings.doubt(lastGiven(), "mix.defaults", names(false));
        }
    }

    /** By rounding, the others may be slightly above 100. */
    private static BigDecimal rest(BigDecimal others) {
        return HUNDRED.subtract(others).max(BigDecimal.ZERO);
    }

    private void rejectSum(String why, String... sum) {
        usable = false;
        settings.reject(
                lastGiven(),
                settings.text("mistake." + why, names(true), String.join("", sum), names(false)),
                settings.toDo("mix"));
    }

    private PropertyKey lastGiven() {
        return ALL.stream()
                .filter(given::containsKey)
                .reduce((first, second) -> second)
                .orElse(PropertyKey.NEW_ORDER_WEIGHT);
    }

    private String names(boolean areGiven) {
        return ALL.stream()
                .filter(key -> given.containsKey(key) == areGiven)
                .map(PropertyKey::key)
                .collect(Collectors.joining(", "));
    }

    private BigDecimal sum(List<PropertyKey> keys) {
        return keys.stream().map(this::weight).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private BigDecimal weight(PropertyKey key) {
        return given.getOrDefault(key, new BigDecimal(key.defaultText));
    }

    private static boolean isHundred(BigDecimal sum) {
        return sum.setScale(2, RoundingMode.HALF_UP).compareTo(HUNDRED) == 0;
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
