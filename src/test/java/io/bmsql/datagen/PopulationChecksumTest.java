package io.bmsql.datagen;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.load.TextRows;
import io.bmsql.spec.Table;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The COPY text of each table and unit never changes: first 16 digits of its SHA-256, for seed 42, 3 warehouses and the
 * moment 2026-01-02 03:04:05.678 UTC. A new release that makes other rows from an old seed breaks this on purpose.
 */
class PopulationChecksumTest {
    private static final long SEED = 42;
    private static final long MOMENT = 1_767_323_045_678L;
    private static final int WAREHOUSES = 3;

    @ParameterizedTest
    @CsvSource({
        "CONFIG, 0, 1, 1, 235191e75338f8df",
        "ITEM, 0, 1, 100000, e1afc209bffa67ba",
        "WAREHOUSE, 1, 1, 1, da4959138e61471e",
        "WAREHOUSE, 2, 1, 1, 2633589f2040e0e9",
        "WAREHOUSE, 3, 1, 1, f26466d0f81961a4",
        "STOCK, 1, 1, 100000, c39db36cb53ce8af",
        "STOCK, 2, 1, 100000, ac3eadae5c930c33",
        "STOCK, 3, 60001, 80000, cd75ab0701d5683c",
        "DISTRICT, 1, 1, 10, 229448c5d3eb5353",
        "DISTRICT, 2, 1, 10, 3bc0dbbec435dea8",
        "DISTRICT, 3, 7, 8, e5473c3574336a48",
        "CUSTOMER, 1, 1, 10, f5b42572d00b9677",
        "CUSTOMER, 2, 1, 10, 75460e0a05514980",
        "CUSTOMER, 3, 7, 8, 00396de49f892fd2",
        "HISTORY, 1, 1, 10, 2ec1d4c0f89cba56",
        "HISTORY, 2, 1, 10, e2fc88b0cf162330",
        "HISTORY, 3, 7, 8, 15ea3b65a0972a22",
        "ORDER, 1, 1, 10, d57edde9161467d3",
        "ORDER, 2, 1, 10, fb9caf29f3aa464d",
        "ORDER, 3, 7, 8, 10fd0e11d7e808bf",
        "ORDER_LINE, 1, 1, 10, 9673a935853e025e",
        "ORDER_LINE, 2, 1, 10, c97be0aea6b8c548",
        "ORDER_LINE, 3, 7, 8, 3a4b53f5c3d8beb2",
        "NEW_ORDER, 1, 1, 10, 8856039c797f8708",
        "NEW_ORDER, 2, 1, 10, 0a0c7c5620d76af4",
        "NEW_ORDER, 3, 7, 8, 6a8ab39174074e5e"
    })
    void checksumIs(Table table, int warehouse, int first, int last, String expected) {
        assertThat(checksum(newPopulation(), new Slice(table, warehouse, first, last)))
                .isEqualTo(expected);
    }

    @Test
    void everyUnitIsTheSameInAnyOrderAndInParallel() {
        List<Slice> slices = slices();
        Map<String, String> inOrder = new TreeMap<>();
        Population population = newPopulation();
        slices.forEach(slice -> inOrder.put(slice.toString(), checksum(population, slice)));

        Collections.shuffle(slices, new Random(1));
        Map<String, String> shuffled = new TreeMap<>();
        slices.forEach(slice -> shuffled.put(slice.toString(), checksum(population, slice)));
        Map<String, String> parallel = new ConcurrentHashMap<>();
        slices.parallelStream().forEach(slice -> parallel.put(slice.toString(), checksum(newPopulation(), slice)));

        assertThat(shuffled).isEqualTo(inOrder);
        assertThat(parallel).containsExactlyInAnyOrderEntriesOf(inOrder);
    }

    @Test
    void aTableIsItsUnitsOneAfterTheOther() {
        for (Table table : List.of(Table.STOCK, Table.CUSTOMER, Table.ORDER, Table.ORDER_LINE, Table.ITEM)) {
            int warehouse = table == Table.ITEM ? 0 : 2;
            int positions = Slice.positions(table);
            MessageDigest digest = sha256();
            Population population = newPopulation();
            for (int part = 0; part < 5; part++) {
                feed(
                        population,
                        new Slice(table, warehouse, part * positions / 5 + 1, (part + 1) * positions / 5),
                        digest);
            }
            assertThat(hex(digest)).isEqualTo(checksum(newPopulation(), Slice.whole(table, warehouse)));
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
    }

    @Test
    void theScaleDoesNotChangeTheRows() {
        Slice slice = new Slice(Table.STOCK, 2, 1, 1_000);
        assertThat(checksum(new Population(SEED, 1_000, MOMENT), slice)).isEqualTo(checksum(newPopulation(), slice));
    }

    private static List<Slice> slices() {
        List<Slice> slices = new ArrayList<>();
        for (Table table : Table.values()) {
            int positions = Slice.positions(table);
            int parts = Math.min(positions, 10);
            boolean shared = table == Table.CONFIG || table == Table.ITEM;
            for (int warehouse = shared ? 0 : 1; warehouse <= (shared ? 0 : 2); warehouse++) {
                for (int part = 0; part < parts; part++) {
                    slices.add(
                            new Slice(table, warehouse, part * positions / parts + 1, (part + 1) * positions / parts));
                }
            }
        }
        return slices;
    }

    private static Population newPopulation() {
        return new Population(SEED, WAREHOUSES, MOMENT);
    }

    private static String checksum(Population population, Slice slice) {
        MessageDigest digest = sha256();
        feed(population, slice, digest);
        return hex(digest);
    }

    private static void feed(Population population, Slice slice, MessageDigest digest) {
        TextRows<RuntimeException> rows = TextRows.copy(ZoneOffset.UTC);
        rows.redirect((bytes, length, count) -> digest.update(bytes, 0, length));
        population.write(slice, rows);
        rows.flush();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    }
}
