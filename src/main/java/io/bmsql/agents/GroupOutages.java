package io.bmsql.agents;

import io.bmsql.result.Outage;
import io.bmsql.result.SeriesRow;
import io.bmsql.tpcc.TransactionType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outages of a group: the time in which every driver that lived had one. So the last commit before is the last one of all
 * drivers, and the first one after the first of all, as one driver with all their terminals would have seen it. When only some
 * cannot reach the server, it is their network that is away: the others' commits show that the server is there.
 *
 * <p>A driver that was so slow that it could not have noticed does not speak against an outage in seconds in which it committed
 * nothing; a lost driver says nothing after its end.
 */
final class GroupOutages {
    /** As for one driver: a shorter one is none, nor one in which fewer commits were to be expected. */
    private static final long SHORTEST_MILLIS = 1000;

    private static final double EXPECTED_COMMITS = 5;
    private static final double RECOVERED_SHARE = 0.95;
    private static final int SECONDS_FOR_RECOVERY = 3;
    private static final int SECONDS_OF_RATE = 30;
    private static final long MILLIS_PER_SECOND = 1000;

    private final TimeLine line;
    private final List<Witness> witnesses;
    private final int firstSecond;
    private final long[] commits;

    /** What one driver saw: stretches without a commit, and its own outages; milliseconds from the start of the window of all. */
    record Witness(List<Stretch> quiet, List<Stretch> outages, List<Outage> found) {
        static Witness of(PartRun run, SeriesSum.Seconds seconds, TimeLine line) {
            List<Stretch> outages = run.outages().stream()
                    .map(outage -> Stretch.of(outage, run.lateMillis()))
                    .toList();
            List<Stretch> quiet = new ArrayList<>(outages);
            long begin = seconds.firstSecond() * MILLIS_PER_SECOND + run.lateMillis();
            int length = seconds.committing().length();
            for (int at = seconds.committing().nextClearBit(0); at < length; ) {
                int until = seconds.committing().nextSetBit(at);
                quiet.add(new Stretch(begin + at * MILLIS_PER_SECOND, begin + until * MILLIS_PER_SECOND));
                at = seconds.committing().nextClearBit(until);
            }
            long end = Math.round(line.windowSeconds() * MILLIS_PER_SECOND);
            if (begin + length * MILLIS_PER_SECOND < end) {
                quiet.add(new Stretch(begin + length * MILLIS_PER_SECOND, end));
            }
            return new Witness(Stretch.united(quiet), outages, run.outages());
        }
    }

    /** A stretch of time, milliseconds from the start of the window. */
    record Stretch(long from, long until) {
        static Stretch of(Outage outage, long lateMillis) {
            long from = Math.round(outage.lastCommitSeconds() * MILLIS_PER_SECOND) + lateMillis;
            return new Stretch(from, from + Math.round(outage.outageSeconds() * MILLIS_PER_SECOND));
        }

        boolean touches(Stretch other) {
            return from < other.until && other.from < until;
        }

        static List<Stretch> united(List<Stretch> stretches) {
            List<Stretch> united = new ArrayList<>();
            for (Stretch next : stretches.stream()
                    .sorted(Comparator.comparingLong(Stretch::from))
                    .toList()) {
                Stretch last = united.isEmpty() ? null : united.get(united.size() - 1);
                if (last != null && next.from <= last.until) {
                    united.set(united.size() - 1, new Stretch(last.from, Math.max(last.until, next.until)));
                } else {
                    united.add(next);
                }
            }
            return united;
        }

        static List<Stretch> common(List<Stretch> some, List<Stretch> others) {
            List<Stretch> common = new ArrayList<>();
            for (Stretch one : some) {
                for (Stretch other : others) {
                    if (one.touches(other)) {
                        common.add(new Stretch(Math.max(one.from, other.from), Math.min(one.until, other.until)));
                    }
                }
            }
            return common;
        }
    }

    private GroupOutages(List<Witness> witnesses, List<SeriesRow> rows, TimeLine line) {
        this.line = line;
        this.witnesses = witnesses;
        this.firstSecond = rows.stream().mapToInt(SeriesRow::second).min().orElse(0);
        int last = rows.stream().mapToInt(SeriesRow::second).max().orElse(0);
        this.commits = new long[last - firstSecond + 1];
        rows.stream()
                .filter(row -> row.type() != TransactionType.DELIVERY)
                .forEach(row -> commits[row.second() - firstSecond] += row.completed());
    }

    /** @param rows the series of all drivers */
    static List<Outage> of(List<Witness> witnesses, List<SeriesRow> rows, TimeLine line) {
        return new GroupOutages(witnesses, rows, line).find();
    }

    private List<Outage> find() {
        List<Stretch> common =
                witnesses.isEmpty() ? List.of() : witnesses.get(0).quiet();
        for (Witness witness : witnesses) {
            common = Stretch.common(common, witness.quiet());
        }
        List<Stretch> certain = common.stream()
                .filter(stretch -> stretch.until - stretch.from > SHORTEST_MILLIS)
                .filter(stretch -> witnesses.stream()
                        .anyMatch(witness -> witness.outages().stream().anyMatch(stretch::touches)))
                .toList();
        List<Outage> outages = new ArrayList<>();
        for (int at = 0; at < certain.size(); at++) {
            long after = at == 0 ? Long.MIN_VALUE : certain.get(at - 1).until;
            long before = at + 1 == certain.size() ? Long.MAX_VALUE : certain.get(at + 1).from;
            double rate = rateBefore(certain.get(at), after);
            double seconds = (certain.get(at).until - certain.get(at).from) / (double) MILLIS_PER_SECOND;
            if (rate == 0 || rate * seconds >= EXPECTED_COMMITS) {
                outages.add(outage(certain.get(at), rate, before));
            }
        }
        return List.copyOf(outages);
    }

    private Outage outage(Stretch stretch, double rateBefore, long nextMillis) {
        long failed = 0;
        long unknown = 0;
        long connectionErrors = 0;
        boolean hasEnd = false;
        for (Witness witness : witnesses) {
            for (int at = 0; at < witness.outages().size(); at++) {
                if (witness.outages().get(at).touches(stretch)) {
                    Outage own = witness.found().get(at);
                    failed += own.losses().failed();
                    unknown += own.losses().unknown();
                    connectionErrors += own.losses().connectionErrors();
                    hasEnd |= own.firstCommitSeconds() != null;
                }
            }
        }
        Double recovered = hasEnd ? recoveredSeconds(stretch, rateBefore, nextMillis) : null;
        return new Outage(
                seconds(stretch.from),
                line.startEpochMillis() + stretch.from,
                hasEnd ? seconds(stretch.until) : null,
                hasEnd ? line.startEpochMillis() + stretch.until : null,
                seconds(stretch.until - stretch.from),
                rateBefore,
                recovered,
                new Outage.Losses(failed, unknown, connectionErrors));
    }

    /** Commits a second of the whole seconds in up to half a minute before, not those before the end of the outage before. */
    private double rateBefore(Stretch stretch, long afterMillis) {
        int until = (int) Math.floorDiv(stretch.from, MILLIS_PER_SECOND);
        int from = Math.max(firstSecond, until - SECONDS_OF_RATE);
        if (afterMillis != Long.MIN_VALUE) {
            from = Math.max(from, nextSecond(afterMillis));
        }
        return from >= until ? 0 : commits(from, until) / (double) (until - from);
    }

    private long commits(int from, int until) {
        long sum = 0;
        for (int second = from; second < until; second++) {
            int at = second - firstSecond;
            sum += at >= 0 && at < commits.length ? commits[at] : 0;
        }
        return sum;
    }

    private @Nullable Double recoveredSeconds(Stretch stretch, double rateBefore, long nextMillis) {
        double wanted = RECOVERED_SHARE * rateBefore * SECONDS_FOR_RECOVERY;
        int last = Math.min(firstSecond + commits.length, (int)
                Math.min(Integer.MAX_VALUE, Math.floorDiv(nextMillis, MILLIS_PER_SECOND)));
        int first = nextSecond(stretch.until);
        for (int second = first; second + SECONDS_FOR_RECOVERY <= last; second++) {
            if (commits(second, second + SECONDS_FOR_RECOVERY) >= wanted) {
                return seconds(second * MILLIS_PER_SECOND - stretch.from);
            }
        }
        return null;
    }

    /** The first whole second that begins then or later. */
    private static int nextSecond(long millis) {
        return (int) -Math.floorDiv(-millis, MILLIS_PER_SECOND);
    }

    private static double seconds(long millis) {
        return millis / (double) MILLIS_PER_SECOND;
    }
}
