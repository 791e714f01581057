package io.bmsql.terminal;

import io.bmsql.config.MixConfig;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TransactionType;
import java.util.Arrays;

interface TypeSource {
    /** One of the five foreground types; what is drawn depends on the stream and on what this object gave before. */
    TransactionType next(RandomStream random);

    /** The source for one terminal: an own deck when the mix says so, else the weights. */
    static TypeSource of(MixConfig mix) {
        return mix.deck() ? new Deck() : new WeightedTypes(mix);
    }

    /** Draws by the weights of the props file; New-Order takes what the others leave. Safe for use by any thread. */
    final class WeightedTypes implements TypeSource {
        private final double toPayment;
        private final double toStockLevel;
        private final double toOrderStatus;
        private final double toDelivery;

        WeightedTypes(MixConfig mix) {
            toPayment = mix.payment();
            toStockLevel = toPayment + mix.stockLevel();
            toOrderStatus = toStockLevel + mix.orderStatus();
            toDelivery = toOrderStatus + mix.delivery();
        }

        @Override
        public TransactionType next(RandomStream random) {
            double drawn = random.nextDouble() * 100;
            if (drawn < toPayment) {
                return TransactionType.PAYMENT;
            }
            if (drawn < toStockLevel) {
                return TransactionType.STOCK_LEVEL;
            }
            if (drawn < toOrderStatus) {
                return TransactionType.ORDER_STATUS;
            }
            return drawn < toDelivery ? TransactionType.DELIVERY : TransactionType.NEW_ORDER;
        }
    }

    /**
     * The deck of clause 5.2.4.2: 23 cards, 10 New-Orders, 10 Payments and one of each other type, dealt without
     * replacement, shuffled card by card while dealing. Belongs to one terminal; allocates nothing.
     */
    final class Deck implements TypeSource {
        static final int CARDS = 23;
        private static final int NEW_ORDERS = 10;
        private static final int PAYMENTS = 10;
        private static final TransactionType[] TYPES = TransactionType.values();

        private final byte[] cards = new byte[CARDS];
        private int dealt;

        Deck() {
            Arrays.fill(cards, 0, NEW_ORDERS, card(TransactionType.NEW_ORDER));
            Arrays.fill(cards, NEW_ORDERS, NEW_ORDERS + PAYMENTS, card(TransactionType.PAYMENT));
            cards[CARDS - 3] = card(TransactionType.ORDER_STATUS);
            cards[CARDS - 2] = card(TransactionType.DELIVERY);
            cards[CARDS - 1] = card(TransactionType.STOCK_LEVEL);
        }

        private static byte card(TransactionType type) {
            return (byte) type.ordinal();
        }

        @Override
        public TransactionType next(RandomStream random) {
            int drawn = random.uniform(dealt, CARDS - 1);
            byte card = cards[drawn];
            cards[drawn] = cards[dealt];
            cards[dealt] = card;
            dealt = (dealt + 1) % CARDS;
            return TYPES[card];
        }
    }
}
