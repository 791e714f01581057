package io.bmsql.report;

import io.bmsql.chart.Line;
import io.bmsql.chart.TimeAxis;
import io.bmsql.result.RunSummary;
import io.bmsql.spec.TransactionType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every number that a report shows, and no drawing. Immutable. A part that a result directory has no data for is an
 * empty list or null.
 *
 * @param summary the run's own numbers; of a run that was killed, what its series still tell
 * @param overTime what the charts of time show; null without a series
 * @param distributions one a transaction type that has a histogram
 * @param errors by type, class and code, the most frequent first, secrets hidden
 * @param settings each effective property, secrets hidden
 * @param environment facts that a repeat needs, secrets hidden
 */
public record ReportModel(
        String title,
        String started,
        RunSummary summary,
        Verdict verdict,
        Headline headline,
        List<TypeRow> types,
        List<ClauseRow> clauses,
        @Nullable OverTime overTime,
        List<Distribution> distributions,
        List<WaitRow> waits,
        List<ErrorRow> errors,
        List<RunSummary.Setting> settings,
        Map<String, String> environment) {

    /**
     * What to think of the run.
     *
     * @param word the gravest finding in a word or two
     * @param sound false when the figures must not be used as a result
     * @param sentences each finding with its reason, the gravest first, then the one about comparability
     */
    public record Verdict(String word, boolean sound, List<String> sentences) {}

    /**
     * The large figures.
     *
     * @param newOrder response times of New-Order
     * @param failed transactions given up or of unknown outcome
     */
    public record Headline(
            double tpmC,
            double tpmTotal,
            double efficiencyPercent,
            RunSummary.Latency newOrder,
            long failed,
            long retries,
            double windowSeconds,
            double rampupSeconds) {}

    /**
     * One line of BenchmarkSQL's summary table.
     *
     * @param numbers what was counted; errors are its failed and unknown ones
     * @param limitSeconds of the 90th percentile (clause 5.2.5.3)
     */
    public record TypeRow(TransactionType type, RunSummary.TypeSummary numbers, int limitSeconds) {
        /** Failed transactions and those of unknown outcome. */
        public long errors() {
            return numbers.failed() + numbers.unknown();
        }

        /** True for the type that rolls back on purpose. */
        public boolean isNewOrder() {
            return type == TransactionType.NEW_ORDER;
        }

        /** Planned rollbacks among the completed. */
        public double rollbackPercent() {
            return numbers.count() == 0 ? 0 : numbers.rolledBack() * 100.0 / numbers.count();
        }
    }

    /**
     * One line of the clause table.
     *
     * @param required as the specification asks
     * @param measured in the same unit
     * @param met null where too little was measured to say
     */
    public record ClauseRow(String clause, String what, String required, String measured, @Nullable Boolean met) {}

    /**
     * Response time beside service time, milliseconds.
     *
     */
    public record WaitRow(TransactionType type, RunSummary.Latency response, RunSummary.Latency service) {
        /** Mean time between due and start. */
        public double waitMeanMs() {
            return Math.max(0, response.meanMs() - service.meanMs());
        }
    }

    /**
     * Attempts of one type that ended in the same error.
     *
     * @param typeTitle the type as people read it
     * @param classTitle the class as people read it
     * @param numbers how often, and a message with secrets hidden
     */
    public record ErrorRow(String typeTitle, String classTitle, RunSummary.ErrorSummary numbers) {}

    /**
     * Lines over the time of the run, all with the same bins.
     *
     * @param axis of every chart of time, with what happened on the way
     * @param binSeconds width of a bin
     */
    public record OverTime(
            TimeAxis axis,
            int binSeconds,
            List<Line> throughput,
            List<Line> meanResponse,
            List<Line> newOrderResponse,
            List<Line> errors) {}

    /**
     * How often response times occurred.
     *
     * @param binMs width of a bin, milliseconds
     * @param sharePercent of all transactions of the type, for each bin from zero on
     * @param beyondPercent share above the last bin, which ends at four times the 90th percentile (clause 5.6.1)
     */
    public record Distribution(
            TransactionType type,
            double binMs,
            double[] sharePercent,
            double beyondPercent,
            RunSummary.Latency response) {}
}
