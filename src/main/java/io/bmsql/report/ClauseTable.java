package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.RunSummary.WorkloadCounts;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the specification asks for beside what was measured, so that a reader can check the workload. */
final class ClauseTable {
    /** Chance moves a share further than this many standard deviations in one of a thousand runs: the level is 99.9%. */
    private static final double DEVIATIONS = 3.2905;

    /** The property with the weight of each type that has a minimum. */
    private static final Map<TransactionType, String> WEIGHTS = Map.of(
            TransactionType.PAYMENT, "paymentWeight",
            TransactionType.ORDER_STATUS, "orderStatusWeight",
            TransactionType.DELIVERY, "deliveryWeight",
            TransactionType.STOCK_LEVEL, "stockLevelWeight");

    private final RunSummary summary;
    private final Words words;
    private final List<ClauseRow> rows = new ArrayList<>();

    private ClauseTable(RunSummary summary, Words words) {
        this.summary = summary;
        this.words = words;
    }

    static List<ClauseRow> of(RunSummary summary, Words words) {
        ClauseTable table = new ClauseTable(summary, words);
        for (TransactionType type : TransactionType.values()) {
            table.addMix(type);
        }
        for (TransactionType type : TransactionType.values()) {
            table.addLimit(type);
        }
        summary.figures().thinkTimes().stream()
                .filter(think -> think.requiredMeanMs() > 0)
                .forEach(table::addThinkTime);
        table.addInputs();
        return List.copyOf(table.rows);
    }

    private void addMix(TransactionType type) {
        TypeSummary numbers = summary.figures().type(type);
        if (type.minSharePercent() == 0 || numbers == null) {
            return;
        }
        double weight = weight(type);
        double drawn = weight < 0 ? type.minSharePercent() : weight;
        // A deck holds exactly what the clause asks for; a weight only decides how often a type is drawn.
        double slack = isDealt() ? 0 : chancePercent(drawn, foreground());
        boolean isTooLight = weight >= 0 && weight < type.minSharePercent();
        boolean met = !isTooLight && numbers.sharePercent() >= Math.min(type.minSharePercent(), drawn - slack);
        add(
                "5.2.3",
                isTooLight
                        ? words.text("clause.share.weight", words.type(type), NumberText.trimmed(weight, 3))
                        : words.text("clause.share", words.type(type)),
                "\u2265 " + type.minSharePercent() + "%",
                percent(numbers.sharePercent()),
                foreground() == 0 ? null : met);
    }

    private boolean isDealt() {
        return Boolean.parseBoolean(setting("mixDeck"));
    }

    /** Percent as the settings have it; negative where cards were dealt, or where it is unknown. */
    private double weight(TransactionType type) {
        String text = setting(WEIGHTS.getOrDefault(type, ""));
        return isDealt() || !text.matches("[0-9]{1,3}([.][0-9]*)?") ? RunSummary.UNKNOWN : Double.parseDouble(text);
    }

    private String setting(String key) {
        return summary.run().settings().stream()
                .filter(setting -> setting.key().equals(key))
                .map(RunSummary.Setting::value)
                .findFirst()
                .orElse("");
    }

    private void addLimit(TransactionType type) {
        TypeSummary numbers = summary.figures().type(type);
        if (numbers == null || numbers.count() == 0) {
            return;
        }
        double p90 = numbers.response().p90Ms();
        add(
                type.isForeground() ? "5.2.5.3" : "2.7.2.2",
                words.text("clause.p90", words.type(type)),
                "\u2264 " + NumberText.count(type.limitSeconds() * 1000L) + " ms",
                p90 < 0 ? NumberText.DASH : NumberText.millis(p90) + " ms",
                p90 < 0 ? null : p90 <= type.limitSeconds() * 1000.0);
    }

    /** The mean of a negative exponential distribution, whose standard deviation is its mean. */
    private void addThinkTime(RunSummary.ThinkTime think) {
        double required = think.requiredMeanMs();
        double measured = think.measured().meanMs();
        double slack = DEVIATIONS * required / Math.sqrt(Math.max(1, think.count()));
        add(
                "5.2.5.4",
                words.text("clause.think", words.type(TransactionType.valueOf(think.type()))),
                "\u2265 " + NumberText.millis(required) + " ms",
                think.count() == 0 ? NumberText.DASH : NumberText.millis(measured) + " ms",
                think.count() == 0 ? null : measured >= required - slack);
    }

    private void addInputs() {
        WorkloadCounts counts = summary.figures().workload();
        TypeSummary newOrder = summary.figures().type(TransactionType.NEW_ORDER);
        TypeSummary deferred = summary.figures().type(TransactionType.DELIVERY_BG);
        if (newOrder != null && newOrder.count() > 0) {
            addShare("2.4.1.4", words.text("clause.rollback"), 1, newOrder.counts().rolledBack(), newOrder.count());
            boolean isKnown = counts.orderLines() > 0;
            double lines = counts.orderLines() / (double) newOrder.count();
            add(
                    "2.4.1.3",
                    words.text("clause.lines"),
                    words.text("clause.lines.required"),
                    isKnown ? NumberText.decimal(lines, 2) : NumberText.DASH,
                    isKnown
                            ? Math.abs(lines - 10) <= Math.max(0.1, DEVIATIONS * 3.17 / Math.sqrt(newOrder.count()))
                            : null);
        }
        if (foreground() == 0) {
            return;
        }
        boolean hasOthers = summary.run().size().warehouses() > 1;
        addShare(
                "2.4.1.5",
                words.text("clause.remotelines"),
                hasOthers ? 1 : 0,
                counts.remoteOrderLines(),
                counts.orderLines());
        addShare(
                "2.5.1.2",
                words.text("clause.remotepayments"),
                hasOthers ? 15 : 0,
                counts.remotePayments(),
                counts.payments());
        addShare(
                "2.5.1.2, 2.6.1.2",
                words.text("clause.byname"),
                60,
                counts.customersByName(),
                counts.customersByName() + counts.customersById());
        if (deferred != null && deferred.count() > 0) {
            boolean isKnown = deferred.counts().skippedDeliveries() >= 0;
            double skipped = deferred.counts().skippedDeliveries() * 100.0 / (deferred.count() * 10.0);
            add(
                    "2.7.4.2",
                    words.text("clause.skipped"),
                    words.text("clause.skipped.required"),
                    isKnown ? percent(skipped) : NumberText.DASH,
                    isKnown ? skipped <= 1 : null);
        }
    }

    /** The share that inputs are drawn with: met when chance explains the difference, or when it is below a tenth. */
    private void addShare(String clause, String what, double percent, long part, long all) {
        if (all == 0 || part < 0) {
            add(clause, what, NumberText.trimmed(percent, 0) + "%", NumberText.DASH, null);
            return;
        }
        double measured = part * 100.0 / all;
        double slack = Math.max(percent / 10, chancePercent(percent, all));
        add(
                clause,
                what,
                NumberText.trimmed(percent, 0) + "%",
                percent(measured),
                Math.abs(measured - percent) <= slack);
    }

    private static double chancePercent(double percent, long all) {
        return DEVIATIONS * Math.sqrt(percent * (100 - percent) / Math.max(1, all));
    }

    private static String percent(double value) {
        return NumberText.decimal(value, 2) + "%";
    }

    private long foreground() {
        return summary.figures().types().stream()
                .filter(TypeSummary::isForeground)
                .mapToLong(TypeSummary::count)
                .sum();
    }

    private void add(String clause, String what, String required, String measured, @Nullable Boolean met) {
        rows.add(new ClauseRow(clause, what, required, measured, met));
    }
}
