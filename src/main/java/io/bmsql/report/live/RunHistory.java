package io.bmsql.report.live;

import io.bmsql.common.TransactionTypes;
import io.bmsql.measure.LiveSecond;
import io.bmsql.report.Words;
import io.bmsql.report.chart.Series;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The seconds of a run in bounded bins: when full, each two become one, with the sums of their counts
 * and the higher one of all else. Written by one thread, read by any.
 */
final class RunHistory {
    /** More could not be distinguished in a chart. */
    static final int MAX_BINS = 600;

    private static final double SECONDS_PER_MINUTE = 60;
    private static final double MILLIS_PER_SECOND = 1000;
    /** A small part of a second says nothing about its rate. */
    private static final double MIN_SECONDS = 0.5;

    /** Places in a bin: sums, then, as a mean of percentiles is none, the highest of all else. */
    private static final int SECONDS = 0;

    private static final int NEW_ORDERS = 1;
    private static final int FOREGROUND = 2;
    private static final int FAILED = 3;
    private static final int RETRIES = 4;
    private static final int P50_MS = 5;
    private static final int P90_MS = 6;
    private static final int P99_MS = 7;
    private static final int BACKLOG = 8;

    private final TransactionTypes types;
    private int firstSecond;
    private boolean hasWindow;
    private final List<double[]> bins = new ArrayList<>();
    private int width = 1;

    private static void add(double[] bin, double[] more) {
        Arrays.setAll(bin, i -> i < P50_MS ? bin[i] + more[i] : Math.max(bin[i], more[i]));
    }

    RunHistory(TransactionTypes types, double rampupSeconds) {
        this.types = types;
        firstSecond = (int) Math.floor(-rampupSeconds);
    }

    /** A reading that came late counts for all the seconds that it covers; else they would look like a gap. */
    synchronized void add(LiveSecond second, int backlog) {
        SeriesRow row = second.rows().get(0);
        if (row.phase() == RunPhase.DRAIN) {
            // What is left of the transactions under way would look like a crash.
            return;
        }
        if (row.phase() == RunPhase.MEASURE && !hasWindow) {
            hasWindow = true;
            // A window that waits for a steady throughput may begin earlier than planned.
            firstSecond = Math.max(firstSecond, row.second() - bins.size() * width);
        }
        int first = Math.max(0, row.second() - firstSecond);
        int covered = (int) Math.min(MAX_BINS, Math.max(1, Math.round(row.intervalMs() / MILLIS_PER_SECOND)));
        double[] share = share(second, backlog, 1.0 / covered);
        for (int i = 0; i < covered; i++) {
            add(bin((int) Math.min(Integer.MAX_VALUE, (long) first + i)), share);
        }
    }

    private double[] share(LiveSecond second, int backlog, double share) {
        SeriesRow orders = second.of(types.leading());
        double failed = 0;
        double retries = 0;
        for (SeriesRow row : second.rows()) {
            failed += (row.counts().failed() + row.counts().unknown()) * share;
            retries += row.counts().retries() * share;
        }
        return new double[] {
            orders.intervalMs() / MILLIS_PER_SECOND * share,
            orders.completed() * share,
            second.foreground() * share,
            failed,
            retries,
            orders.times().responseP50Ms(),
            orders.times().responseP90Ms(),
            orders.times().responseP99Ms(),
            backlog
        };
    }

    private double[] bin(int at) {
        while (at / width >= MAX_BINS) {
            List<double[]> all = List.copyOf(bins);
            bins.clear();
            for (int i = 0; i < all.size(); i++) {
                if (i % 2 == 0) {
                    bins.add(all.get(i));
                } else {
                    add(bins.get(i / 2), all.get(i));
                }
            }
            width *= 2;
        }
        while (bins.size() <= at / width) {
            bins.add(new double[BACKLOG + 1]);
        }
        return bins.get(at / width);
    }

    /** All lines at one moment, up to a second from the start of the window. */
    record Lines(
            double fromSecond,
            double toSecond,
            int binSeconds,
            List<Series> throughput,
            List<Series> newOrder,
            List<Series> errors,
            List<Series> backlog) {}

    synchronized Lines lines(Words words) {
        return new Lines(
                firstSecond,
                firstSecond + (double) bins.size() * width,
                width,
                types.counted() == null
                        ? List.of(rate(words.text("live.tpmtotal"), "total", FOREGROUND, SECONDS_PER_MINUTE))
                        : List.of(
                                rate(words.text("live.tpmtotal"), "total", FOREGROUND, SECONDS_PER_MINUTE),
                                rate(words.text("live.tpmc"), "new-order", NEW_ORDERS, SECONDS_PER_MINUTE)),
                List.of(
                        line(words.text("line.median"), "median", bin -> response(bin, P50_MS)),
                        line(words.text("line.p90"), "new-order", bin -> response(bin, P90_MS)),
                        line(words.text("line.p99"), "tail", bin -> response(bin, P99_MS))),
                List.of(
                        rate(words.text("line.failed"), "failed", FAILED, 1),
                        rate(words.text("line.retried"), "retried", RETRIES, 1)),
                List.of(line(words.text("live.backlog"), "new-order", bin -> bin[BACKLOG])));
    }

    private static double response(double[] bin, int place) {
        return bin[NEW_ORDERS] == 0 ? Double.NaN : bin[place];
    }

    private Series rate(String label, String role, int place, double seconds) {
        return line(label, role, bin -> bin[SECONDS] < MIN_SECONDS ? Double.NaN : bin[place] / bin[SECONDS] * seconds);
    }

    private Series line(String label, String role, ToDoubleFunction<double[]> value) {
        double[] middles = new double[bins.size()];
        Arrays.setAll(middles, i -> firstSecond + (i + 0.5) * width);
        return Series.of(label, role, middles, bins.stream().mapToDouble(value).toArray());
    }
}
