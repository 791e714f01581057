package io.bmsql.ledger;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.ledger.LedgerHeader.Baseline;
import io.bmsql.ledger.LedgerHeader.RunMark;
import io.bmsql.spec.Cents;
import io.bmsql.time.RunClock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a run does before its first transaction: leaves its mark in the database and reads the baseline of its ledger. */
public final class RunStart {
    private final Database database;
    private final RunClock clock;
    private final int firstWarehouse;
    private final int lastWarehouse;

    /** Of a run on these home warehouses. */
    public RunStart(Database database, RunClock clock, int firstWarehouse, int lastWarehouse) {
        this.database = database;
        this.clock = clock;
        this.firstWarehouse = firstWarehouse;
        this.lastWarehouse = lastWarehouse;
    }

    /**
     * Marks the database and reads the baseline. Nothing else may be at work in these warehouses.
     *
     * @throws SQLException also when bmsql_config cannot be written
     */
    public LedgerHeader begin(int runId, long seed) throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            long startEpochMillis = clock.epochMillis();
            List<RunMark> earlier = marks(connection, firstWarehouse, lastWarehouse);
            RunMark mark = leaveMark(connection, startEpochMillis);
            Baseline baseline = baseline(connection);
            connection.commit();
            return new LedgerHeader(
                    mark, earlier, runId, seed, startEpochMillis, firstWarehouse, lastWarehouse, baseline);
        }
    }

    /** Of a run without a ledger: records for the ledgers of earlier runs that it took place. */
    public void beginWithoutLedger() throws SQLException {
        try (WorkerConnection connection = database.worker()) {
            if (!marks(connection, firstWarehouse, lastWarehouse).isEmpty()) {
                leaveMark(connection, clock.epochMillis());
                connection.commit();
            }
        }
    }

    private RunMark leaveMark(WorkerConnection connection, long epochMillis) throws SQLException {
        RunMark mark = RunMark.of(firstWarehouse, lastWarehouse, epochMillis, clock.nanoTime());
        BoundStatement update = connection.statement(StatementId.CONFIG_UPDATE);
        update.setString(1, mark.name());
        update.setString(2, mark.value());
        if (update.update() == 0) {
            BoundStatement write = connection.statement(StatementId.CONFIG_WRITE);
            write.setString(1, mark.name());
            write.setString(2, mark.value());
            write.update();
        }
        return mark;
    }

    /** The marks of the last runs on any of these warehouses. */
    static List<RunMark> marks(WorkerConnection connection, int firstWarehouse, int lastWarehouse) throws SQLException {
        List<RunMark> marks = new ArrayList<>();
        try (ResultSet rows = connection.statement(StatementId.LEDGER_MARKS).query()) {
            while (rows.next()) {
                RunMark mark = new RunMark(
                        String.valueOf(rows.getString(1)).strip(),
                        String.valueOf(rows.getString(2)).strip());
                if (mark.touches(firstWarehouse, lastWarehouse)) {
                    marks.add(mark);
                }
            }
        }
        return marks;
    }

    private Baseline baseline(WorkerConnection connection) throws SQLException {
        long historyMark = number(connection, StatementId.LEDGER_HISTORY_MARK);
        Map<Long, Integer> oldestOpen = new HashMap<>();
        BoundStatement open = range(connection, StatementId.LEDGER_OLDEST_NEW_ORDERS);
        try (ResultSet rows = open.query()) {
            while (rows.next()) {
                oldestOpen.put(place(rows.getInt(1), rows.getInt(2)), rows.getInt(3));
            }
        }
        Map<Integer, List<Baseline.District>> districts = districts(connection, oldestOpen);
        List<Baseline.Warehouse> warehouses = new ArrayList<>();
        BoundStatement statement = range(connection, StatementId.LEDGER_WAREHOUSES);
        try (ResultSet rows = statement.query()) {
            while (rows.next()) {
                int id = rows.getInt(1);
                warehouses.add(
                        new Baseline.Warehouse(id, cents(rows, 2), List.copyOf(districts.getOrDefault(id, List.of()))));
            }
        }
        return new Baseline(historyMark, List.copyOf(warehouses));
    }

    private Map<Integer, List<Baseline.District>> districts(WorkerConnection connection, Map<Long, Integer> oldestOpen)
            throws SQLException {
        Map<Integer, List<Baseline.District>> districts = new HashMap<>();
        try (ResultSet rows = range(connection, StatementId.LEDGER_DISTRICTS).query()) {
            while (rows.next()) {
                int warehouse = rows.getInt(1);
                int district = rows.getInt(2);
                int next = rows.getInt(3);
                int oldest = oldestOpen.getOrDefault(place(warehouse, district), next);
                districts
                        .computeIfAbsent(warehouse, id -> new ArrayList<>())
                        .add(new Baseline.District(district, next, oldest, cents(rows, 4)));
            }
        }
        return districts;
    }

    private BoundStatement range(WorkerConnection connection, StatementId id) throws SQLException {
        return range(connection, id, firstWarehouse, lastWarehouse);
    }

    /** A statement about warehouses from and to, ready to be sent. */
    static BoundStatement range(WorkerConnection connection, StatementId id, int from, int to) throws SQLException {
        BoundStatement statement = connection.statement(id);
        statement.setInt(1, from);
        statement.setInt(2, to);
        return statement;
    }

    private static long number(WorkerConnection connection, StatementId id) throws SQLException {
        try (ResultSet row = connection.statement(id).query()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /** A district among all. */
    static long place(int warehouse, int district) {
        return (long) warehouse << 8 | district;
    }

    /** Cents of a decimal column; 0 for NULL. */
    static long cents(ResultSet row, int column) throws SQLException {
        var amount = row.getBigDecimal(column);
        return amount == null ? 0 : Cents.of(amount);
    }
}
