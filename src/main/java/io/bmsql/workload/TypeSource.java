package io.bmsql.workload;

import io.bmsql.config.MixConfig;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a terminal asks for: dealt from its own deck when the mix says so, else drawn by the weights. Allocates nothing. */
public final class TypeSource {
    /** The deck of clause 5.2.4.2: 10 New-Orders, 10 Payments and one of each other type. */
    static final int CARDS = 23;

    private static final int NEW_ORDERS = 10;
    private static final int PAYMENTS = 10;
    private static final TpccTransaction[] TYPES = TpccTransaction.values();

    private final double toPayment;
    private final double toStockLevel;
    private final double toOrderStatus;
    private final double toDelivery;
    private final byte @Nullable [] cards;
    private int dealt;

    /** Without a deck, New-Order takes what the other weights leave, and the source is safe for use by any thread. */
    public TypeSource(MixConfig mix) {
        toPayment = mix.payment();
        toStockLevel = toPayment + mix.stockLevel();
        toOrderStatus = toStockLevel + mix.orderStatus();
        toDelivery = toOrderStatus + mix.delivery();
        cards = mix.deck() ? deck() : null;
    }

    private static byte[] deck() {
        byte[] cards = new byte[CARDS];
        Arrays.fill(cards, 0, NEW_ORDERS, (byte) TpccTransaction.NEW_ORDER.ordinal());
        Arrays.fill(cards, NEW_ORDERS, NEW_ORDERS + PAYMENTS, (byte) TpccTransaction.PAYMENT.ordinal());
        cards[CARDS - 3] = (byte) TpccTransaction.ORDER_STATUS.ordinal();
        cards[CARDS - 2] = (byte) TpccTransaction.DELIVERY.ordinal();
        cards[CARDS - 1] = (byte) TpccTransaction.STOCK_LEVEL.ordinal();
        return cards;
    }

    /** One of the five foreground types; what is drawn depends on the stream and on what this object gave before. */
    public TpccTransaction next(RandomStream random) {
        if (cards != null) {
            return deal(cards, random);
        }
        double drawn = random.nextDouble() * 100;
        if (drawn < toPayment) {
            return TpccTransaction.PAYMENT;
        }
        if (drawn < toStockLevel) {
            return TpccTransaction.STOCK_LEVEL;
        }
        if (drawn < toOrderStatus) {
            return TpccTransaction.ORDER_STATUS;
        }
        return drawn < toDelivery ? TpccTransaction.DELIVERY : TpccTransaction.NEW_ORDER;
    }

    /** Without replacement, shuffled card by card while dealing. */
    private TpccTransaction deal(byte[] deck, RandomStream random) {
        int drawn = random.uniform(dealt, CARDS - 1);
        byte card = deck[drawn];
        deck[drawn] = deck[dealt];
        deck[dealt] = card;
        dealt = (dealt + 1) % CARDS;
        return TYPES[card];
    }
}
