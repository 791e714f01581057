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
    final Map<Place, District> districts = new TreeMap<>();
    final Map<Integer, Warehouse> byWarehouse = new TreeMap<>();
    final Map<String, String> config = new TreeMap<>();

    record Place(int warehouse, int district) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return Integer.compare(warehouse * 100 + district, other.warehouse * 100 + other.district);
        }
    }

    static final class District {
        int nextOrder;
        long ytdCents;
    }

    static final class Warehouse {
        long ytdCents;
        /** Of its customers together. */
        long balanceCents;
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
        districts.forEach((place, from) -> {
            District to = new District();
            to.nextOrder = from.nextOrder;
            to.ytdCents = from.ytdCents;
            copy.districts.put(place, to);
        });
        byWarehouse.forEach((id, from) -> {
            Warehouse to = new Warehouse();
            to.ytdCents = from.ytdCents;
            to.balanceCents = from.balanceCents;
            copy.byWarehouse.put(id, to);
        });
        copy.config.putAll(config);
        return copy;
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
