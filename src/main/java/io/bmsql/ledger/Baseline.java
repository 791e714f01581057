package io.bmsql.ledger;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * How the database stood when a run began: what its ledger adds to.
 *
 * @param historyMark rows of history with a higher number, or none before, came later; see {@code Ledger.historyMark}
 * @param warehouses one entry each, in order
 */
public record Baseline(long historyMark, List<Warehouse> warehouses) {
    /** A warehouse and its districts, in order of their numbers. */
    public record Warehouse(int id, long ytdCents, List<District> districts) {}

    /**
     * A district.
     *
     * @param nextOrderId the first order number that this run can give out
     * @param oldestOpenOrderId the first order that a delivery of this run can deliver
     */
    public record District(int id, int nextOrderId, int oldestOpenOrderId, long ytdCents) {}

    int byteCount() {
        int bytes = Long.BYTES + Integer.BYTES;
        for (Warehouse warehouse : warehouses) {
            bytes += 2 * Integer.BYTES + Long.BYTES + warehouse.districts().size() * (3 * Integer.BYTES + Long.BYTES);
        }
        return bytes;
    }

    void writeTo(ByteBuffer bytes) {
        bytes.putLong(historyMark).putInt(warehouses.size());
        for (Warehouse warehouse : warehouses) {
            bytes.putInt(warehouse.id())
                    .putLong(warehouse.ytdCents())
                    .putInt(warehouse.districts().size());
            for (District district : warehouse.districts()) {
                bytes.putInt(district.id()).putInt(district.nextOrderId());
                bytes.putInt(district.oldestOpenOrderId()).putLong(district.ytdCents());
            }
        }
    }

    static Baseline readFrom(ByteBuffer bytes) {
        long historyMark = bytes.getLong();
        int count = bytes.getInt();
        List<Warehouse> warehouses = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            int id = bytes.getInt();
            long ytdCents = bytes.getLong();
            int districtCount = bytes.getInt();
            List<District> districts = new ArrayList<>();
            for (int district = 0; district < districtCount; district++) {
                districts.add(new District(bytes.getInt(), bytes.getInt(), bytes.getInt(), bytes.getLong()));
            }
            warehouses.add(new Warehouse(id, ytdCents, List.copyOf(districts)));
        }
        return new Baseline(historyMark, List.copyOf(warehouses));
    }
}
