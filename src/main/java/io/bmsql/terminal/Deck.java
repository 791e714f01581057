package io.bmsql.terminal;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.TransactionType;
import java.util.Arrays;

/**
 * The deck of clause 5.2.4.2: 23 cards, 10 New-Orders, 10 Payments and one of each other type, dealt without replacement
 * and shuffled again when it is empty. Shuffling happens card by card while dealing, so that each card costs one draw.
 *
 * <p>Belongs to one terminal; used by one thread at a time; allocates nothing while dealing.
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
