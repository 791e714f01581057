package io.bmsql.benchmark;

import io.bmsql.common.Metric;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.Threshold;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedSql;
import io.bmsql.schema.BuildListener;
import io.bmsql.tpcc.Outcome;
import io.bmsql.workload.Workload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** A third benchmark, all of it: accounts between which money is moved, and their sum is read. */
record TinyBenchmark(BenchmarkConfig config) implements Benchmark {
    private static final int ACCOUNTS = 100;
    private static final TransactionType MOVE = new TransactionTypes.Named("move", 0, true, 0, 0);
    private static final TransactionType SUM = new TransactionTypes.Named("sum", 1, false, 0, 0);
    private static final String SUM_SQL = "select sum(money) from tiny_account";

    /** Is named in {@code META-INF/services}. */
    public static final class Tiny implements Provider {
        @Override
        public String name() {
            return "tiny";
        }

        @Override
        public Benchmark open(ProgramContext program, BenchmarkConfig config, Dialect dialect) {
            return new TinyBenchmark(config);
        }
    }

    @Override
    public List<Threshold> bounds() {
        return config.run().thresholds();
    }

    @Override
    public Finding fitness(Database database) {
        return Finding.ok("data", ACCOUNTS + " accounts");
    }

    @Override
    public List<NamedSql> conditions(Database database) {
        String broken = "select money from (" + SUM_SQL.replace("sum(money)", "sum(money) money") + ") all_money"
                + " where money <> " + ACCOUNTS;
        return List.of(new NamedSql("Check.1", "no money is lost", "", broken, "tiny", List.of()));
    }

    @Override
    public List<String> statements() {
        return List.of(
                "create table tiny_account (id int primary key, money int)",
                "insert into tiny_account select id, 1 from generate_series(1, " + ACCOUNTS + ") id");
    }

    @Override
    public void build(Database database, BuildListener listener) throws SQLException {
        send(database, statements());
        listener.done("build.workload", "tiny", ACCOUNTS, 0);
    }

    @Override
    public void destroy(Database database, BuildListener listener) throws SQLException {
        send(database, List.of("drop table if exists tiny_account"));
    }

    private static void send(Database database, List<String> statements) throws SQLException {
        try (Connection connection = database.connection()) {
            for (String each : statements) {
                PlainSql.execute(connection, each);
            }
            connection.commit();
        }
    }

    @Override
    public Opened open(Database database, RunPlan plan) {
        return TinyWorkload::new;
    }

    private static final class TinyWorkload implements Workload {
        @Override
        public TransactionTypes types() {
            return new TransactionTypes("tiny", List.of(MOVE, SUM), Metric.TRANSACTIONS);
        }

        @Override
        public Map<TransactionType, Double> percents() {
            return Map.of(MOVE, 50.0, SUM, 50.0);
        }

        @Override
        public Requests terminal(int number) {
            Asked asked = new Asked();
            return random -> {
                asked.type = random.percent(50) ? MOVE : SUM;
                asked.from = random.uniform(1, ACCOUNTS);
                asked.to = random.uniform(1, ACCOUNTS);
                return asked;
            };
        }

        @Override
        public Transactions open(WorkerConnection worker) throws SQLException {
            Connection connection = worker.connection();
            PreparedStatement move =
                    connection.prepareStatement("update tiny_account set money = money + ? where id = ?");
            PreparedStatement sum = connection.prepareStatement(SUM_SQL);
            return (request, epochMillis) -> {
                Asked asked = (Asked) request;
                try {
                    if (asked.type == SUM) {
                        sum.executeQuery().close();
                    } else {
                        add(move, -1, asked.from);
                        add(move, 1, asked.to);
                    }
                    connection.commit();
                    return Outcome.COMMITTED;
                } catch (SQLException e) {
                    connection.rollback();
                    throw e;
                }
            };
        }

        private static void add(PreparedStatement move, int money, int account) throws SQLException {
            move.setInt(1, money);
            move.setInt(2, account);
            move.executeUpdate();
        }
    }

    private static final class Asked implements Workload.Request {
        private TransactionType type = MOVE;
        private int from;
        private int to;

        @Override
        public TransactionType type() {
            return type;
        }
    }
}
