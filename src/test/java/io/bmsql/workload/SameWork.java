package io.bmsql.workload;

import io.bmsql.config.RunConfig;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.testing.Sql;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.Table;
import io.bmsql.tpcc.TpccTransaction;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The same inputs in one form of transactions, and what they leave in the tables. */
final class SameWork {
    static final int WAREHOUSES = 2;
    /** The moment of all work, epoch milliseconds: later than any load. */
    static final long NOW = 1_800_000_000_123L;

    private static final int ROUNDS = 60;
    private static final double ROLLBACK_PERCENT = 10;

    private SameWork() {}

    /**
     * What came out.
     *
     * @param answers outcome and outputs of each transaction
     * @param tables rows and a checksum of each table but bmsql_config, without moments and hist_id
     * @param moments the latest Payment, order and delivery
     */
    record Result(List<String> answers, Map<String, String> tables, List<Timestamp> moments) {}

    /** Does the work in a database that is built. */
    static Result in(Database database, StatementForm form) throws Exception {
        Sql.execute(
                database.connection(),
                "DELETE FROM bmsql_new_order WHERE no_w_id = 2 OR no_w_id = 1 AND no_d_id IN (3, 7)",
                "COMMIT");
        List<String> answers = new ArrayList<>();
        try (WorkerConnection connection = database.worker()) {
            TransactionSet transactions =
                    new TransactionSet(connection, database.dialect().errors(), form);
            RunConfig.Inputs rules = new RunConfig.Inputs(WAREHOUSES, 1, WAREHOUSES, false, ROLLBACK_PERCENT, 0);
            InputGenerator generator = new InputGenerator(rules, new NURand(1, 2, 3));
            RandomStream random = new RandomStream(8);
            TransactionInput input = new TransactionInput();
            input.keyDeferredDelivery(2, 9);
            answers.add(answer(transactions, input));
            for (int round = 0; round < ROUNDS; round++) {
                for (TpccTransaction type : TpccTransaction.values()) {
                    if (type == TpccTransaction.DELIVERY_BG) {
                        continue;
                    }
                    generator.fill(input, type, 1, 1 + round % 10, random);
                    if (type == TpccTransaction.DELIVERY) {
                        input.keyDeferredDelivery(1 + round % 2, 1 + round % 10);
                    } else if (type == TpccTransaction.NEW_ORDER && round % 3 == 0) {
                        orderTwice(input);
                    }
                    answers.add(answer(transactions, input));
                }
            }
        }
        return new Result(answers, tables(database), moments(database));
    }

    private static void orderTwice(TransactionInput input) {
        for (int line = 1; line < 4; line++) {
            input.itemIds[line] = input.itemIds[0];
            input.supplyWarehouseIds[line] = input.supplyWarehouseIds[0];
        }
        input.remoteLines = 0;
        for (int line = 0; line < input.lineCount; line++) {
            input.remoteLines += input.supplyWarehouseIds[line] == input.warehouseId ? 0 : 1;
        }
    }

    private static String answer(TransactionSet transactions, TransactionInput input) throws Exception {
        Arrays.fill(input.deliveredOrderIds, 0);
        Outcome outcome = transactions.execute(input, NOW);
        String answer = input.type + " " + outcome;
        return outcome == Outcome.ROLLED_BACK
                ? answer
                : answer + " customer " + input.foundCustomerId + " order " + input.orderId + " total "
                        + input.totalCents + " low " + input.lowStock + " skipped " + input.skippedDistricts
                        + " delivered " + Arrays.toString(input.deliveredOrderIds);
    }

    private static Map<String, String> tables(Database database) throws SQLException {
        Map<String, String> tables = new TreeMap<>();
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            boolean isPostgres =
                    connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
            for (Table table : EnumSet.complementOf(EnumSet.of(Table.CONFIG))) {
                String name = table.sqlName();
                String columns = columns(statement, name, isPostgres);
                String checksum = isPostgres
                        ? "hash_record_extended(row(" + columns + "), 0)"
                        : "crc32(concat_ws('|', " + columns + "))";
                try (ResultSet row = statement.executeQuery("SELECT count(*), sum(" + checksum + ") FROM " + name)) {
                    row.next();
                    tables.put(name, row.getString(1) + " rows " + row.getString(2));
                }
            }
        }
        return tables;
    }

    private static List<Timestamp> moments(Database database) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement();
                ResultSet latest = statement.executeQuery("SELECT (SELECT max(h_date) FROM bmsql_history),"
                        + " (SELECT max(o_entry_d) FROM bmsql_oorder),"
                        + " (SELECT max(ol_delivery_d) FROM bmsql_order_line)")) {
            latest.next();
            return List.of(latest.getTimestamp(1), latest.getTimestamp(2), latest.getTimestamp(3));
        }
    }

    /**
     * Values, as texts unless the server takes them as they are; of moments and of hist_id only whether they are set. The server
     * adds up: it need not send a million rows.
     */
    private static String columns(Statement statement, String table, boolean isPlain) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
            ResultSetMetaData columns = none.getMetaData();
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                String name = columns.getColumnName(column);
                boolean isCompared = columns.getColumnType(column) != Types.TIMESTAMP && !name.equals("hist_id");
                if (isPlain) {
                    texts.add(isCompared ? name : name + " IS NULL");
                    continue;
                }
                texts.add(isCompared ? "ifnull(" + name + ", 'null')" : "isnull(" + name + ")");
            }
        }
        return String.join(", ", texts);
    }

    /** A line of a New-Order. */
    static void line(TransactionInput input, int index, int number, int item, int warehouse, int quantity) {
        input.lineNumbers[index] = number;
        input.itemIds[index] = item;
        input.supplyWarehouseIds[index] = warehouse;
        input.quantities[index] = quantity;
    }
}
