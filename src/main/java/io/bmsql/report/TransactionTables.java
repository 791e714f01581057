package io.bmsql.report;

import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.Distribution;
import io.bmsql.report.ReportModel.TransactionPart;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.Tally;
import io.bmsql.secret.SecretText;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/** The transactions by type: what was counted, how response times are spread, what they waited for and what failed. */
final class TransactionTables {
    private static final int DISTRIBUTION_BINS = 80;

    private TransactionTables() {}

    static TransactionPart of(RunData input, Words words) {
        Figures figures = input.summary().figures();
        List<TypeSummary> types = Arrays.stream(TransactionType.values())
                .map(figures::type)
                .filter(Objects::nonNull)
                .toList();
        return new TransactionPart(
                types,
                ClauseTable.of(input.summary(), words),
                distributions(input, figures),
                types.stream()
                        .filter(row -> row.count() > 0 && row.service().meanMs() > 0)
                        .toList(),
                figures.thinkTimes().stream()
                        .filter(think -> think.requiredMeanMs() > 0)
                        .toList(),
                figures.errors().stream()
                        .sorted(Comparator.comparingLong(ErrorSummary::attempts).reversed())
                        .map(TransactionTables::withoutSecrets)
                        .toList());
    }

    private static List<Distribution> distributions(RunData input, Figures figures) {
        List<Distribution> distributions = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            TypeSummary row = figures.type(type);
            Histogram histogram = input.responses().get(type);
            if (row != null && histogram != null && histogram.getTotalCount() > 0) {
                distributions.add(distribution(type, row, histogram));
            }
        }
        return distributions;
    }

    /** Bins up to four times the 90th percentile (clause 5.6.1), never narrower than what the values were counted in. */
    private static Distribution distribution(TransactionType type, TypeSummary row, Histogram histogram) {
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
        return new Distribution(type, binMicros / 1000, shares, beyond, row.response());
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
}
