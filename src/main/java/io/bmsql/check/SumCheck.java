package io.bmsql.check;

import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.check.LedgerFindings.Rule;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.tpcc.Cents;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Compares the running sums of warehouses and districts with the ledgers. */
record SumCheck(WorkerConnection connection, Coverage coverage, LedgerFindings findings) {
    void check(int from, int to, Map<Long, DistrictState> states) throws SQLException {
        Map<Integer, Long> paid = new HashMap<>();
        Set<DistrictState> missing = new LinkedHashSet<>(states.values());
        try (ResultSet rows =
                connection.bound(StatementId.LEDGER_DISTRICTS, from, to).query()) {
            while (rows.next()) {
                DistrictState state = states.get(RunStart.place(rows.getInt(1), rows.getInt(2)));
                if (state != null) {
                    missing.remove(state);
                    checkDistrict(state, rows.getInt(3), RunStart.cents(rows, 4));
                    paid.merge(state.warehouse, state.paidCents(), Long::sum);
                }
            }
        }
        missing.forEach(state -> findings.violated(
                Rule.ORDER_NUMBERS, () -> "w=" + state.warehouse + " d=" + state.baseline.id() + ": no such district"));
        Map<Integer, Long> ytdCents = sums(StatementId.LEDGER_WAREHOUSES, from, to);
        coverage.warehouses().forEach((id, before) -> {
            Long is = ytdCents.get(id);
            if (is == null) {
                findings.violated(Rule.WAREHOUSE_YTD, () -> "w=" + id + ": no such warehouse");
            } else {
                money(Rule.WAREHOUSE_YTD, "w=" + id, is, before.ytdCents() + paid.getOrDefault(id, 0L));
            }
        });
    }

    private void checkDistrict(DistrictState state, int nextOrderId, long ytdCents) {
        Baseline.District before = state.baseline;
        String place = "w=" + state.warehouse + " d=" + before.id();
        int expected = state.expectedNextOrder();
        judge(
                Rule.ORDER_NUMBERS,
                nextOrderId - expected,
                () -> place + ": d_next_o_id is " + nextOrderId + " and should be " + expected);
        money(Rule.DISTRICT_YTD, place, ytdCents, before.ytdCents() + state.paidCents());
    }

    private void money(Rule rule, String place, long isCents, long shouldCents) {
        judge(
                rule,
                isCents - shouldCents,
                () -> place + ": " + rule.title + " is " + Cents.toDecimal(isCents) + " and should be "
                        + Cents.toDecimal(shouldCents) + ", " + Cents.toDecimal(Math.abs(isCents - shouldCents))
                        + (isCents > shouldCents ? " more" : " less"));
    }

    private void judge(Rule rule, long difference, Supplier<String> text) {
        findings.checked(rule, 1);
        if (difference != 0) {
            findings.unexplained(rule, difference < 0 || coverage.canTellAll(), text);
        }
    }

    /** The balances need no baseline: each is what was delivered to the customer less what it paid (clause 3.3.2.10). */
    void checkBalances(int from, int to) throws SQLException {
        Map<Integer, Long> balances = sums(StatementId.LEDGER_BALANCES, from, to);
        Map<Integer, Long> delivered = sums(StatementId.LEDGER_DELIVERED, from, to);
        Map<Integer, Long> paid = sums(StatementId.LEDGER_PAID, from, to);
        for (int id : coverage.warehouses().keySet()) {
            long is = balances.getOrDefault(id, 0L);
            long should = delivered.getOrDefault(id, 0L) - paid.getOrDefault(id, 0L);
            findings.checked(Rule.BALANCES, 1);
            if (is != should) {
                findings.violated(
                        Rule.BALANCES,
                        () -> "w=" + id + ": sum(c_balance) is " + Cents.toDecimal(is) + " and should be "
                                + Cents.toDecimal(should));
            }
        }
    }

    private Map<Integer, Long> sums(StatementId id, int from, int to) throws SQLException {
        Map<Integer, Long> sums = new TreeMap<>();
        try (ResultSet rows = connection.bound(id, from, to).query()) {
            while (rows.next()) {
                sums.put(rows.getInt(1), RunStart.cents(rows, 2));
            }
        }
        return sums;
    }
}
