package io.bmsql.report.live;

import static io.bmsql.testing.Records.made;

import io.bmsql.common.TransactionType;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PacingMode;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.measure.LiveSecond;
import io.bmsql.measure.LiveView;
import io.bmsql.report.chart.TimeAxis;
import io.bmsql.result.Latency;
import io.bmsql.result.Outage;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Setup;
import io.bmsql.result.RunFacts.Size;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.tpcc.TpccTransaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run that stands still. */
final class LiveFixture {

    static final RunFacts FACTS = new RunFacts(
            new Setup(7, "1.0 <beta> \"x\"\\", "post<b>gres", "", "plain", "READ_COMMITTED", 42, null),
            new Size(2, 2, 40, 4, null),
            new Pace(PacingMode.CLOSED_LOOP, "minutes", 0, 0, 0, 0, null),
            new Window(0, 0, 30, 600, 0),
            Map.of("host", "not for the page"),
            List.of(new EffectiveSetting("user", "not for the page", "props:3")),
            null,
            null);

    private static final TypeSummary NEW_ORDERS = new TypeSummary(
            "NEW_ORDER", 1200, 0, SeriesRow.Counts.NONE, new Latency(3, 2, 4, 5, 9, 9, 9), Latency.NONE, 0, 0);

    static final Figures WINDOW = made(Figures.class, "tpmC", 1200, "tpmTotal", 2700, "types", List.of(NEW_ORDERS));

    private List<Outage> outages = List.of();
    private LiveView.@Nullable Step step;
    private List<TimeAxis.Span> events = List.of();
    private RunPhase phase = RunPhase.MEASURE;

    /** One second in which so many New-Orders were completed, of which a share failed and was retried. */
    static LiveSecond second(int second, double lengthSeconds, long newOrders, long failed, long retries) {
        RunPhase phase = second < 0 ? RunPhase.RAMPUP : RunPhase.MEASURE;
        return second(phase, second, lengthSeconds, newOrders, failed, retries);
    }

    static LiveSecond second(
            RunPhase phase, int second, double lengthSeconds, long newOrders, long failed, long retries) {
        List<SeriesRow> rows = new ArrayList<>();
        List<LiveSecond.Responses> responses = new ArrayList<>();
        for (TransactionType type : TpccTransaction.values()) {
            long is = type == TpccTransaction.NEW_ORDER ? 1 : 0;
            List<Long> buckets = new ArrayList<>(Collections.nCopies(LiveSecond.BOUNDS_SECONDS.size() + 1, 0L));
            buckets.set(2, is * newOrders);
            responses.add(new LiveSecond.Responses(is * newOrders * 0.004, buckets));
            rows.add(new SeriesRow(
                    second,
                    type,
                    phase,
                    is * newOrders,
                    new SeriesRow.Counts(0, is * failed, 0, is * retries, 0),
                    new SeriesRow.Times(
                            is * (3 + second % 10), is * (4 + second % 10), is * (5 + second % 10), 0, 0, 0),
                    lengthSeconds * 1000));
        }
        return new LiveSecond(rows, responses);
    }

    LiveFixture away(Outage outage) {
        outages = List.of(outage);
        return this;
    }

    LiveFixture after(TimeAxis.Span event) {
        events = List.of(event);
        return this;
    }

    LiveFixture in(RunPhase now) {
        phase = now;
        return this;
    }

    LiveFixture at(LiveView.Step now) {
        step = now;
        return this;
    }

    LiveSource source() {
        Map<ErrorClass, Long> errors = Map.of(ErrorClass.DEADLOCK, 12L, ErrorClass.CONNECTION, 5L);
        return new LiveSource(this::view, () -> errors, () -> 11, () -> 3, List::of, () -> events);
    }

    private LiveView view() {
        LiveView.Figures figures = new LiveView.Figures(
                new LiveView.Speed(TpccTransaction.TYPES.metric(), 1234, 2743),
                new LiveView.Speed(TpccTransaction.TYPES.metric(), 1200, 2700),
                4.5,
                9.25,
                4000,
                3,
                12,
                outages);
        return new LiveView(phase, 42, 0, 588, figures, step);
    }
}
