package io.bmsql.schema;

import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.SharedWork;
import io.bmsql.dialect.NamedSql;
import io.bmsql.schema.BuildListener.PopulationFact;
import io.bmsql.tpcc.LastName;
import io.bmsql.tpcc.Scale;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Asks the queries of {@code population.sql}, several at a time, and compares each column with what it must be (clauses 1.2.1,
 * 4.3.3.1). Random shares get six standard deviations. One use.
 */
final class PopulationCheck {
    private static final double DEVIATIONS = 6;
    private static final double MARKED_SHARE = 0.1;

    /** NURand(255, 0, 999) draws two numbers; 3^8 pairs of them give 255, as many 511 and 767, and no number has more. */
    private static final double COMMONEST_NAME_SHARE = 6_561 / (256.0 * LastName.COUNT);

    private final Map<String, BigDecimal> actual;
    private final boolean isEmpty;

    /** Each column with what it must be, in the order of clause 4.3.3.1. */
    final List<PopulationFact> facts = new ArrayList<>();

    /** @throws BuildFailedException when a fact is not as expected; the listener gets all */
    static void run(Database database, int workers, int warehouses, Consumer<PopulationFact> listener)
            throws BuildFailedException, SQLException, InterruptedException {
        Map<String, BigDecimal> actual = new ConcurrentHashMap<>();
        new SharedWork<>(database.dialect().population())
                .run(workers, database::sideWorker, (connection, sql) -> ask(connection.connection(), sql, actual));
        List<PopulationFact> facts = new PopulationCheck(warehouses, actual).facts;
        facts.forEach(listener);
        String failed = facts.stream()
                .filter(fact -> !fact.passed())
                .map(fact -> fact.name() + " is " + fact.actual() + ", expected " + fact.expected())
                .collect(Collectors.joining("; "));
        if (!failed.isEmpty()) {
            throw new BuildFailedException(
                    "the loaded data are not the initial population of clause 4.3.3.1: " + failed);
        }
    }

    /** The columns of the one row by their names in lower case; sums of no rows count as 0, other NULLs are left out. */
    private static void ask(Connection connection, NamedSql sql, Map<String, BigDecimal> actual) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql.text())) {
            row.next();
            for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                String name = row.getMetaData().getColumnLabel(column).toLowerCase(Locale.ROOT);
                BigDecimal value = row.getBigDecimal(column);
                if (value != null) {
                    actual.put(name, value);
                } else if (!isExtreme(name)) {
                    actual.put(name, BigDecimal.ZERO);
                }
            }
        } catch (SQLException e) {
            throw new SQLException(
                    sql.place() + ": " + sql.name() + ": " + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
        }
        connection.rollback();
    }

    private static boolean isExtreme(String name) {
        return name.contains("lowest") || name.contains("highest");
    }

    /** @param actual by column; one that is missing is as expected in no case */
    PopulationCheck(int warehouses, Map<String, BigDecimal> actual) {
        this.actual = actual;
        isEmpty = warehouses == 0;
        long districts = (long) warehouses * Scale.DISTRICTS_PER_WAREHOUSE;
        long stock = (long) warehouses * Scale.STOCK_PER_WAREHOUSE;
        long customers = (long) warehouses * Scale.CUSTOMERS_PER_WAREHOUSE;
        long orders = (long) warehouses * Scale.ORDERS_PER_WAREHOUSE;
        long newOrders = districts * Scale.NEW_ORDERS_PER_DISTRICT;

        exactly("items", Scale.ITEMS);
        share("items_original", Scale.ITEMS);
        between("items_lowest_price", "1.00", "1.10");
        between("items_highest_price", "99.90", "100.00");
        none("items_wrong");

        exactly("warehouses", warehouses);
        exactly("warehouses_highest", warehouses);
        none("warehouses_wrong");
        exactly("districts", districts);
        exactly("districts_highest_warehouse", warehouses);
        none("districts_wrong");
        exactly("stock_rows", stock);
        exactly("stock_highest_warehouse", warehouses);
        share("stock_original", stock);
        exactly("stock_lowest_quantity", 10);
        exactly("stock_highest_quantity", 100);
        none("stock_wrong");

        exactly("customers", customers);
        exactly("customers_highest_warehouse", warehouses);
        share("customers_bad_credit", customers);
        exactly("customers_names", isEmpty ? 0 : LastName.COUNT);
        long drawnNames = customers - districts * Scale.CUSTOMERS_WITH_NAME_IN_ORDER;
        around(
                "customers_highest_of_a_name",
                districts + drawnNames * COMMONEST_NAME_SHARE,
                Math.sqrt(drawnNames * COMMONEST_NAME_SHARE * (1 - COMMONEST_NAME_SHARE)));
        none("customers_wrong_name");
        none("customers_wrong");
        exactly("history_rows", customers);
        exactly("history_highest_warehouse", warehouses);
        none("history_wrong");
        exactly("history_customers", customers);

        exactly("orders", orders);
        exactly("orders_highest_warehouse", warehouses);
        none("orders_wrong_carrier");
        none("orders_wrong");
        exactly("orders_customers", orders);
        lines("order_lines", orders);
        exactly("order_lines_highest_warehouse", warehouses);
        lines("order_lines_undelivered", newOrders);
        none("order_lines_wrong_delivery");
        none("order_lines_wrong");
        exactly("new_orders", newOrders);
        exactly("new_orders_highest_warehouse", warehouses);
        none("new_orders_wrong");
    }

    /** Lines of orders with 5..15 of them each, all numbers equally likely. */
    private void lines(String name, long orders) {
        int choices = Scale.MAX_ORDER_LINES - Scale.MIN_ORDER_LINES + 1;
        double mean = (Scale.MIN_ORDER_LINES + Scale.MAX_ORDER_LINES) / 2.0;
        double variance = (choices * choices - 1) / 12.0;
        around(name, orders * mean, Math.sqrt(orders * variance));
    }

    private void share(String name, long rows) {
        around(name, rows * MARKED_SHARE, Math.sqrt(rows * MARKED_SHARE * (1 - MARKED_SHARE)));
    }

    private void around(String name, double mean, double deviation) {
        fact(
                name,
                BigDecimal.valueOf(mean - DEVIATIONS * deviation).setScale(0, RoundingMode.FLOOR),
                BigDecimal.valueOf(mean + DEVIATIONS * deviation).setScale(0, RoundingMode.CEILING));
    }

    private void between(String name, String lowest, String highest) {
        fact(name, new BigDecimal(lowest), new BigDecimal(highest));
    }

    private void exactly(String name, long value) {
        fact(name, BigDecimal.valueOf(value), BigDecimal.valueOf(value));
    }

    private void none(String name) {
        exactly(name, 0);
    }

    private void fact(String name, BigDecimal lowest, BigDecimal highest) {
        // A maximum of no rows is unknown.
        if (!isEmpty || name.startsWith("items") || !isExtreme(name)) {
            BigDecimal value = actual.get(name);
            boolean passed = value != null && lowest.compareTo(value) <= 0 && value.compareTo(highest) <= 0;
            facts.add(new PopulationFact(name, value, lowest, highest, passed));
        }
    }
}
