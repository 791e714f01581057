package io.bmsql.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommitOrderTest {
    private final CommitOrder order = new CommitOrder(new AcknowledgedOrders(1, 1), 3);

    private static int[] counters(int first, int second) {
        int[] all = new int[10];
        all[0] = first;
        all[1] = second;
        return all;
    }

    @Test
    void readingsOfWhichEachIsAheadAreNoBeginningsOfOneHistory() {
        assertThat(CommitOrder.contradict(new int[] {5, 5}, new int[] {5, 6})).isFalse();
        assertThat(CommitOrder.contradict(new int[] {5, 7}, new int[] {6, 6})).isTrue();
        assertThat(CommitOrder.contradict(new int[] {5, 5}, new int[] {5, 5})).isFalse();
    }

    @Test
    void theyAreCountedAtTheCopyWithBothReadings() {
        order.add(0, 1, counters(5, 5));
        order.add(1, 2, counters(4, 5));
        order.add(2, 3, counters(4, 6));
        assertThat(order.contradictions(1)).isZero();
        assertThat(order.contradictions(2)).isEqualTo(1);
        order.add(0, 4, counters(6, 5));
        assertThat(order.contradictions(2)).isEqualTo(2);
        assertThat(order.samples(2))
                .containsExactly(
                        "the database at 1.0 s and copy 2 at 3.0 s: 1/1 5 4, 1/2 5 6",
                        "copy 2 at 3.0 s and the database at 4.0 s: 1/1 4 6, 1/2 6 5");
    }
}
