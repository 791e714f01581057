package io.bmsql.terminal;

import io.bmsql.config.AgentShare;
import io.bmsql.config.RunConfig;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.Scale;
import io.bmsql.workload.Workload;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * One emulated user. What it asks for is a function of (seed, terminal number, transaction number). Plain data, a few
 * hundred bytes; in use by the queue or by one worker, never by both.
 */
final class Terminal {
    // The second part of the addresses of the random streams of terminals, beside the tables'. So another pacing or
    // number of retries leaves the inputs of a seed as they are. The first two are by terminal and transaction.
    private static final int INPUT_STREAM = 1_001;
    private static final int PACING_STREAM = 1_002;
    static final int HOMES_STREAM = 1_003;
    static final int PAUSE_STREAM = 1_004;
    static final int COPY_STREAM = 1_005;

    /** Counted from 0 through those of all agents. */
    final int number;

    private final long seed;
    private final Workload.Requests requests;
    private final RandomStream random;
    Workload.Request request;
    /** Transactions drawn before this one. */
    long transactionNumber;

    long dueNanos;
    /** How long the terminal will think after the transaction; negative when it does not. */
    long thinkNanos = -1;

    /** A terminal with its first transaction drawn, but not yet started. */
    Terminal(int number, long seed, Workload.Requests requests) {
        this.number = number;
        this.seed = seed;
        this.requests = requests;
        this.random = new RandomStream(seed);
        this.request = drawRequest();
    }

    /** Starts at this moment: decides when the first transaction is due. */
    Terminal start(Pacing pacing, long startNanos) {
        random.seek(seed, PACING_STREAM, number, 0, transactionNumber);
        dueNanos = pacing.firstDueNanos(number, startNanos, random);
        waitUntilAwake(pacing);
        drawThinkTime(pacing);
        return this;
    }

    /** Draws the next transaction after one that ended at this moment. */
    Terminal drawNext(Pacing pacing, long endNanos) {
        transactionNumber++;
        request = drawRequest();
        dueNanos = pacing.nextDueNanos(dueNanos, endNanos, thinkNanos, request.type());
        waitUntilAwake(pacing);
        drawThinkTime(pacing);
        return this;
    }

    /** A terminal that is not at work when its transaction would be due starts again, as at the start of the run, once it is. */
    private void waitUntilAwake(Pacing pacing) {
        long awakeNanos = pacing.awakeNanos(number, dueNanos);
        while (awakeNanos != dueNanos) {
            random.seek(seed, PACING_STREAM, number, 0, transactionNumber);
            dueNanos = pacing.firstDueNanos(number, awakeNanos, random);
            awakeNanos = pacing.awakeNanos(number, dueNanos);
        }
    }

    private void drawThinkTime(Pacing pacing) {
        random.seek(seed, PACING_STREAM, number, 0, transactionNumber + 1);
        thinkNanos = pacing.thinkNanos(request.type(), random);
    }

    private Workload.Request drawRequest() {
        return requests.next(random.seek(seed, INPUT_STREAM, number, 0, transactionNumber));
    }

    /** Where terminals are at home: unique random pairs of warehouse and district, and all of them once more for each further round. */
    static final class HomeDistricts {
        private final int firstWarehouse;
        private final int[] places;

        HomeDistricts(int firstWarehouse, int lastWarehouse, RandomStream random) {
            this.firstWarehouse = firstWarehouse;
            this.places = new int[(lastWarehouse - firstWarehouse + 1) * Scale.DISTRICTS_PER_WAREHOUSE];
            random.permutation(places);
        }

        int warehouse(int terminal) {
            return firstWarehouse + place(terminal) / Scale.DISTRICTS_PER_WAREHOUSE;
        }

        int district(int terminal) {
            return 1 + place(terminal) % Scale.DISTRICTS_PER_WAREHOUSE;
        }

        /**
         * The numbers, in order, of those of the first {@code terminals} that this agent has: when all are put in the order of
         * their homes, its part of that order.
         */
        int[] terminals(AgentShare share, int terminals) {
            if (share.isWhole()) {
                return IntStream.range(0, terminals).toArray();
            }
            int begin = share.before(terminals);
            return IntStream.of(byHome(terminals))
                    .skip(begin)
                    .limit(share.of(terminals))
                    .sorted()
                    .toArray();
        }

        private int[] byHome(int terminals) {
            return LongStream.range(0, terminals)
                    .map(number -> (long) place((int) number) << Integer.SIZE | number)
                    .sorted()
                    .mapToInt(placeAndNumber -> (int) placeAndNumber)
                    .toArray();
        }

        /**
         * What this agent's terminals draw from. Their home warehouses reach up to those of the next agent, so that each one is
         * somebody's; terminals that do not stay at home use them all.
         */
        RunConfig.Inputs inputs(AgentShare share, int terminals, RunConfig.Inputs all) {
            if (share.isWhole() || !all.terminalWarehouseFixed()) {
                return all;
            }
            int[] sorted = byHome(terminals);
            int begin = share.before(terminals);
            int end = begin + share.of(terminals);
            return new RunConfig.Inputs(
                    all.warehouses(),
                    begin == 0 ? all.firstWarehouse() : warehouse(sorted[begin]),
                    end == terminals
                            ? all.lastWarehouse()
                            : Math.max(warehouse(sorted[end - 1]), warehouse(sorted[end]) - 1),
                    true,
                    all.rollbackPercent(),
                    all.seed());
        }

        private int place(int terminal) {
            return places[terminal % places.length] - 1;
        }
    }
}
