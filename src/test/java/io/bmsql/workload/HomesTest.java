package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.tpcc.RandomStream;
import io.bmsql.workload.TpccWorkload.HomeDistricts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class HomesTest {
    private static List<String> homes(int first, int last, int terminals, long seed) {
        HomeDistricts homes = new HomeDistricts(first, last, new RandomStream(seed));
        List<String> places = new ArrayList<>();
        for (int terminal = 0; terminal < terminals; terminal++) {
            places.add(homes.warehouse(terminal) + "/" + homes.district(terminal));
        }
        return places;
    }

    @Test
    void fewTerminalsAreSpreadByChance() {
        assertThat(homes(1, 100, 20, 1).stream().map(place -> place.split("/", 2)[0]))
                .doesNotContainSequence("1", "2", "3")
                .satisfies(warehouses -> assertThat(new HashSet<>(warehouses)).hasSizeGreaterThan(12));
        assertThat(homes(1, 100, 20, 1)).isEqualTo(homes(1, 100, 20, 1)).isNotEqualTo(homes(1, 100, 20, 2));
    }

    @Test
    void tenTerminalsAWarehouseHaveADistrictEachAndMoreGoRoundAgain() {
        assertThat(homes(3, 7, 50, 1)).doesNotHaveDuplicates().contains("3/1", "3/10", "7/1", "7/10");
        List<String> places = homes(1, 2, 45, 5);

        assertThat(places.subList(20, 40)).isEqualTo(places.subList(0, 20));
        assertThat(places.subList(0, 20)).doesNotHaveDuplicates();
        assertThat(places.subList(40, 45)).isEqualTo(places.subList(0, 5));
    }
}
