package io.bmsql.live;

import io.bmsql.measure.LiveSecond;
import io.bmsql.measure.LiveView;
import io.bmsql.measure.ResponseBuckets;
import io.bmsql.result.RunSummary.Outage;
import io.bmsql.spec.ErrorClass;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A run that stands still. */
final class LiveFixture implements LiveSource {
    static final LiveFacts FACTS =
            new LiveFacts(7, "1.0 <beta> \"x\"\\", "post<b>gres", 2, 40, 4, 30, OptionalDouble.of(600));

    private List<Outage> outages = List.of();

    /** One second in which so many New-Orders were completed, of which a share failed and was retried. */
    static LiveSecond second(int second, double lengthSeconds, long newOrders, long failed, long retries) {
        List<LiveSecond.Counts> types = new ArrayList<>();
        int buckets = ResponseBuckets.boundsSeconds().size() + 1;
        List<Long> none = Collections.nCopies(buckets, 0L);
        for (TransactionType type : TransactionType.values()) {
            List<Long> responses = new ArrayList<>(none);
            boolean isNewOrder = type == TransactionType.NEW_ORDER;
            responses.set(2, isNewOrder ? newOrders : 0);
            types.add(
                    isNewOrder
                            ? new LiveSecond.Counts(newOrders, 0, failed, 0, retries, newOrders * 0.004, responses)
                            : new LiveSecond.Counts(0, 0, 0, 0, 0, 0, none));
        }
        RunPhase phase = second < 0 ? RunPhase.RAMPUP : RunPhase.MEASURE;
        return new LiveSecond(phase, second, lengthSeconds, types, 3, 4, 5 + second % 10);
    }

    LiveFixture away(Outage outage) {
        outages = List.of(outage);
        return this;
    }

    @Override
    public LiveView view() {
        return new LiveView(RunPhase.MEASURE, 42, 588, 1234, 2743, 1200, 2700, 4.5, 9.25, 4000, 17, 3, 12, outages);
    }

    @Override
    public Map<ErrorClass, Long> errorsByClass() {
        return Map.of(ErrorClass.DEADLOCK, 12L, ErrorClass.CONNECTION, 5L);
    }

    @Override
    public int backlog() {
        return 11;
    }

    @Override
    public int connectedWorkers() {
        return 3;
    }
}
