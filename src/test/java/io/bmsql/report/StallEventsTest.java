package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Stalls;
import io.bmsql.analysis.Stalls.Stall;
import io.bmsql.common.Texts.Language;
import io.bmsql.report.chart.Series;
import io.bmsql.result.Outage;
import io.bmsql.result.SessionSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said of a stall from the 20th to the 25th second of a minute. */
class StallEventsTest {
    private static List<String> happened(List<Series> series, List<SessionSample> sessions, List<Outage> outages) {
        Stalls found = new Stalls(List.of(new Stall(20, 25, 0, 1_500)), 1, 2, 300, 150);
        return new StallEvents(series, sessions, outages, Words.in(Language.EN))
                .explained(found)
                .worst()
                .get(0)
                .happened();
    }

    private static SessionSample sample(int second, String wait, String event, double sessions, String blocker) {
        return new SessionSample(second, "NEW_ORDER", "s", "bmsql_warehouse", wait, event, sessions, blocker, "");
    }

    private static List<SessionSample> sessions(String waitInStall, String blocker) {
        List<SessionSample> rows = new ArrayList<>();
        for (int second = 1; second <= 60; second++) {
            boolean isStalled = second > 20 && second <= 25;
            rows.add(sample(second, SessionSample.PROCESSOR, "", isStalled ? 0 : 2, ""));
            rows.add(sample(second, SessionSample.LOG, "WALSync", isStalled ? 0.2 : 1, ""));
            if (isStalled) {
                rows.add(sample(second, waitInStall, "relation", 3, blocker));
            }
        }
        return rows;
    }

    /** A garbage collection of 400 ms a second is far from its median, but all sessions waited for a stranger's table. */
    @Test
    void anOutageComesBeforeAllElse() {
        Outage away = new Outage(19.9, 0, 24.3, 0L, 4.4, 300, null, new Outage.Failures(0, 0, 1));
        Outage later = new Outage(25.1, 0, 27.0, 0L, 1.9, 300, null, new Outage.Failures(0, 0, 1));
        List<String> happened = happened(List.of(), sessions("lock", "log"), List.of(away, later));
        assertThat(happened.get(0)).contains("gave no service for 4.4 s");
        assertThat(happened).noneMatch(event -> event.contains("1.9 s"));
    }

    @Test
    void whatSessionsWaitedForComesFirst() {
        double[] seconds = IntStream.rangeClosed(1, 60).asDoubleStream().toArray();
        Series collection = Series.sampled(
                "gc",
                "Garbage collection",
                "ms/s",
                seconds,
                Arrays.stream(seconds).map(second -> second == 22 ? 400 : 0).toArray());
        assertThat(happened(List.of(collection), sessions(SessionSample.LOCK, SessionSample.STRANGER), List.of()))
                .containsExactly(
                        "sessions waited for somebody who is no session of this run: Lock (relation): 3 on"
                                + " average (median 0)",
                        "Garbage collection 400 ms/s (median 0 ms/s)");
        assertThat(happened(List.of(collection), sessions(SessionSample.DISK, ""), List.of()))
                .containsExactly(
                        "sessions sampled: Disk (relation): 3 on average (median 0)",
                        "Garbage collection 400 ms/s (median 0 ms/s)");
    }

    /** A wait that sessions have as much in other seconds is no cause. */
    @Test
    void whatSessionsAlwaysWaitForIsNoCause() {
        List<SessionSample> always = IntStream.rangeClosed(1, 60)
                .mapToObj(
                        second -> sample(second, SessionSample.LOCK, "tuple", second > 20 && second <= 25 ? 3 : 2, ""))
                .toList();
        assertThat(happened(List.of(), always, List.of())).isEmpty();
    }
}
