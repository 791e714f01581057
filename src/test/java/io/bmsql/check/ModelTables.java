package io.bmsql.check;

import io.bmsql.tpcc.Cents;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tables that the ledger is compared with, in memory: rows as the transactions of a {@link LedgerHistory} leave them. */
final class ModelTables {
    /** Loaded rows of the history are numbered up to here, whatever their count. */
    static final long LOADED_OF_A_WAREHOUSE = 30_000;

    final int warehouses;
    final List<Order> orders = new ArrayList<>();
    final List<HistoryRow> history = new ArrayList<>();
    final Map<Place, Integer> nextOrders = new TreeMap<>();
    final Map<Place, Long> districtCents = new TreeMap<>();
    final Map<Integer, Long> warehouseCents = new TreeMap<>();
    /** Of all customers of a warehouse together. */
    final Map<Integer, Long> balanceCents = new TreeMap<>();

    final Map<String, String> config = new TreeMap<>();

    record Place(int warehouse, int district) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return Integer.compare(warehouse * 100 + district, other.warehouse * 100 + other.district);
        }
    }

    /** An order with its lines, and whether it is among the open ones. */
    static final class Order implements Cloneable {
        Place place;
        int number;
        int customer;
        int count;
        int lines;
        long lineCents;
        int deliveredLines;
        /** 0 for none. */
        int carrier;

        boolean open;

        Order copy() {
            try {
                return (Order) clone();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * @param id stays when somebody changes it; in no column
     * @param number null where the table numbers no rows
     */
    record HistoryRow(
            int id,
            Long number,
            Place place,
            int customerWarehouse,
            int customerDistrict,
            int customer,
            int cents,
            LocalDateTime date) {
        List<Integer> content() {
            return List.of(place.warehouse(), place.district(), customerWarehouse, customerDistrict, customer, cents);
        }
    }

    ModelTables(int warehouses) {
        this.warehouses = warehouses;
        config.put("warehouses", Integer.toString(warehouses));
    }

    ModelTables copy() {
        ModelTables copy = new ModelTables(warehouses);
        orders.forEach(order -> copy.orders.add(order.copy()));
        copy.history.addAll(history);
        copy.nextOrders.putAll(nextOrders);
        copy.districtCents.putAll(districtCents);
        copy.warehouseCents.putAll(warehouseCents);
        copy.balanceCents.putAll(balanceCents);
        copy.config.putAll(config);
        return copy;
    }

    /** All of this order, which is there. */
    void deliver(Order order, int carrier) {
        balanceCents.merge(order.place.warehouse(), order.lineCents, Long::sum);
        order.carrier = carrier;
        order.open = false;
        order.deliveredLines = order.lines;
    }

    /** Adds this row, and what it pays to its district, warehouse and customer. */
    void pay(HistoryRow row) {
        history.add(row);
        addPaid(row, row.cents);
    }

    /** Takes away what it paid, but not the row. */
    void unpay(HistoryRow row) {
        addPaid(row, -row.cents);
    }

    private void addPaid(HistoryRow row, long cents) {
        districtCents.merge(row.place, cents, Long::sum);
        warehouseCents.merge(row.place.warehouse(), cents, Long::sum);
        balanceCents.merge(row.customerWarehouse, -cents, Long::sum);
    }

    /** In ten-thousandths, for customers of all districts. */
    static long discount(int customer) {
        return customer % 3 * 500L;
    }

    static long taxes(Place place) {
        return place.district() * 300L;
    }

    static long total(Order order) {
        return Cents.ofOrder(order.lineCents, discount(order.customer), taxes(order.place));
    }
}
