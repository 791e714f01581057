package io.bmsql.check;

import io.bmsql.check.LedgerHistory.Numbering;
import io.bmsql.check.ModelTables.HistoryRow;
import io.bmsql.check.ModelTables.Order;
import io.bmsql.check.ModelTables.Place;
import io.bmsql.db.Database;
import io.bmsql.dialect.StatementId;
import io.bmsql.testing.stub.StubServer;
import io.bmsql.testing.stub.StubStatement;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables in memory, with the answers that the statements of the ledger in {@code sql.common} give. */
final class ModelServer implements LedgerHistory.Server, AutoCloseable {
    private final StubServer server = new StubServer().withoutLog();
    private final Database database;
    private ModelTables tables;
    private Numbering numbering = Numbering.NONE;
    private HistoryRow trial;
    int historyReads;
    private ZoneId zone = ZoneOffset.UTC;
    private ChronoUnit resolution = ChronoUnit.MILLIS;

    ModelServer() {
        server.answer(StatementId.CONFIG_ALL, call -> config(""))
                .answer(StatementId.LEDGER_MARKS, call -> config("ledger "))
                .answer(StatementId.CONFIG_UPDATE, call -> {
                    boolean isThere = tables.config.containsKey(call.object(1));
                    if (isThere) {
                        tables.config.put((String) call.object(1), (String) call.object(2));
                    }
                    return new Object[][] {{isThere ? 1 : 0}};
                })
                .answer(StatementId.CONFIG_WRITE, call -> {
                    tables.config.put((String) call.object(1), (String) call.object(2));
                    return new Object[][] {{1}};
                })
                .answer(StatementId.CONFIG_DELETE, call -> {
                    tables.config.remove(call.object(1));
                    return new Object[][] {{1}};
                })
                .answer(StatementId.PAYMENT_INSERT_HISTORY, this::insert)
                .answer(StatementId.LEDGER_WAREHOUSES, call -> decimals(tables.warehouseCents))
                .answer(
                        StatementId.LEDGER_DISTRICTS,
                        call -> rows(tables.nextOrders.entrySet().stream().map(one -> new Object[] {
                            one.getKey().warehouse(),
                            one.getKey().district(),
                            one.getValue(),
                            decimal(tables.districtCents.get(one.getKey()))
                        })))
                .answer(StatementId.LEDGER_OLDEST_NEW_ORDERS, call -> oldest())
                .answer(StatementId.LEDGER_HISTORY_MARK, call -> new Object[][] {
                    {
                        history()
                                .map(HistoryRow::number)
                                .filter(number -> number != null)
                                .max(Comparator.naturalOrder())
                                .orElse(0L)
                    }
                })
                .answer(StatementId.LEDGER_HISTORY_DATE, call -> new Object[][] {
                    {
                        history()
                                .filter(row -> row.number() == null || row.number() > call.number(3))
                                .map(HistoryRow::date)
                                .max(Comparator.naturalOrder())
                                .orElse(null)
                    }
                })
                .answer(StatementId.LEDGER_HISTORY, this::history)
                .answer(
                        StatementId.LEDGER_ORDERS,
                        call -> rows(orders(call).map(order -> new Object[] {
                            order.number,
                            order.customer,
                            order.count,
                            order.carrier == 0 ? null : order.carrier,
                            fraction(ModelTables.discount(order.customer)),
                            fraction(ModelTables.taxes(order.place))
                        })))
                .answer(
                        StatementId.LEDGER_ORDER_LINES,
                        call ->
                                rows(orders(call).map(order -> new Object[] {
                                    order.number, order.lines, decimal(order.lineCents), order.deliveredLines
                                })))
                .answer(
                        StatementId.LEDGER_NEW_ORDERS,
                        call -> rows(
                                orders(call).filter(order -> order.open).map(order -> new Object[] {order.number})))
                .answer(StatementId.LEDGER_BALANCES, call -> decimals(tables.balanceCents))
                .answer(
                        StatementId.LEDGER_DELIVERED,
                        call -> sums(
                                tables.orders.stream(),
                                order -> order.place.warehouse(),
                                order -> order.deliveredLines == order.lines
                                        ? order.lineCents
                                        : 100L * order.deliveredLines))
                .answer(
                        StatementId.LEDGER_PAID,
                        call -> sums(history(), HistoryRow::customerWarehouse, row -> (long) row.cents()))
                .eachRollback(() -> trial = null);
        database = server.open(1);
    }

    private static BigDecimal decimal(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }

    private static BigDecimal fraction(long tenThousandths) {
        return BigDecimal.valueOf(tenThousandths, 4);
    }

    private static Object[][] rows(Stream<Object[]> rows) {
        return rows.toArray(Object[][]::new);
    }

    private static <E> Object[][] sums(Stream<E> rows, Function<E, Integer> warehouse, ToLongFunction<E> cents) {
        Map<Integer, Long> sums =
                rows.collect(Collectors.groupingBy(warehouse, TreeMap::new, Collectors.summingLong(cents)));
        return decimals(sums);
    }

    private static Object[][] decimals(Map<Integer, Long> cents) {
        return rows(cents.entrySet().stream().map(one -> new Object[] {one.getKey(), decimal(one.getValue())}));
    }

    private Object[][] config(String prefix) {
        return rows(tables.config.entrySet().stream()
                .filter(row -> row.getKey().startsWith(prefix))
                .map(row -> new Object[] {row.getKey(), row.getValue()}));
    }

    private Stream<HistoryRow> history() {
        return Stream.concat(tables.history.stream(), Stream.ofNullable(trial));
    }

    /** The column has no zone: it keeps the wall clock of the session that writes. */
    private Object[][] insert(StubStatement call) {
        LocalDateTime date = LocalDateTime.ofInstant(((Timestamp) call.object(6)).toInstant(), zone)
                .truncatedTo(resolution);
        Place place = new Place((int) call.number(5), (int) call.number(4));
        Long number =
                switch (numbering) {
                    case NONE -> null;
                    case WITHOUT_ORDER -> tables.warehouses * ModelTables.LOADED_OF_A_WAREHOUSE + 3;
                    case IN_ORDER -> Long.MAX_VALUE;
                };
        trial = new HistoryRow(0, number, place, 1, 1, 1, 0, date);
        return new Object[][] {{1}};
    }

    private Object[][] history(StubStatement call) {
        historyReads++;
        long mark = numbering == Numbering.WITHOUT_ORDER ? call.number(5) : call.number(3);
        LocalDateTime since = (LocalDateTime) call.object(4);
        return rows(history()
                .filter(row -> row.number() == null || row.number() > mark)
                .filter(row -> !row.date().isBefore(since))
                .map(row -> new Object[] {
                    row.place().warehouse(),
                    row.place().district(),
                    row.customerWarehouse(),
                    row.customerDistrict(),
                    row.customer(),
                    decimal(row.cents())
                }));
    }

    private Object[][] oldest() {
        Map<Place, Integer> oldest = new TreeMap<>();
        tables.orders.stream()
                .filter(order -> order.open)
                .forEach(order -> oldest.merge(order.place, order.number, Math::min));
        return rows(oldest.entrySet().stream()
                .map(one -> new Object[] {one.getKey().warehouse(), one.getKey().district(), one.getValue()}));
    }

    private Stream<Order> orders(StubStatement call) {
        Place place = new Place((int) call.number(1), (int) call.number(2));
        return tables.orders.stream()
                .filter(order -> order.place.equals(place))
                .filter(order -> order.number >= call.number(3) && order.number <= call.number(4))
                .sorted(Comparator.comparingInt(order -> order.number));
    }

    @Override
    public void keep(ChronoUnit kept) {
        resolution = kept;
    }

    @Override
    public void enter(ZoneId of) {
        zone = of;
    }

    @Override
    public Database database(Numbering usual) {
        return database;
    }

    @Override
    public void show(ModelTables now, Numbering newRows) {
        tables = now;
        numbering = newRows;
    }

    @Override
    public void readConfig(ModelTables now) {
        // It is changed in place.
    }

    @Override
    public void close() {
        database.close();
        server.close();
    }
}
