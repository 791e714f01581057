package io.bmsql.report;

import io.bmsql.common.NumberText;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.WorkloadCounts;
import io.bmsql.tpcc.TpccTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the specification asks for beside what was measured, so that a reader can check the workload. */
record ClauseTable(RunSummary summary, Words words, List<ClauseRow> rows) {
    /** Chance moves a share further than this many standard deviations in one of a thousand runs: the level is 99.9%. */
    private static final double DEVIATIONS = 3.2905;

    private static final Map<TpccTransaction, PropertyKey> WEIGHTS = Map.of(
            TpccTransaction.PAYMENT, PropertyKey.PAYMENT_WEIGHT,
            TpccTransaction.ORDER_STATUS, PropertyKey.ORDER_STATUS_WEIGHT,
            TpccTransaction.DELIVERY, PropertyKey.DELIVERY_WEIGHT,
            TpccTransaction.STOCK_LEVEL, PropertyKey.STOCK_LEVEL_WEIGHT);

    static List<ClauseRow> of(RunSummary summary, Words words) {
        ClauseTable table = new ClauseTable(summary, words, new ArrayList<>());
        for (TpccTransaction type : TpccTransaction.values()) {
            table.addMix(type);
        }
        for (TpccTransaction type : TpccTransaction.values()) {
            table.addLimit(type);
        }
        summary.figures().thinkTimes().stream()
                .filter(think -> think.requiredMeanMs() > 0)
                .forEach(table::addThinkTime);
        table.addInputs();
        return List.copyOf(table.rows);
    }

    private void addMix(TpccTransaction type) {
        TypeSummary numbers = summary.figures().type(type);
        if (type.minSharePercent() == 0 || numbers == null) {
            return;
        }
        long foreground = summary.figures().foreground();
        double weight = weight(type);
        double drawn = weight < 0 ? type.minSharePercent() : weight;
        // A deck holds exactly what the clause asks for; a weight only decides how often a type is drawn.
        double slack = isDealt() ? 0 : chancePercent(drawn, foreground);
        boolean isTooLight = weight >= 0 && weight < type.minSharePercent();
        boolean isMet = !isTooLight && numbers.sharePercent() >= Math.min(type.minSharePercent(), drawn - slack);
        String what = isTooLight
                ? words.text("clause.share.weight", words.type(type), NumberText.trimmed(weight, 3))
                : words.text("clause.share", words.type(type));
        String required = "\u2265 " + type.minSharePercent() + "%";
        add("5.2.3", what, required, percent(numbers.sharePercent()), foreground == 0 ? null : isMet);
    }

    private boolean isDealt() {
        return Boolean.parseBoolean(summary.run().setting(PropertyKey.MIX_DECK));
    }

    /** Percent as the settings have it; negative where cards were dealt, or where it is unknown. */
    private double weight(TpccTransaction type) {
        PropertyKey key = WEIGHTS.get(type);
        String text = key == null ? "" : summary.run().setting(key);
        return isDealt() || !text.matches("[0-9]{1,3}([.][0-9]*)?") ? RunSummary.UNKNOWN : Double.parseDouble(text);
    }

    private void addLimit(TpccTransaction type) {
        TypeSummary numbers = summary.figures().type(type);
        if (numbers == null || numbers.count() == 0) {
            return;
        }
        double p90 = numbers.response().p90Ms();
        String clause = type.isForeground() ? "5.2.5.3" : "2.7.2.2";
        String what = words.text("clause.p90", words.type(type));
        String limit = "\u2264 " + NumberText.count(type.limitSeconds() * 1000L) + " ms";
        addIf(p90 >= 0, clause, what, limit, NumberText.millis(p90) + " ms", p90 <= type.limitSeconds() * 1000.0);
    }

    /**
     * The mean of a negative exponential distribution, whose standard deviation is its mean. The clause's own mean is the bound, whatever
     * the settings made of it.
     */
    private void addThinkTime(RunSummary.ThinkTime think) {
        double required = TpccTransaction.valueOf(think.type()).thinkSeconds() * 1e3;
        double measured = think.measured().meanMs();
        double slack = DEVIATIONS * required / Math.sqrt(Math.max(1, think.count()));
        boolean isMet = think.requiredMeanMs() >= required && measured >= required - slack;
        String what = words.text("clause.think", words.type(think.type()));
        String least = "\u2265 " + NumberText.millis(required) + " ms";
        addIf(think.count() > 0, "5.2.5.4", what, least, NumberText.millis(measured) + " ms", isMet);
    }

    private void addInputs() {
        WorkloadCounts counts = summary.figures().workload();
        TypeSummary newOrder = summary.figures().type(TpccTransaction.NEW_ORDER);
        TypeSummary deferred = summary.figures().type(TpccTransaction.DELIVERY_BG);
        if (newOrder != null && newOrder.count() > 0) {
            addShare("2.4.1.4", "clause.rollback", 1, newOrder.counts().rolledBack(), newOrder.count());
            double lines = counts.orderLines() / (double) newOrder.count();
            boolean isMet = Math.abs(lines - 10) <= Math.max(0.1, DEVIATIONS * 3.17 / Math.sqrt(newOrder.count()));
            String required = words.text("clause.lines.required");
            String mean = NumberText.decimal(lines, 2);
            addIf(counts.orderLines() > 0, "2.4.1.3", words.text("clause.lines"), required, mean, isMet);
        }
        if (summary.figures().foreground() == 0) {
            return;
        }
        boolean hasOthers = summary.run().size().warehouses() > 1;
        addShare("2.4.1.5", "clause.remotelines", hasOthers ? 1 : 0, counts.remoteOrderLines(), counts.orderLines());
        addShare("2.5.1.2", "clause.remotepayments", hasOthers ? 15 : 0, counts.remotePayments(), counts.payments());
        long customers = counts.customersByName() + counts.customersById();
        addShare("2.5.1.2, 2.6.1.2", "clause.byname", 60, counts.customersByName(), customers);
        if (deferred != null && deferred.count() > 0) {
            double skipped = deferred.counts().skippedDeliveries() * 100.0 / (deferred.count() * 10.0);
            String required = words.text("clause.skipped.required");
            addIf(skipped >= 0, "2.7.4.2", words.text("clause.skipped"), required, percent(skipped), skipped <= 1);
        }
    }

    /** The share that inputs are drawn with: met when chance explains the difference, or when it is below a tenth. */
    private void addShare(String clause, String key, double percent, long part, long all) {
        double measured = part * 100.0 / Math.max(1, all);
        double slack = Math.max(percent / 10, chancePercent(percent, all));
        boolean isMet = Math.abs(measured - percent) <= slack;
        String required = NumberText.trimmed(percent, 0) + "%";
        addIf(all > 0 && part >= 0, clause, words.text(key), required, percent(measured), isMet);
    }

    private static double chancePercent(double percent, long all) {
        return DEVIATIONS * Math.sqrt(percent * (100 - percent) / Math.max(1, all));
    }

    private static String percent(double value) {
        return NumberText.decimal(value, 2) + "%";
    }

    /** A dash where the figure is not known. */
    private void addIf(boolean isKnown, String clause, String what, String required, String measured, boolean isMet) {
        add(clause, what, required, isKnown ? measured : NumberText.DASH, isKnown ? isMet : null);
    }

    private void add(String clause, String what, String required, String measured, @Nullable Boolean met) {
        rows.add(new ClauseRow(clause, what, required, measured, met));
    }
}
