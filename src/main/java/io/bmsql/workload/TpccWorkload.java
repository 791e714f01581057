package io.bmsql.workload;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.AgentShare;
import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TpccTransaction;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** TPC-C: terminals are at home in a district and draw their transactions from a deck or by weights. */
public final class TpccWorkload implements Workload {
    /** In the addresses of random streams, beside those of terminals. */
    private static final int HOMES_STREAM = 1_003;

    private final RunConfig config;
    private final MixConfig mix;
    private final SqlErrors errors;
    private final HomeDistricts homes;
    private final InputGenerator generator;

    public TpccWorkload(RunConfig config, MixConfig mix, NURand nuRand, SqlErrors errors) {
        this.config = config;
        this.mix = mix;
        this.errors = errors;
        RunConfig.Inputs all = config.inputs();
        RandomStream random = new RandomStream(all.seed()).seek(all.seed(), HOMES_STREAM, 0, 0, 0);
        this.homes = new HomeDistricts(all.firstWarehouse(), all.lastWarehouse(), random);
        this.generator = new InputGenerator(all, nuRand);
    }

    @Override
    public TransactionTypes types() {
        return TpccTransaction.TYPES;
    }

    @Override
    public Map<TransactionType, Double> percents() {
        return percents(mix);
    }

    public static Map<TransactionType, Double> percents(MixConfig mix) {
        // In a fixed order: waits are added up by it, and a seed gives the same ones everywhere.
        Map<TransactionType, Double> percents = TransactionTypes.map();
        percents.put(TpccTransaction.NEW_ORDER, mix.newOrder());
        percents.put(TpccTransaction.PAYMENT, mix.payment());
        percents.put(TpccTransaction.ORDER_STATUS, mix.orderStatus());
        percents.put(TpccTransaction.STOCK_LEVEL, mix.stockLevel());
        percents.put(TpccTransaction.DELIVERY, mix.delivery());
        percents.put(TpccTransaction.DELIVERY_BG, mix.delivery());
        return percents;
    }

    @Override
    public int[] terminals(AgentShare share, int terminals) {
        return homes.terminals(share, terminals);
    }

    @Override
    public RunConfig.Inputs inputs(AgentShare share, RunConfig.Inputs all) {
        return homes.inputs(share, config.terminals(), all);
    }

    @Override
    public Requests terminal(int number) {
        return requests(new TypeSource(mix), generator, homes.warehouse(number), homes.district(number));
    }

    /** What one terminal with this home asks for. */
    public static Requests requests(TypeSource types, InputGenerator generator, int warehouse, int district) {
        TransactionInput input = new TransactionInput();
        return random -> {
            generator.fill(input, types.next(random), warehouse, district, random);
            return input;
        };
    }

    @Override
    public Deferred deferred() {
        return new TransactionInput();
    }

    @Override
    public TransactionSet open(WorkerConnection connection) throws SQLException {
        return new TransactionSet(connection, errors, config.statementForm());
    }

    /** Where terminals are at home: unique random pairs of warehouse and district, and all of them once more for each further round. */
    public static final class HomeDistricts {
        private final int firstWarehouse;
        private final int[] places;

        public HomeDistricts(int firstWarehouse, int lastWarehouse, RandomStream random) {
            this.firstWarehouse = firstWarehouse;
            this.places = new int[(lastWarehouse - firstWarehouse + 1) * Scale.DISTRICTS_PER_WAREHOUSE];
            random.permutation(places);
        }

        public int warehouse(int terminal) {
            return firstWarehouse + place(terminal) / Scale.DISTRICTS_PER_WAREHOUSE;
        }

        public int district(int terminal) {
            return 1 + place(terminal) % Scale.DISTRICTS_PER_WAREHOUSE;
        }

        /**
         * The numbers, in order, of those of the first {@code terminals} that this agent has: when all are put in the order of
         * their homes, its part of that order.
         */
        public int[] terminals(AgentShare share, int terminals) {
            if (share.isWhole()) {
                return IntStream.range(0, terminals).toArray();
            }
            int begin = share.before(terminals);
            return IntStream.of(byHome(terminals))
                    .skip(begin)
                    .limit(share.of(terminals))
                    .sorted()
                    .toArray();
        }

        private int[] byHome(int terminals) {
            return LongStream.range(0, terminals)
                    .map(number -> (long) place((int) number) << Integer.SIZE | number)
                    .sorted()
                    .mapToInt(placeAndNumber -> (int) placeAndNumber)
                    .toArray();
        }

        /**
         * What this agent's terminals draw from. Their home warehouses reach up to those of the next agent, so that each one is
         * somebody's; terminals that do not stay at home use them all.
         */
        public RunConfig.Inputs inputs(AgentShare share, int terminals, RunConfig.Inputs all) {
            if (share.isWhole() || !all.terminalWarehouseFixed()) {
                return all;
            }
            int[] sorted = byHome(terminals);
            int begin = share.before(terminals);
            int end = begin + share.of(terminals);
            return new RunConfig.Inputs(
                    all.warehouses(),
                    begin == 0 ? all.firstWarehouse() : warehouse(sorted[begin]),
                    end == terminals
                            ? all.lastWarehouse()
                            : Math.max(warehouse(sorted[end - 1]), warehouse(sorted[end]) - 1),
                    true,
                    all.rollbackPercent(),
                    all.seed());
        }

        private int place(int terminal) {
            return places[terminal % places.length] - 1;
        }
    }

    /** What a terminal asks for: dealt from its own deck when the mix says so, else drawn by the weights. Allocates nothing. */
    public static final class TypeSource {
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
}
