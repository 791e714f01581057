package io.bmsql.check;

import io.bmsql.common.RunClock;
import io.bmsql.config.AgentShare;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.result.LedgerHeader.RunMark;
import io.bmsql.schema.DataState;
import io.bmsql.schema.HistoryNumbers;
import io.bmsql.schema.LoadedData;
import io.bmsql.schema.RunTime;
import io.bmsql.schema.TableContents;
import io.bmsql.workload.Decimals;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
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
            Baseline baseline = baseline(connection);
            DataState.put(connection, mark.name(), mark.value());
            connection.commit();
            return new LedgerHeader(
                    mark, earlier, runId, seed, startEpochMillis, firstWarehouse, lastWarehouse, baseline);
        }
    }

    /** Records for the ledgers of other runs that a run without a ledger took place. Returns the mark's id. */
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
        // Shared sessions go on with numbers that they took before: only the date tells new rows from older ones.
        long historyMark =
                database.sharesSessions() ? LoadedData.loadedHistory(connection) : HistoryNumbers.newest(connection);
        long historySince = historySince(connection, historyMark);
        Map<Long, Integer> oldestOpen = new HashMap<>();
        bound(connection, StatementId.LEDGER_OLDEST_NEW_ORDERS)
                .each(row -> oldestOpen.put(place(row.getInt(1), row.getInt(2)), row.getInt(3)));
        Map<Integer, List<Baseline.District>> districts = districts(connection, oldestOpen);
        List<Baseline.Warehouse> warehouses = new ArrayList<>();
        bound(connection, StatementId.LEDGER_WAREHOUSES).each(row -> {
            int id = row.getInt(1);
            warehouses.add(new Baseline.Warehouse(
                    id, Decimals.cents(row, 2), List.copyOf(districts.getOrDefault(id, List.of()))));
        });
        return new Baseline(historyMark, historySince, List.copyOf(warehouses));
    }

    /**
     * Finds out how the rows of the history that the run will make can be told from older ones: by number, else by date. It inserts a
     * row as Payment does, dated by the program's clock or the server's, whichever is behind, looks for it, and rolls it back: only the
     * row itself shows whether the table numbers new ones, and which zone dates it.
     */
    private long historySince(WorkerConnection connection, long mark) throws SQLException {
        if (!TableContents.withoutRollback(connection.connection(), connection.dialect())
                .isEmpty()) {
            return 0;
        }
        try {
            // Procedures of a folder may date their rows by the server's clock.
            long earlierMillis = Math.min(clock.epochMillis(), (long) (RunTime.now(connection, clock) * 1e3));
            long loaded = LoadedData.loadedHistory(connection);
            boolean isByDate = isAnyHistory(connection, mark, Baseline.ANY_DATE, loaded);
            long since = isByDate ? latestDate(connection, loaded) + 1 : Baseline.ANY_DATE;
            boolean isOlderFound = isByDate && isAnyHistory(connection, mark, since, loaded);
            HistoryNumbers.insertTrial(connection, firstWarehouse, earlierMillis);
            boolean isFound = isAnyHistory(connection, mark, since, loaded);
            boolean isLater = !isByDate || latestDate(connection, loaded) - lostOfSummerTimeMillis() >= since;
            return isFound && isLater && !isOlderFound ? since : 0;
        } catch (SQLException e) {
            if (!connection.isUsable()) {
                throw e;
            }
            // The run may be one without Payments, by a user without the right to them.
            return 0;
        } finally {
            connection.rollback();
        }
    }

    private boolean isAnyHistory(WorkerConnection connection, long mark, long since, long loaded) throws SQLException {
        BoundStatement statement = bound(connection, StatementId.LEDGER_HISTORY);
        statement.setMaxRows(1);
        try (ResultSet rows = bindHistory(statement, mark, since, loaded).query()) {
            return rows.next();
        }
    }

    static BoundStatement bindHistory(BoundStatement statement, long mark, long since, long loaded)
            throws SQLException {
        statement.setLong(3, mark);
        statement.setKept(4, since);
        statement.setLong(5, loaded);
        return statement;
    }

    private long latestDate(WorkerConnection connection, long loaded) throws SQLException {
        BoundStatement statement = bound(connection, StatementId.LEDGER_HISTORY_DATE);
        statement.setLong(3, loaded);
        try (ResultSet row = statement.query()) {
            return row.next() ? BoundStatement.keptMillis(row, 1) : 0;
        }
    }

    /** By how much dates of this run may be earlier than its start, because summer time ends: an hour comes twice. */
    private long lostOfSummerTimeMillis() {
        ZonedDateTime now = clock.now();
        ZoneOffsetTransition next = now.getZone().getRules().nextTransition(now.toInstant());
        Duration lost = next == null ? Duration.ZERO : Duration.between(next.getDateTimeAfter(), now.toLocalDateTime());
        return Math.max(0, lost.toMillis());
    }

    private Map<Integer, List<Baseline.District>> districts(WorkerConnection connection, Map<Long, Integer> oldestOpen)
            throws SQLException {
        Map<Integer, List<Baseline.District>> districts = new HashMap<>();
        bound(connection, StatementId.LEDGER_DISTRICTS).each(row -> {
            int warehouse = row.getInt(1);
            int district = row.getInt(2);
            int next = row.getInt(3);
            int oldest = oldestOpen.getOrDefault(place(warehouse, district), next);
            districts
                    .computeIfAbsent(warehouse, id -> new ArrayList<>())
                    .add(new Baseline.District(district, next, oldest, Decimals.cents(row, 4)));
        });
        return districts;
    }

    private BoundStatement bound(WorkerConnection connection, StatementId id) throws SQLException {
        return connection.bound(id, firstWarehouse, lastWarehouse);
    }

    static long place(int warehouse, int district) {
        return (long) warehouse << 8 | district;
    }
}
