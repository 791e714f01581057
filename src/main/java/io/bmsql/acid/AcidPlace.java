package io.bmsql.acid;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.Scale;

/**
 * Where the tests take place.
 *
 * @param itemX a lower number than {@code itemY}
 */
record AcidPlace(int warehouse, int district, int customer, int itemX, int itemY) {
    private static final int SPAN = 1_000;

    static AcidPlace draw(RandomStream random, int warehouses) {
        int item = random.uniform(1, Scale.ITEMS - SPAN);
        return new AcidPlace(
                random.uniform(1, warehouses),
                random.uniform(1, Scale.DISTRICTS_PER_WAREHOUSE),
                random.uniform(1, Scale.CUSTOMERS_PER_DISTRICT),
                item,
                item + random.uniform(10, SPAN));
    }

    /** Items of a New-Order that starts at this one. */
    int[] items() {
        return new int[] {itemX, itemX + 1, itemX + 2, itemX + 3, itemX + 4};
    }

    @Override
    public String toString() {
        return "w=" + warehouse + " d=" + district + " c=" + customer;
    }
}
