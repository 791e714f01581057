package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.config.RunConfig;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InputGeneratorTest {
    private static final int DRAWS = 100_000;
    private static final NURand NU_RAND = new NURand(123, 259, 1_234);
    private final TransactionInput input = new TransactionInput();
    private final RandomStream random = new RandomStream(99);

    private static InputGenerator generator(int warehouses, double rollbackPercent) {
        return new InputGenerator(new RunConfig.Inputs(warehouses, 1, warehouses, true, rollbackPercent, 0), NU_RAND);
    }

    private void fill(InputGenerator generator, TpccTransaction type) {
        generator.fill(input, type, 4, 7, random);
    }

    @Test
    void newOrdersAreAsClause241Says() {
        InputGenerator generator = generator(10, 0);
        int lines = 0;
        int remote = 0;
        BitSet districts = new BitSet();
        BitSet lineCounts = new BitSet();
        BitSet quantities = new BitSet();
        BitSet suppliers = new BitSet();
        for (int i = 0; i < DRAWS; i++) {
            fill(generator, TpccTransaction.NEW_ORDER);
            districts.set(input.districtId);
            lineCounts.set(input.lineCount);
            lines += input.lineCount;
            int remoteHere = 0;
            BitSet numbers = new BitSet();
            boolean isSorted = true;
            long before = 0;
            for (int line = 0; line < input.lineCount; line++) {
                numbers.set(input.lineNumbers[line]);
                long place = input.supplyWarehouseIds[line] * 1_000_000L + input.itemIds[line];
                isSorted &= place >= before;
                before = place;
                quantities.set(input.quantities[line]);
                suppliers.set(input.supplyWarehouseIds[line]);
                remoteHere += input.supplyWarehouseIds[line] == 4 ? 0 : 1;
            }
            assertThat(isSorted).isTrue();
            assertThat(numbers).as("which they keep").isEqualTo(range(1, input.lineCount));
            assertThat(remoteHere).isEqualTo(input.remoteLines);
            assertThat(input.warehouseId).isEqualTo(4);
            assertThat(input.customerId).isBetween(1, 3_000);
            remote += remoteHere;
        }

        assertThat(districts).isEqualTo(range(1, 10));
        assertThat(lineCounts).isEqualTo(range(5, 15));
        assertThat(quantities).isEqualTo(range(1, 10));
        assertThat(suppliers).as("remote lines go everywhere").isEqualTo(range(1, 10));
        assertThat(lines / (double) DRAWS).isCloseTo(10, within(0.05));
        assertThat(100.0 * remote / lines).isCloseTo(1, within(0.05));
    }

    private static BitSet range(int from, int to) {
        BitSet set = new BitSet();
        set.set(from, to + 1);
        return set;
    }

    @Test
    void onePercentEndInAnItemThatDoesNotExistOnTheLastLine() {
        InputGenerator generator = generator(10, 1);
        int planned = 0;
        for (int i = 0; i < DRAWS; i++) {
            fill(generator, TpccTransaction.NEW_ORDER);
            int last = input.lineCount - 1;
            for (int line = 0; line < last; line++) {
                assertThat(input.itemIds[line]).isBetween(1, 100_000);
            }
            if (input.plannedRollback) {
                planned++;
                assertThat(input.itemIds[last]).isGreaterThan(100_000);
                assertThat(input.lineNumbers[last]).isEqualTo(input.lineCount);
            } else {
                assertThat(input.itemIds[last]).isBetween(1, 100_000);
            }
        }

        assertThat(100.0 * planned / DRAWS).isCloseTo(1, within(0.1));
        InputGenerator without = generator(10, 0);
        for (int i = 0; i < 10_000; i++) {
            fill(without, TpccTransaction.NEW_ORDER);
            assertThat(input.plannedRollback).isFalse();
        }
    }

    @Test
    void paymentsAreAsClause251Says() {
        InputGenerator generator = generator(10, 1);
        int remote = 0;
        int byName = 0;
        long cents = 0;
        for (int i = 0; i < DRAWS; i++) {
            fill(generator, TpccTransaction.PAYMENT);
            remote += input.isRemotePayment() ? 1 : 0;
            byName += input.byLastName ? 1 : 0;
            cents += input.paymentCents;
            assertThat(input.paymentCents).isBetween(100L, 500_000L);
            if (!input.isRemotePayment()) {
                assertThat(input.customerDistrictId).isEqualTo(input.districtId);
            }
        }

        assertThat(100.0 * remote / DRAWS).isCloseTo(15, within(0.5));
        assertThat(100.0 * byName / DRAWS).isCloseTo(60, within(0.5));
        assertThat(cents / (double) DRAWS).isCloseTo(250_050, within(1_500.0));
    }

    @Test
    void withOneWarehouseNothingIsRemote() {
        InputGenerator generator = generator(1, 1);
        for (int i = 0; i < 10_000; i++) {
            generator.fill(input, TpccTransaction.NEW_ORDER, 1, 1, random);
            assertThat(input.remoteLines).isZero();
            generator.fill(input, TpccTransaction.PAYMENT, 1, 1, random);
            assertThat(input.isRemotePayment()).isFalse();
        }
    }

    @Test
    void customersAndNamesAreNotUniform() {
        InputGenerator generator = generator(10, 1);
        Map<String, Integer> names = new HashMap<>();
        int[] customers = new int[3_001];
        for (int i = 0; i < DRAWS; i++) {
            fill(generator, TpccTransaction.ORDER_STATUS);
            if (input.byLastName) {
                names.merge(input.lastName, 1, Integer::sum);
            } else {
                customers[input.customerId]++;
            }
        }

        // NURand(255, 0, 999) and NURand(1023, 1, 3000) prefer numbers with many bits set.
        assertThat(names).hasSizeGreaterThan(900);
        assertThat(names.values().stream().mapToInt(Integer::intValue).max().orElse(0))
                .isGreaterThan(10 * 60_000 / 1_000);
        assertThat(IntStream.of(customers).max().orElseThrow()).isGreaterThan(5 * 40_000 / 3_000);
    }

    @Test
    void stockLevelsUseTheTerminalsDistrictAndDeliveriesACarrier() {
        InputGenerator generator = generator(10, 1);
        BitSet thresholds = new BitSet();
        BitSet carriers = new BitSet();
        for (int i = 0; i < 10_000; i++) {
            fill(generator, TpccTransaction.STOCK_LEVEL);
            thresholds.set(input.threshold);
            assertThat(input.districtId).isEqualTo(7);
            fill(generator, TpccTransaction.DELIVERY);
            carriers.set(input.carrierId);
        }

        assertThat(thresholds).isEqualTo(range(10, 20));
        assertThat(carriers).isEqualTo(range(1, 10));
    }

    @Test
    void theHomeWarehouseIsFixedOrDrawnAnew() {
        InputGenerator fixed = new InputGenerator(new RunConfig.Inputs(10, 3, 6, true, 1, 0), NU_RAND);
        InputGenerator drawn = new InputGenerator(new RunConfig.Inputs(10, 3, 6, false, 1, 0), NU_RAND);
        BitSet homes = new BitSet();
        BitSet suppliers = new BitSet();
        for (int i = 0; i < 20_000; i++) {
            fill(fixed, TpccTransaction.PAYMENT);
            assertThat(input.warehouseId).isEqualTo(4);
            fill(drawn, TpccTransaction.NEW_ORDER);
            homes.set(input.warehouseId);
            for (int line = 0; line < input.lineCount; line++) {
                suppliers.set(input.supplyWarehouseIds[line]);
            }
        }

        assertThat(homes).isEqualTo(range(3, 6));
        assertThat(suppliers).as("remote lines leave this driver's part").isEqualTo(range(1, 10));
    }

    @Test
    void theSameAddressGivesTheSameInput() {
        InputGenerator generator = generator(10, 1);
        TransactionInput other = new TransactionInput();
        fill(generator, TpccTransaction.PAYMENT);
        generator.fill(input, TpccTransaction.NEW_ORDER, 4, 7, random.seek(5, 1, 2, 3, 4));
        generator.fill(other, TpccTransaction.NEW_ORDER, 4, 7, random.seek(5, 1, 2, 3, 4));

        assertThat(other)
                .usingRecursiveComparison()
                .ignoringFields("lastName", "byLastName", "paymentCents")
                .isEqualTo(input);
    }

    @Test
    void homesOutsideTheScaleAreRefused() {
        RunConfig.Inputs beyond = new RunConfig.Inputs(5, 1, 6, true, 1, 0);
        assertThatThrownBy(() -> new InputGenerator(beyond, new NURand(123, 259, 1_234)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("1..6", "1..5");
    }
}
