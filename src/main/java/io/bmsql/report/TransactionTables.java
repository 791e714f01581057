package io.bmsql.report;

import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.Distribution;
import io.bmsql.report.ReportModel.ErrorRow;
import io.bmsql.report.ReportModel.ThinkRow;
import io.bmsql.report.ReportModel.TransactionPart;
import io.bmsql.report.ReportModel.TypeRow;
import io.bmsql.report.ReportModel.WaitRow;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.Tally;
import io.bmsql.secret.SecretText;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The transactions by type: what was counted, how response times are spread, what they waited for and what failed. */
final class TransactionTables {
    private static final int DISTRIBUTION_BINS = 80;

    private final RunData input;
    private final RunSummary summary;
    private final Words words;

    TransactionTables(RunData input, Words words) {
        this.input = input;
        this.summary = input.summary();
        this.words = words;
    }

    TransactionPart part() {
        return new TransactionPart(
                types(), ClauseTable.of(summary, words), distributions(), waits(), thinkTimes(), errors());
    }

    private List<TypeRow> types() {
        List<TypeRow> rows = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            TypeSummary numbers = numbers(type);
            if (numbers != null) {
                rows.add(new TypeRow(type, numbers, type.limitSeconds()));
            }
        }
        return rows;
    }

    private List<WaitRow> waits() {
        return types().stream()
                .filter(row ->
                        row.numbers().count() > 0 && row.numbers().service().meanMs() > 0)
                .map(row -> new WaitRow(
                        row.type(), row.numbers().response(), row.numbers().service()))
                .toList();
    }

    private List<Distribution> distributions() {
        List<Distribution> distributions = new ArrayList<>();
        for (TypeRow row : types()) {
            Histogram histogram = input.responses().get(row.type());
            if (histogram != null && histogram.getTotalCount() > 0) {
                distributions.add(distribution(row, histogram));
            }
        }
        return distributions;
    }

    /** Bins up to four times the 90th percentile (clause 5.6.1), never narrower than what the values were counted in. */
    private static Distribution distribution(TypeRow row, Histogram histogram) {
        double p90Micros = Math.max(1, histogram.getValueAtPercentile(90));
        double finest = Tally.WHOLE_MILLIS.equals(histogram.getTag()) ? 1000 : 1;
        double binMicros = finest * Math.max(1, Math.ceil(4 * p90Micros / DISTRIBUTION_BINS / finest));
        double[] shares = new double[(int) Math.max(1, Math.ceil(4 * p90Micros / binMicros))];
        double beyond = 0;
        double total = histogram.getTotalCount();
        for (var value : histogram.recordedValues()) {
            int bin = (int) (value.getValueIteratedTo() / binMicros);
            double share = value.getCountAtValueIteratedTo() * 100.0 / total;
            if (bin < shares.length) {
                shares[bin] += share;
            } else {
                beyond += share;
            }
        }
        return new Distribution(
                row.type(), binMicros / 1000, shares, beyond, row.numbers().response());
    }

    private List<ThinkRow> thinkTimes() {
        return summary.figures().thinkTimes().stream()
                .filter(think -> think.requiredMeanMs() > 0)
                .map(think -> new ThinkRow(TransactionType.valueOf(think.type()), think))
                .toList();
    }

    private List<ErrorRow> errors() {
        return summary.figures().errors().stream()
                .sorted(Comparator.comparingLong(ErrorSummary::attempts).reversed())
                .map(error -> new ErrorRow(
                        titleOf(error.type()), errorClass(error.errorClass(), words), withoutSecrets(error)))
                .toList();
    }

    private String titleOf(String type) {
        if (type.isEmpty()) {
            return words.text("errors.alltypes");
        }
        return Arrays.stream(TransactionType.values())
                .filter(known -> known.name().equals(type))
                .map(words::type)
                .findFirst()
                .orElse(type);
    }

    /** A class of errors as people read it. */
    static String errorClass(String name, Words words) {
        String plain = name.toLowerCase(Locale.ROOT);
        return words.textOr("error." + plain, plain.replace('_', ' '));
    }

    private static ErrorSummary withoutSecrets(ErrorSummary error) {
        return new ErrorSummary(
                error.type(),
                error.errorClass(),
                error.sqlState(),
                error.vendorCode(),
                error.attempts(),
                error.gaveUp(),
                SecretText.hideIn(error.sampleMessage()),
                error.attemptsOutsideWindow());
    }

    private @Nullable TypeSummary numbers(TransactionType type) {
        return summary.figures().types().stream()
                .filter(row -> row.type().equals(type.name()))
                .findFirst()
                .orElse(null);
    }
}
