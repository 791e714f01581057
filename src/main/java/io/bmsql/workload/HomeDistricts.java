package io.bmsql.workload;

import io.bmsql.config.AgentShare;
import io.bmsql.config.RunConfig;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.Scale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Where terminals are at home: unique random pairs of warehouse and district, and all of them once more for each further round. */
public final class HomeDistricts {
    private final int firstWarehouse;
    private final int[] places;

    public HomeDistricts(int firstWarehouse, int lastWarehouse, RandomStream random) {
        this.firstWarehouse = firstWarehouse;
        this.places = new int[(lastWarehouse - firstWarehouse + 1) * Scale.DISTRICTS_PER_WAREHOUSE];
        random.permutation(places);
    }

    public int warehouse(int terminal) {
        return firstWarehouse + place(terminal) / Scale.DISTRICTS_PER_WAREHOUSE;
    }

    public int district(int terminal) {
        return 1 + place(terminal) % Scale.DISTRICTS_PER_WAREHOUSE;
    }

    /**
     * The numbers, in order, of those of the first {@code terminals} that this agent has: when all are put in the order of
     * their homes, its part of that order.
     */
    public int[] terminals(AgentShare share, int terminals) {
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
    public RunConfig.Inputs inputs(AgentShare share, int terminals, RunConfig.Inputs all) {
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
