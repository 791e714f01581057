package io.bmsql.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.load.TextRows;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * The COPY text of each table and unit never changes: its CRC-32 and CRC-32C, for seed 42, 3 warehouses and the
 * moment 2026-01-02 03:04:05.678 UTC. A new release that makes other rows from an old seed breaks this on purpose.
 */
class PopulationChecksumTest {
    private static final long SEED = 42;
    private static final long MOMENT = 1_767_323_045_678L;
    private static final int WAREHOUSES = 3;

    @ParameterizedTest
    @CsvFileSource(resources = "/golden/population.csv")
    void checksumIs(Table table, int warehouse, int first, int last, String expected) {
        assertThat(checksum(newPopulation(), new Slice(table, warehouse, first, last)))
                .isEqualTo(expected);
    }

    @Test
    void everyUnitIsTheSameInAnyOrderAndInParallel() {
        List<Slice> slices = slices();
        Population population = newPopulation();
        Map<Slice, String> inOrder = new HashMap<>();
        slices.forEach(slice -> inOrder.put(slice, checksum(population, slice)));

        Collections.shuffle(slices, new Random(1));
        assertThat(slices)
                .allSatisfy(slice -> assertThat(checksum(population, slice)).isEqualTo(inOrder.get(slice)));
        Map<Slice, String> parallel = new ConcurrentHashMap<>();
        slices.parallelStream().forEach(slice -> parallel.put(slice, checksum(newPopulation(), slice)));
        assertThat(parallel).isEqualTo(inOrder);
    }

    @Test
    void aTableIsItsUnitsOneAfterTheOther() {
        for (Table table : List.of(Table.STOCK, Table.CUSTOMER, Table.ORDER, Table.ORDER_LINE, Table.ITEM)) {
            int warehouse = table == Table.ITEM ? 0 : 2;
            int tenth = Slice.positions(table) / 10;
            Sums sums = new Sums();
            Population population = newPopulation();
            for (int part = 3; part < 6; part++) {
                feed(population, new Slice(table, warehouse, part * tenth + 1, (part + 1) * tenth), sums);
            }
            assertThat(sums.toString())
                    .isEqualTo(checksum(newPopulation(), new Slice(table, warehouse, 3 * tenth + 1, 6 * tenth)));
        }
    }

    @Test
    void seedsMomentsAndWarehousesMakeDifferentRows() {
        Slice slice = new Slice(Table.CUSTOMER, 1, 1, 1);
        assertThat(List.of(
                        checksum(newPopulation(), slice),
                        checksum(newPopulation(), new Slice(Table.CUSTOMER, 2, 1, 1)),
                        checksum(newPopulation(), new Slice(Table.CUSTOMER, 1, 2, 2)),
                        checksum(new Population(SEED + 1, WAREHOUSES, MOMENT), slice),
                        checksum(new Population(SEED, WAREHOUSES, MOMENT + 1), slice)))
                .doesNotHaveDuplicates();
        assertThat(checksum(new Population(SEED, 1_000, MOMENT), slice))
                .as("the scale changes no row")
                .isEqualTo(checksum(newPopulation(), slice));
    }

    /** From the beginning, the middle and the end of each table. */
    private static List<Slice> slices() {
        List<Slice> slices = new ArrayList<>();
        for (Table table : Table.values()) {
            int positions = Slice.positions(table);
            int length = Math.max(1, positions / 50);
            boolean shared = table == Table.CONFIG || table == Table.ITEM;
            for (int warehouse = shared ? 0 : 1; warehouse <= (shared ? 0 : 2); warehouse++) {
                for (int first : new TreeSet<>(List.of(1, positions / 2 + 1, positions - length + 1))) {
                    slices.add(new Slice(table, warehouse, first, first + length - 1));
                }
            }
        }
        return slices;
    }

    private static Population newPopulation() {
        return new Population(SEED, WAREHOUSES, MOMENT);
    }

    private static String checksum(Population population, Slice slice) {
        Sums sums = new Sums();
        feed(population, slice, sums);
        return sums.toString();
    }

    private static void feed(Population population, Slice slice, Sums sums) {
        TextRows<RuntimeException> rows = TextRows.copy(ZoneOffset.UTC);
        rows.redirect((bytes, length, count) -> sums.add(bytes, length));
        population.write(slice, rows);
        rows.flush();
    }

    /** Sums that the processor computes: a SHA of as many bytes takes long where nothing is compiled for speed. */
    private static final class Sums {
        private final CRC32 crc32 = new CRC32();
        private final CRC32C crc32c = new CRC32C();

        private void add(byte[] bytes, int length) {
            crc32.update(bytes, 0, length);
            crc32c.update(bytes, 0, length);
        }

        @Override
        public String toString() {
            return "%08x%08x".formatted(crc32.getValue(), crc32c.getValue());
        }
    }
}
