package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.load.LoadPlan.LoadUnit;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadPlanTest {
    @Test
    void everyRowIsLoadedExactlyOnce() {
        LoadPlan plan = new LoadPlan(3);
        Map<String, BitSet> seen = new HashMap<>();
        for (Slice slice : slices(plan)) {
            BitSet positions = seen.computeIfAbsent(slice.table() + " " + slice.warehouse(), key -> new BitSet());
            assertThat(positions.get(slice.first(), slice.last() + 1).cardinality())
                    .as("%s twice", slice)
                    .isZero();
            positions.set(slice.first(), slice.last() + 1);
        }
        assertThat(seen).hasSize(1 + 3 * 8);
        seen.forEach((key, positions) -> assertThat(positions.cardinality())
                .as(key)
                .isEqualTo(Slice.positions(Table.valueOf(key.substring(0, key.indexOf(' '))))));
    }

    @Test
    void everyOrderHasEveryUnitOnceWithThePlacesFirstAndTheItemsLast() {
        for (int warehouses : new int[] {0, 1, 2, 3, 12, 100}) {
            LoadPlan plan = new LoadPlan(warehouses);
            for (long number : new long[] {0, 1, -5, 17, 1_234_567_890_123L, Long.MAX_VALUE, Long.MIN_VALUE}) {
                List<Integer> units = IntStream.range(0, plan.unitCount())
                        .map(plan.orderFrom(number))
                        .boxed()
                        .toList();
                assertThat(units).doesNotHaveDuplicates().allMatch(unit -> unit >= 0 && unit < plan.unitCount());
                assertThat(units.get(0)).isZero();
                assertThat(plan.unit(units.get(units.size() - 1)).table()).isEqualTo(Table.ITEM);
            }
        }
    }

    @Test
    void slicesOfATableAreNumberedInTheOrderOfThePlan() {
        LoadPlan plan = new LoadPlan(3);
        Map<Table, Integer> next = new EnumMap<>(Table.class);
        for (Slice slice : slices(plan)) {
            int expected = next.merge(slice.table(), 1, Integer::sum) - 1;
            assertThat(plan.sequence(slice)).as("%s", slice).isEqualTo(expected);
        }
    }

    @Test
    void withoutWarehousesOnlyItemsAreLoaded() {
        LoadPlan plan = new LoadPlan(0);
        assertThat(slices(plan)).containsExactly(Slice.whole(Table.ITEM, 0));
        assertThat(plan.expectedRows()).isEqualTo(100_000);
    }

    @Test
    void aHundredThousandWarehousesCostNothingToPlan() {
        assertThat(new LoadPlan(1).unitCount()).as("several workers are busy").isGreaterThan(8);
        LoadPlan plan = new LoadPlan(100_000);
        assertThat(plan.unit(0).slices())
                .as("places come first and are small")
                .allMatch(slice -> slice.table() == Table.WAREHOUSE || slice.table() == Table.DISTRICT);
        LoadUnit last = plan.unit(plan.unitCount() - 1);
        assertThat(last.warehouse()).isEqualTo(100_000);
        assertThat(plan.expectedRows()).isEqualTo(100_000 + 100_000L * 499_011);
    }

    private static List<Slice> slices(LoadPlan plan) {
        List<Slice> slices = new ArrayList<>();
        for (int unit = 0; unit < plan.unitCount(); unit++) {
            slices.addAll(plan.unit(unit).slices());
        }
        return slices;
    }
}
