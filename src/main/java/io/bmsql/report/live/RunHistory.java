package io.bmsql.report.live;

import io.bmsql.measure.LiveSecond;
import io.bmsql.report.Words;
import io.bmsql.report.chart.Series;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import io.bmsql.tpcc.TransactionType;
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
    static final int MOST_BINS = 600;

    private static final double SECONDS_PER_MINUTE = 60;
    private static final double MILLIS_PER_SECOND = 1000;
    /** A sliver of a second says nothing about its rate. */
    private static final double LEAST_SECONDS = 0.5;

    private int firstSecond;
    private boolean hasWindow;
    private final List<Bin> bins = new ArrayList<>();
    private int width = 1;

    private static final class Bin {
        private double seconds;
        private double newOrders;
        private double foreground;
        private double failed;
        private double retries;
        private double p50Ms;
        private double p90Ms;
        private double p99Ms;
        private int backlog;

        Bin() {}

        /** @param share of the reading that belongs here */
        Bin(LiveSecond second, int backlogNow, double share) {
            SeriesRow orders = second.of(TransactionType.NEW_ORDER);
            seconds = orders.intervalMs() / MILLIS_PER_SECOND * share;
            newOrders = orders.completed() * share;
            foreground = second.foreground() * share;
            for (SeriesRow row : second.rows()) {
                failed += (row.counts().failed() + row.counts().unknown()) * share;
                retries += row.counts().retries() * share;
            }
            p50Ms = orders.times().responseP50Ms();
            p90Ms = orders.times().responseP90Ms();
            p99Ms = orders.times().responseP99Ms();
            // After the window the queue keeps what will not be started any more.
            backlog = orders.phase() == RunPhase.DRAIN ? 0 : backlogNow;
        }

        void add(Bin later) {
            seconds += later.seconds;
            newOrders += later.newOrders;
            foreground += later.foreground;
            failed += later.failed;
            retries += later.retries;
            // A mean of percentiles is none.
            p50Ms = Math.max(p50Ms, later.p50Ms);
            p90Ms = Math.max(p90Ms, later.p90Ms);
            p99Ms = Math.max(p99Ms, later.p99Ms);
            backlog = Math.max(backlog, later.backlog);
        }

        double rate(double count) {
            return seconds < LEAST_SECONDS ? Double.NaN : count / seconds;
        }

        double ofNewOrders(double millis) {
            return newOrders == 0 ? Double.NaN : millis;
        }
    }

    /** @param rampupSeconds before the window */
    RunHistory(double rampupSeconds) {
        firstSecond = (int) Math.floor(-rampupSeconds);
    }

    /** A reading that came late counts for all the seconds that it covers; else they would look like a gap. */
    synchronized void add(LiveSecond second, int backlog) {
        SeriesRow row = second.rows().get(0);
        if (row.phase() == RunPhase.MEASURE && !hasWindow) {
            hasWindow = true;
            // A window that waits for a steady throughput may begin earlier than planned.
            firstSecond = Math.max(firstSecond, row.second() - bins.size() * width);
        }
        int first = Math.max(0, row.second() - firstSecond);
        int covered = (int) Math.min(MOST_BINS, Math.max(1, Math.round(row.intervalMs() / MILLIS_PER_SECOND)));
        Bin share = new Bin(second, backlog, 1.0 / covered);
        for (int i = 0; i < covered; i++) {
            bin((int) Math.min(Integer.MAX_VALUE, (long) first + i)).add(share);
        }
    }

    private Bin bin(int at) {
        while (at / width >= MOST_BINS) {
            halve();
        }
        while (bins.size() <= at / width) {
            bins.add(new Bin());
        }
        return bins.get(at / width);
    }

    private void halve() {
        List<Bin> halved = new ArrayList<>();
        for (int i = 0; i < bins.size(); i += 2) {
            Bin bin = bins.get(i);
            if (i + 1 < bins.size()) {
                bin.add(bins.get(i + 1));
            }
            halved.add(bin);
        }
        bins.clear();
        bins.addAll(halved);
        width *= 2;
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
                List.of(
                        line(
                                words.text("live.tpmtotal"),
                                "total",
                                bin -> bin.rate(bin.foreground) * SECONDS_PER_MINUTE),
                        line(
                                words.text("live.tpmc"),
                                "new-order",
                                bin -> bin.rate(bin.newOrders) * SECONDS_PER_MINUTE)),
                List.of(
                        line(words.text("line.median"), "median", bin -> bin.ofNewOrders(bin.p50Ms)),
                        line(words.text("line.p90"), "new-order", bin -> bin.ofNewOrders(bin.p90Ms)),
                        line(words.text("line.p99"), "tail", bin -> bin.ofNewOrders(bin.p99Ms))),
                List.of(
                        line(words.text("line.failed"), "failed", bin -> bin.rate(bin.failed)),
                        line(words.text("line.retried"), "retried", bin -> bin.rate(bin.retries))),
                List.of(line(words.text("live.backlog"), "new-order", bin -> bin.backlog)));
    }

    private Series line(String label, String role, ToDoubleFunction<Bin> value) {
        double[] middles = new double[bins.size()];
        Arrays.setAll(middles, i -> firstSecond + (i + 0.5) * width);
        return Series.of(label, role, middles, bins.stream().mapToDouble(value).toArray());
    }
}
