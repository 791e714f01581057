package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.MixConfig;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.TpccWorkload.TypeSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeSourceTest {
    private static final int DRAWS = 100_000;

    @ParameterizedTest
    @CsvSource({
        // New-Order, Payment, Order-Status, Delivery, Stock-Level
        "45, 43, 4, 4, 4",
        "43.47826, 43.47826, 4.347827, 4.347826, 4.347827",
        "100, 0, 0, 0, 0",
        "57, 43, 0, 0, 0",
        "12.3, 45.6, 20.2, 10.9, 11",
    })
    void theObservedMixIsWithinHalfAPercentOfTheWeights(
            double newOrder, double payment, double orderStatus, double delivery, double stockLevel) {
        MixConfig mix = new MixConfig(newOrder, payment, orderStatus, delivery, stockLevel, false);
        Map<TransactionType, Integer> counts = count(new TypeSource(mix), DRAWS);

        assertShare(counts, TpccTransaction.NEW_ORDER, newOrder);
        assertShare(counts, TpccTransaction.PAYMENT, payment);
        assertShare(counts, TpccTransaction.ORDER_STATUS, orderStatus);
        assertShare(counts, TpccTransaction.DELIVERY, delivery);
        assertShare(counts, TpccTransaction.STOCK_LEVEL, stockLevel);
        assertThat(counts).doesNotContainKey(TpccTransaction.DELIVERY_BG);
    }

    @Test
    void everyDeckHoldsTheTwentyThreeCardsOfTheClause() {
        TypeSource deck = new TypeSource(new MixConfig(0, 0, 0, 0, 0, true));
        RandomStream random = new RandomStream(3);
        for (int round = 0; round < 1_000; round++) {
            Map<TransactionType, Integer> counts = TransactionTypes.map();
            for (int card = 0; card < 23; card++) {
                counts.merge(deck.next(random), 1, Integer::sum);
            }
            assertThat(counts)
                    .containsEntry(TpccTransaction.NEW_ORDER, 10)
                    .containsEntry(TpccTransaction.PAYMENT, 10)
                    .containsEntry(TpccTransaction.ORDER_STATUS, 1)
                    .containsEntry(TpccTransaction.DELIVERY, 1)
                    .containsEntry(TpccTransaction.STOCK_LEVEL, 1);
        }
    }

    @Test
    void everyPlaceInADeckMayHoldAnyCard() {
        int decks = 20_000;
        int[] newOrdersAt = new int[TypeSource.CARDS];
        int[] deliveriesAt = new int[TypeSource.CARDS];
        TypeSource deck = new TypeSource(new MixConfig(0, 0, 0, 0, 0, true));
        RandomStream random = new RandomStream(11);
        for (int round = 0; round < decks; round++) {
            for (int place = 0; place < TypeSource.CARDS; place++) {
                TransactionType type = deck.next(random);
                newOrdersAt[place] += type == TpccTransaction.NEW_ORDER ? 1 : 0;
                deliveriesAt[place] += type == TpccTransaction.DELIVERY ? 1 : 0;
            }
        }
        for (int place = 0; place < TypeSource.CARDS; place++) {
            assertThat(100.0 * newOrdersAt[place] / decks).isCloseTo(1000.0 / 23, within(1.6));
            assertThat(100.0 * deliveriesAt[place] / decks).isCloseTo(100.0 / 23, within(0.65));
        }
    }

    private static Map<TransactionType, Integer> count(TypeSource source, int draws) {
        RandomStream random = new RandomStream(20_260_101);
        Map<TransactionType, Integer> counts = TransactionTypes.map();
        for (int i = 0; i < draws; i++) {
            counts.merge(source.next(random), 1, Integer::sum);
        }
        return counts;
    }

    private static void assertShare(Map<TransactionType, Integer> counts, TransactionType type, double percent) {
        assertThat(100.0 * counts.getOrDefault(type, 0) / DRAWS).as(type.name()).isCloseTo(percent, within(0.5));
    }
}
