package io.bmsql.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AcknowledgedOrdersTest {
    private static final int ALL = Integer.MAX_VALUE;

    private final AcknowledgedOrders orders = new AcknowledgedOrders(3, 2);

    private void acknowledged(int warehouse, int district, int order, int customer, long nanos) {
        orders.add(orders.district(warehouse, district), order, customer, nanos);
    }

    private long since(int district, int from, long moment) {
        return orders.nanosSince(district, from, ALL, AcknowledgedOrders.ANY_CUSTOMER, moment);
    }

    @Test
    void theHighestOrderOfEachDistrictIsKnown() {
        acknowledged(3, 1, 3001, 7, 50);
        acknowledged(4, 10, 3007, 7, 70);
        acknowledged(4, 10, 3006, 7, 71);
        assertThat(orders.count()).isEqualTo(3);
        int[] next = orders.next();
        assertThat(next).hasSize(20);
        assertThat(next[orders.district(3, 1)]).isEqualTo(3002);
        assertThat(next[orders.district(4, 10)])
                .as("the highest, in whatever order")
                .isEqualTo(3008);
        assertThat(next[orders.district(4, 9)]).isZero();
        assertThat(orders.district(5, 1)).isEqualTo(-1);
        assertThat(orders.district(2, 10)).isEqualTo(-1);
        assertThat(orders.name(orders.district(4, 10))).isEqualTo("4/10");
    }

    @Test
    void theOldestOrderThatIsMissingHasItsMoment() {
        int last = 3000 + AcknowledgedOrders.KEPT + 10;
        for (int order = 3001; order <= last; order++) {
            acknowledged(3, 2, order, 1, order * 10L);
        }
        int district = orders.district(3, 2);
        long now = 1_000_000;
        assertThat(since(district, last, now)).isEqualTo(now - last * 10L);
        assertThat(since(district, 3001, now))
                .as("of one that is no longer known, the oldest that is")
                .isEqualTo(now - (last - AcknowledgedOrders.KEPT + 1) * 10L);
        assertThat(since(district, last + 1, now)).isEqualTo(-1);
        acknowledged(3, 3, 3005, 1, 7);
        assertThat(since(orders.district(3, 3), 3002, 10))
                .as("what was not acknowledged does not count")
                .isEqualTo(3);
    }

    @Test
    void anOrderWhoseAcknowledgementIsStillToComeIsNotTakenForAnOldOneInItsPlace() {
        int district = orders.district(3, 4);
        acknowledged(3, 4, 3001, 1, 5);
        acknowledged(3, 4, 3001 + AcknowledgedOrders.KEPT + 1, 1, 9_000);
        assertThat(since(district, 3001 + AcknowledgedOrders.KEPT, 9_010)).isEqualTo(10);
    }

    @Test
    void onlyOrdersOfTheCustomerThatWereAcknowledgedByThenCount() {
        int district = orders.district(3, 5);
        acknowledged(3, 5, 3001, 1, 10);
        acknowledged(3, 5, 3002, 3_000, 20);
        acknowledged(3, 5, 3003, 1, 30);
        assertThat(orders.nanosSince(district, 3001, ALL, 3_000, 25)).isEqualTo(5);
        assertThat(orders.nanosSince(district, 3001, ALL, 3_000, 15)).isEqualTo(-1);
        assertThat(orders.nanosSince(district, 3002, ALL, 1, 35)).isEqualTo(5);
        assertThat(orders.nanosSince(district, 3002, 3003, 1, 35)).isEqualTo(-1);
        assertThat(orders.nanosSince(district, 3001, ALL, 2, 35)).isEqualTo(-1);
    }
}
