package io.bmsql.check;

import io.bmsql.common.RunClock;
import io.bmsql.config.AgentShare;
import io.bmsql.data.DataState;
import io.bmsql.data.RunTime;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.result.LedgerHeader.RunMark;
import io.bmsql.workload.Decimals;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a run does before its first transaction: leaves its mark in the database and reads the baseline of its ledger. */
public record RunStart(Database database, RunClock clock, int firstWarehouse, int lastWarehouse, AgentShare share) {
    /** Marks the database and reads the baseline. Nothing else may be at work in these warehouses, and no other agent yet. */
    public LedgerHeader begin(int runId, long seed) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            long startEpochMillis = clock.epochMillis();
            List<RunMark> earlier = marks(connection, firstWarehouse, lastWarehouse);
            RunMark mark = mark(startEpochMillis);
            RunTime.begin(connection, clock, mark.id(), share.group());
            DataState.put(connection, mark.name(), mark.value());
            Baseline baseline = baseline(connection);
            connection.commit();
            return new LedgerHeader(
                    mark, earlier, runId, seed, startEpochMillis, firstWarehouse, lastWarehouse, baseline);
        }
    }

    /** Of a run without a ledger: records for the ledgers of other runs that it took place. Returns the mark's id. */
    public String beginWithoutLedger() throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            RunMark mark = mark(clock.epochMillis());
            RunTime.begin(connection, clock, mark.id(), share.group());
            if (!marks(connection, firstWarehouse, lastWarehouse).isEmpty()) {
                DataState.put(connection, mark.name(), mark.value());
                connection.commit();
            }
            return mark.id();
        }
    }

    private RunMark mark(long epochMillis) {
        return RunMark.of(firstWarehouse, lastWarehouse, share, epochMillis, clock.nanoTime());
    }

    /** The marks of the last runs on any of these warehouses. */
    static List<RunMark> marks(WorkerConnection connection, int firstWarehouse, int lastWarehouse) throws SQLException {
        return DataState.read(connection, StatementId.LEDGER_MARKS).entrySet().stream()
                .map(row -> new RunMark(row.getKey(), row.getValue()))
                .filter(mark -> mark.touches(firstWarehouse, lastWarehouse))
                .toList();
    }

    private Baseline baseline(WorkerConnection connection) throws SQLException {
        long historyMark;
        try (ResultSet row =
                connection.statement(StatementId.LEDGER_HISTORY_MARK).query()) {
            historyMark = row.next() ? row.getLong(1) : 0;
        }
        Map<Long, Integer> oldestOpen = new HashMap<>();
        try (ResultSet rows = rows(connection, StatementId.LEDGER_OLDEST_NEW_ORDERS)) {
            while (rows.next()) {
                oldestOpen.put(place(rows.getInt(1), rows.getInt(2)), rows.getInt(3));
            }
        }
        Map<Integer, List<Baseline.District>> districts = districts(connection, oldestOpen);
        List<Baseline.Warehouse> warehouses = new ArrayList<>();
        try (ResultSet rows = rows(connection, StatementId.LEDGER_WAREHOUSES)) {
            while (rows.next()) {
                int id = rows.getInt(1);
                warehouses.add(new Baseline.Warehouse(
                        id, Decimals.cents(rows, 2), List.copyOf(districts.getOrDefault(id, List.of()))));
            }
        }
        return new Baseline(historyMark, List.copyOf(warehouses));
    }

    private Map<Integer, List<Baseline.District>> districts(WorkerConnection connection, Map<Long, Integer> oldestOpen)
            throws SQLException {
        Map<Integer, List<Baseline.District>> districts = new HashMap<>();
        try (ResultSet rows = rows(connection, StatementId.LEDGER_DISTRICTS)) {
            while (rows.next()) {
                int warehouse = rows.getInt(1);
                int district = rows.getInt(2);
                int next = rows.getInt(3);
                int oldest = oldestOpen.getOrDefault(place(warehouse, district), next);
                districts
                        .computeIfAbsent(warehouse, id -> new ArrayList<>())
                        .add(new Baseline.District(district, next, oldest, Decimals.cents(rows, 4)));
            }
        }
        return districts;
    }

    private ResultSet rows(WorkerConnection connection, StatementId id) throws SQLException {
        return connection.bound(id, firstWarehouse, lastWarehouse).query();
    }

    static long place(int warehouse, int district) {
        return (long) warehouse << 8 | district;
    }
}
