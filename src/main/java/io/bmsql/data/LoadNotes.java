package io.bmsql.data;

import io.bmsql.common.RunClock;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a loader knows of the journal: how the load was begun, and the units that are there. For any thread. */
final class LoadNotes {
    private static final long LEAST_PAUSE_NANOS = 500_000_000;
    private static final long READS_PAUSE = 20;

    final Map<String, String> settings = new LinkedHashMap<>();
    private final BitSet units = new BitSet();
    private boolean wasRenewed;
    private long nextReadNanos;

    synchronized void add(String name, String value) {
        if (name.startsWith(ProgressJournal.UNIT)) {
            units.set(Integer.parseInt(name.substring(ProgressJournal.UNIT.length())));
        } else {
            settings.put(name, value);
        }
    }

    synchronized boolean has(int unit) {
        return units.get(unit);
    }

    synchronized int count() {
        return units.cardinality();
    }

    /** Reads what other loaders have noted since, a small part of the time at most. */
    synchronized void renew(ProgressJournal table, RunClock clock) throws SQLException {
        long beginNanos = clock.nanoTime();
        if (wasRenewed && beginNanos - nextReadNanos < 0) {
            return;
        }
        wasRenewed = true;
        table.read(this::add);
        long endNanos = clock.nanoTime();
        nextReadNanos = endNanos + LEAST_PAUSE_NANOS + READS_PAUSE * (endNanos - beginNanos);
    }
}
