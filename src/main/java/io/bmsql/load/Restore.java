package io.bmsql.load;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.Table;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.BitSet;
import org.apache.commons.lang3.function.FailableConsumer;

/** The rows of a warehouse or district, brought back. May be done twice. One thread; each has its own. */
final class Restore {
    /** As Reset.stock says. */
    private static final int ITEMS_OF_A_STATEMENT = 1_000;

    private static final int LOWEST_QUANTITY = 10;

    private static final int ITEMS_OF_A_TRANSACTION = 20_000;

    /** New orders with some 20,000 lines. */
    private static final int ORDERS_OF_A_TRANSACTION = 2_000;

    private final Population population;
    private final Reset reset;
    private final TextRows<RuntimeException> customerRows = TextRows.csv("", ZoneOffset.UTC);
    private String customerRow = "";
    /** Rows of the transaction under way, by table; they count when it commits. */
    private final long[] deleted = new long[Table.values().length];

    private long restored;

    Restore(Population population, Reset reset) {
        this.population = population;
        this.reset = reset;
        customerRows.redirect(
                (bytes, length, count) -> customerRow = new String(bytes, 0, length - 1, StandardCharsets.US_ASCII));
    }

    /** Does a piece of work and commits it, and then counts what it changed; rows of an attempt that failed before do not count. */
    void perform(WorkerConnection connection, FailableConsumer<WorkerConnection, SQLException> work)
            throws SQLException {
        Arrays.fill(deleted, 0);
        restored = 0;
        work.accept(connection);
        commit(connection);
    }

    private void commit(WorkerConnection connection) throws SQLException {
        connection.commit();
        reset.add(deleted, restored);
        Arrays.fill(deleted, 0);
        restored = 0;
    }

    void stock(WorkerConnection connection, int warehouse) throws SQLException {
        for (int first = 1; first <= Scale.ITEMS; first += ITEMS_OF_A_TRANSACTION) {
            stock(connection, warehouse, first, first + ITEMS_OF_A_TRANSACTION - 1);
            commit(connection);
        }
    }

    private void stock(WorkerConnection connection, int warehouse, int first, int last) throws SQLException {
        byte[] quantities = new byte[2 * ITEMS_OF_A_STATEMENT];
        for (int item = first; item <= last; item += ITEMS_OF_A_STATEMENT) {
            for (int i = 0; i < ITEMS_OF_A_STATEMENT; i++) {
                int overLowest = population.stockQuantity(warehouse, item + i) - LOWEST_QUANTITY;
                quantities[2 * i] = (byte) ('0' + overLowest / 10);
                quantities[2 * i + 1] = (byte) ('0' + overLowest % 10);
            }
            BoundStatement update =
                    connection.bound(StatementId.RESET_STOCK, warehouse, item, item + ITEMS_OF_A_STATEMENT - 1);
            update.setString(4, new String(quantities, StandardCharsets.US_ASCII));
            restored += update.update();
        }
    }

    /** Restores the district's own row and orders, and c_data of its customers. */
    void district(WorkerConnection connection, int warehouse, int district) throws SQLException {
        restore(connection, StatementId.RESET_DISTRICT, warehouse, district);
        customerData(connection, warehouse, district);
        restore(connection, StatementId.RESET_ORDERS, warehouse, district);
        restore(connection, StatementId.RESET_NEW_ORDERS, warehouse, district);
    }

    void restore(WorkerConnection connection, StatementId id, int... values) throws SQLException {
        restored += connection.bound(id, values).update();
    }

    /** Deletes the orders of runs, with all that belongs to them. */
    void deleteOrders(WorkerConnection connection, int warehouse, int district) throws SQLException {
        int newest = (int) connection
                .bound(StatementId.RESET_NEWEST_ORDER, warehouse, district)
                .number();
        int first = Scale.ORDERS_PER_DISTRICT + 1;
        do {
            int end = first + ORDERS_OF_A_TRANSACTION - 1;
            // The last range is open: should there be lines or new orders without an order, they go too.
            int last = end < newest ? end : Integer.MAX_VALUE;
            delete(connection, StatementId.RESET_DELETE_NEW_ORDERS, Table.NEW_ORDER, warehouse, district, first, last);
            delete(
                    connection,
                    StatementId.RESET_DELETE_ORDER_LINES,
                    Table.ORDER_LINE,
                    warehouse,
                    district,
                    first,
                    last);
            delete(connection, StatementId.RESET_DELETE_ORDERS, Table.ORDER, warehouse, district, first, last);
            commit(connection);
            first = end + 1;
        } while (first <= newest);
    }

    private void delete(WorkerConnection connection, StatementId id, Table table, int... values) throws SQLException {
        deleted[table.ordinal()] += connection.bound(id, values).update();
    }

    /** Payments write into c_data of customers with bad credit. */
    private void customerData(WorkerConnection connection, int warehouse, int district) throws SQLException {
        BitSet changed = new BitSet(Scale.CUSTOMERS_PER_DISTRICT + 1);
        connection.bound(StatementId.RESET_CHANGED_DATA, warehouse, district).each(row -> changed.set(row.getInt(1)));
        if (changed.isEmpty()) {
            return;
        }
        BoundStatement statement = connection.bound(StatementId.RESET_CUSTOMER_DATA, warehouse, district);
        for (int customer = changed.nextSetBit(1); customer > 0; customer = changed.nextSetBit(customer + 1)) {
            statement.key(warehouse, district, customer);
            statement.setString(4, data(warehouse, district, customer));
            statement.addBatch();
        }
        statement.executeBatch();
        restored += changed.cardinality();
    }

    /** Gives the loaded c_data, the last column of a customer. */
    String data(int warehouse, int district, int customer) {
        population.customer(warehouse, district, customer, customerRows);
        customerRows.flush();
        return customerRow.substring(customerRow.lastIndexOf(',') + 1);
    }

    /** Deletes the payments of runs. */
    void history(WorkerConnection connection, long first, long last) throws SQLException {
        BoundStatement numbered = connection.statement(StatementId.RESET_HISTORY);
        numbered.setLong(1, first);
        numbered.setLong(2, last);
        deleted[Table.HISTORY.ordinal()] += numbered.update();
    }

    /** Deletes the payments of runs where the database does not number them. */
    void unnumberedHistory(WorkerConnection connection) throws SQLException {
        deleted[Table.HISTORY.ordinal()] +=
                connection.statement(StatementId.RESET_UNNUMBERED_HISTORY).update();
    }
}
