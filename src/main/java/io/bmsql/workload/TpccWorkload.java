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
import io.bmsql.tpcc.TpccTransaction;
import java.sql.SQLException;
import java.util.Map;

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

    /** The same of a mix alone. */
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
}
