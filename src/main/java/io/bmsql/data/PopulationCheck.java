package io.bmsql.data;

import io.bmsql.data.BuildListener.PopulationFact;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.dialect.NamedSql;
import io.bmsql.tpcc.Scale;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Asks the queries of {@code population.sql}, several at a time, and compares each column with what is expected. */
record PopulationCheck(Database database, int workers) {
    void run(int warehouses, Consumer<PopulationFact> listener)
            throws BuildFailedException, SQLException, InterruptedException {
        Map<String, BigDecimal> actual = new ConcurrentHashMap<>();
        new SharedWork<>(database.dialect().statements().population())
                .run(
                        workers,
                        database::sideWorker,
                        (connection, sql) -> actual.putAll(ask(connection.connection(), sql)));
        List<PopulationFact> failed = new ArrayList<>();
        ExpectedPopulation.of(warehouses).forEach((name, range) -> {
            BigDecimal value = actual.get(name);
            boolean passed = value != null && range.holds(value);
            PopulationFact fact = new PopulationFact(name, value, range.lowest(), range.highest(), passed);
            listener.accept(fact);
            if (!passed) {
                failed.add(fact);
            }
        });
        if (!failed.isEmpty()) {
            throw new BuildFailedException("the loaded data are not the initial population of clause 4.3.3.1: "
                    + failed.stream()
                            .map(fact -> fact.name() + " is " + fact.actual() + ", expected " + fact.expected())
                            .collect(Collectors.joining("; ")));
        }
    }

    /** The columns of the one row by their names in lower case; sums of no rows count as 0, other NULLs are left out. */
    private static Map<String, BigDecimal> ask(Connection connection, NamedSql sql) throws SQLException {
        Map<String, BigDecimal> found = new ConcurrentHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql.text())) {
            row.next();
            for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                String name = row.getMetaData().getColumnLabel(column).toLowerCase(Locale.ROOT);
                BigDecimal value = row.getBigDecimal(column);
                if (value != null) {
                    found.put(name, value);
                } else if (!name.matches(".*(lowest|highest).*")) {
                    found.put(name, BigDecimal.ZERO);
                }
            }
        } catch (SQLException e) {
            throw new SQLException(
                    sql.place() + ": " + sql.name() + ": " + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
        }
        connection.rollback();
        return found;
    }

    /** What they must be (clauses 1.2.1, 4.3.3.1). Random shares get six standard deviations. */
    static final class ExpectedPopulation {
        private static final double DEVIATIONS = 6;
        private static final double MARKED_SHARE = 0.1;
        private static final BigDecimal YTD = new BigDecimal("300000.00");
        private static final BigDecimal PAID = new BigDecimal("10.00");

        private final Map<String, Range> ranges = new LinkedHashMap<>();

        record Range(BigDecimal lowest, BigDecimal highest) {
            boolean holds(BigDecimal value) {
                return lowest.compareTo(value) <= 0 && value.compareTo(highest) <= 0;
            }
        }

        static Map<String, Range> of(int warehouses) {
            ExpectedPopulation expected = new ExpectedPopulation();
            expected.items();
            expected.warehousesAndStock(warehouses);
            expected.customers((long) warehouses * Scale.CUSTOMERS_PER_WAREHOUSE);
            expected.orders(
                    (long) warehouses * Scale.ORDERS_PER_WAREHOUSE,
                    (long) warehouses * Scale.DISTRICTS_PER_WAREHOUSE * Scale.NEW_ORDERS_PER_DISTRICT);
            if (warehouses == 0) {
                // A maximum of no rows is unknown.
                expected.ranges
                        .keySet()
                        .removeIf(name -> !name.startsWith("items") && name.matches(".*(lowest|highest).*"));
            }
            return expected.ranges;
        }

        private void items() {
            exactly("items", Scale.ITEMS);
            share("items_original", Scale.ITEMS);
            between("items_lowest_price", "1.00", "1.10");
            between("items_highest_price", "99.90", "100.00");
        }

        private void warehousesAndStock(int warehouses) {
            exactly("warehouses", warehouses);
            exactly("warehouses_ytd", YTD.multiply(BigDecimal.valueOf(warehouses)));
            between("warehouses_highest_tax", "0", "0.2000");
            exactly("districts", (long) warehouses * Scale.DISTRICTS_PER_WAREHOUSE);
            exactly("districts_ytd", YTD.multiply(BigDecimal.valueOf(warehouses)));
            exactly("districts_lowest_next_order", Scale.ORDERS_PER_DISTRICT + 1L);
            exactly("districts_highest_next_order", Scale.ORDERS_PER_DISTRICT + 1L);
            exactly("stock_rows", (long) warehouses * Scale.STOCK_PER_WAREHOUSE);
            share("stock_original", (long) warehouses * Scale.STOCK_PER_WAREHOUSE);
            between("stock_lowest_quantity", "10", "10");
            between("stock_highest_quantity", "100", "100");
            exactly("stock_ytd", 0);
            exactly("stock_orders", 0);
            exactly("stock_remote_orders", 0);
        }

        private void customers(long customers) {
            BigDecimal paid = PAID.multiply(BigDecimal.valueOf(customers));
            exactly("customers", customers);
            share("customers_bad_credit", customers);
            exactly("customers_balance", paid.negate());
            exactly("customers_ytd_payment", paid);
            exactly("customers_payments", customers);
            exactly("customers_deliveries", 0);
            exactly("history_rows", customers);
            exactly("history_amount", paid);
        }

        private void orders(long orders, long newOrders) {
            exactly("orders", orders);
            exactly("orders_undelivered", newOrders);
            exactly("orders_all_local", orders);
            exactly("orders_customers", orders);
            lines("order_lines", orders);
            lines("order_lines_undelivered", newOrders);
            exactly("order_lines_delivered_amount", 0);
            exactly("new_orders", newOrders);
            exactly("new_orders_lowest", Scale.FIRST_NEW_ORDER_ID);
            exactly("new_orders_highest", Scale.ORDERS_PER_DISTRICT);
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
            BigDecimal lowest =
                    BigDecimal.valueOf(mean - DEVIATIONS * deviation).setScale(0, RoundingMode.FLOOR);
            BigDecimal highest =
                    BigDecimal.valueOf(mean + DEVIATIONS * deviation).setScale(0, RoundingMode.CEILING);
            ranges.put(name, new Range(lowest, highest));
        }

        private void between(String name, String lowest, String highest) {
            ranges.put(name, new Range(new BigDecimal(lowest), new BigDecimal(highest)));
        }

        private void exactly(String name, long value) {
            exactly(name, BigDecimal.valueOf(value));
        }

        private void exactly(String name, BigDecimal value) {
            ranges.put(name, new Range(value, value));
        }
    }
}
