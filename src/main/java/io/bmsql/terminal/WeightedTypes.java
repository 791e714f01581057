package io.bmsql.terminal;

import io.bmsql.config.MixConfig;
import io.bmsql.random.RandomStream;
import io.bmsql.spec.TransactionType;

/**
 * Draws each transaction by the weights of the props file, independently of the ones before. New-Order takes what the
 * other four leave, as in BenchmarkSQL. Safe for use by any thread.
 */
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
