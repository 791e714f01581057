package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.ParallelWork;
import io.bmsql.measure.TransactionMeter.Totals;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the sum of all readings has, however they fall. */
class TransactionMeterTest {
    private static final int TRANSACTIONS = 100_000;

    private static EndedTransaction ended() {
        EndedTransaction ended = new EndedTransaction();
        ended.type = TpccTransaction.PAYMENT;
        ended.outcome = Outcome.COMMITTED;
        ended.attempts = 1;
        ended.endNanos = 5_000_000;
        return ended;
    }

    /** The service time of a transaction is recorded first. */
    @Test
    void aReadingBetweenBothTimesOfATransactionLosesNone() throws Exception {
        Totals service = new Totals();
        service.service().recordValue(5_000);
        Totals response = new Totals();
        response.response().recordValue(5_000);
        Totals sum = new Totals();
        for (Totals reading : new Totals[] {service, response}) {
            assertThat(reading.isEmpty()).isFalse();
            sum.add(reading);
        }
        assertThat(sum.completed()).isEqualTo(1);
        assertThat(sum.service().getTotalCount()).isEqualTo(1);
    }

    @Test
    void readingsDuringTheRunLoseNothing() throws Exception {
        TransactionMeter meter = new TransactionMeter();
        var writers = Stream.of("a", "b")
                .map(name -> ParallelWork.start("writer-" + name, () -> {
                    EndedTransaction ended = ended();
                    for (int i = 0; i < TRANSACTIONS; i++) {
                        meter.record(ended);
                    }
                }))
                .toList();
        Totals sum = new Totals();
        while (!writers.stream().allMatch(ParallelWork::isDone)) {
            sum.add(meter.read());
        }
        for (ParallelWork writer : writers) {
            writer.join(600_000);
        }
        sum.add(meter.read());
        assertThat(sum.completed()).isEqualTo(2 * TRANSACTIONS);
        assertThat(sum.service().getTotalCount()).isEqualTo(2 * TRANSACTIONS);
    }
}
