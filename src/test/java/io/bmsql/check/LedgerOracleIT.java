package io.bmsql.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.check.LedgerHistory.Numbering;
import io.bmsql.check.ModelTables.HistoryRow;
import io.bmsql.check.ModelTables.Order;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestDatabase;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@link LedgerOracleTest} with a real server: its columns, its numbers, its dates, and a program that lives in several zones. */
class LedgerOracleIT {
    private static final long COUNT = Long.getLong("bmsql.ledger.historiesOnPostgres", 2);
    private static final long FIRST = Long.getLong("bmsql.ledger.seed", 1);

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    private Path folder;

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void everyVerdictIsTheTruth() throws Exception {
        TimeZone zone = TimeZone.getDefault();
        try (Postgres server = new Postgres(folder)) {
            List<String> wrong = new ArrayList<>();
            for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
                LedgerHistory history =
                        new LedgerHistory(seed, (int) seed % 2 * 50, LedgerHistory.Kind.USUAL, server, folder);
                String found = history.play();
                if (found != null) {
                    wrong.add("seed " + seed + history.story() + ": " + found);
                }
            }
            assertThat(wrong).as("of %d histories", COUNT).isEmpty();
        } finally {
            TimeZone.setDefault(zone);
        }
    }

    private static final class Postgres implements LedgerHistory.Server, AutoCloseable {
        private final Database inOrder;
        private final Database withoutOrder;
        private final Connection connection;

        Postgres(Path folder) throws Exception {
            String tidb = Files.readString(Path.of("sql.tidb/statements.sql"));
            String history = tidb.substring(tidb.indexOf("-- name: Ledger.history"));
            Dialect ranges = TestDatabase.own(
                    folder, "ranges", "dialect.properties", "extends = postgres\n", "statements.sql", history);
            inOrder = POSTGRES.open(1);
            withoutOrder = POSTGRES.open(IsolationLevel.READ_COMMITTED, ranges, 1);
            POSTGRES.emptyTables();
            connection = POSTGRES.connect();
            connection.setAutoCommit(false);
        }

        @Override
        public void enter(ZoneId zone) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
        }

        @Override
        public Database database(Numbering usual) {
            return usual == Numbering.WITHOUT_ORDER ? withoutOrder : inOrder;
        }

        @Override
        public void show(ModelTables tables, Numbering numbering) throws SQLException {
            long newest = tables.history.stream()
                    .filter(row -> row.number() != null)
                    .mapToLong(HistoryRow::number)
                    .max()
                    .orElse(0);
            // One that another server took from its range earlier, where numbers have no order.
            long next = numbering == Numbering.WITHOUT_ORDER
                    ? tables.warehouses * ModelTables.LOADED_OF_A_WAREHOUSE + 1
                    : newest + 1;
            Sql.executeOn(
                    connection,
                    "truncate bmsql_config, bmsql_warehouse, bmsql_district, bmsql_customer, bmsql_history,"
                            + " bmsql_oorder, bmsql_order_line, bmsql_new_order",
                    "select setval('bmsql_hist_id_seq', " + next + ", false)",
                    "alter table bmsql_history alter column hist_id "
                            + (numbering == Numbering.NONE
                                    ? "drop default"
                                    : "set default nextval('bmsql_hist_id_seq')"));
            for (Map.Entry<String, String> row : tables.config.entrySet()) {
                insert("bmsql_config (cfg_name, cfg_value)", row.getKey(), row.getValue());
            }
            for (Map.Entry<Integer, Long> row : tables.warehouseCents.entrySet()) {
                insert("bmsql_warehouse (w_id, w_ytd, w_tax)", row.getKey(), money(row.getValue()), 0);
            }
            for (Map.Entry<ModelTables.Place, Integer> row : tables.nextOrders.entrySet()) {
                int w = row.getKey().warehouse();
                int d = row.getKey().district();
                BigDecimal ytd = money(tables.districtCents.get(row.getKey()));
                double tax = ModelTables.taxes(row.getKey()) / 1e4;
                insert("bmsql_district (d_w_id, d_id, d_ytd, d_tax, d_next_o_id)", w, d, ytd, tax, row.getValue());
                for (int c = 1; c <= 4; c++) {
                    long cents = d == 1 && c == 1 ? tables.balanceCents.get(w) : 0;
                    double discount = ModelTables.discount(c) / 1e4;
                    insert(
                            "bmsql_customer (c_w_id, c_d_id, c_id, c_balance, c_discount)",
                            w,
                            d,
                            c,
                            money(cents),
                            discount);
                }
            }
            for (HistoryRow row : tables.history) {
                List<Object> values = new ArrayList<>(row.content());
                values.set(5, money(row.cents()));
                values.add(row.date());
                values.add(row.number());
                insert(
                        "bmsql_history (h_w_id, h_d_id, h_c_w_id, h_c_d_id, h_c_id, h_amount, h_date, hist_id)",
                        values.toArray());
            }
            for (Order order : tables.orders) {
                show(order);
            }
            connection.commit();
        }

        private void show(Order order) throws SQLException {
            int w = order.place.warehouse();
            int d = order.place.district();
            int o = order.number;
            Integer carrier = order.carrier == 0 ? null : order.carrier;
            insert(
                    "bmsql_oorder (o_w_id, o_d_id, o_id, o_c_id, o_ol_cnt, o_carrier_id)",
                    new Object[] {w, d, o, order.customer, order.count, carrier});
            if (order.open) {
                insert("bmsql_new_order (no_w_id, no_d_id, no_o_id)", w, d, o);
            }
            for (int line = 1; line <= order.lines; line++) {
                long cents = line < order.lines ? 100 : order.lineCents - 100L * (order.lines - 1);
                LocalDateTime date = line <= order.deliveredLines ? LocalDateTime.of(2026, 8, 1, 12, 0) : null;
                insert(
                        "bmsql_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_amount, ol_delivery_d)",
                        new Object[] {w, d, o, line, 1, money(cents), date});
            }
        }

        private static BigDecimal money(long cents) {
            return BigDecimal.valueOf(cents, 2);
        }

        private void insert(String into, Object... values) throws SQLException {
            String places = "?, ".repeat(values.length - 1) + "?";
            try (PreparedStatement statement =
                    connection.prepareStatement("insert into " + into + " values (" + places + ")")) {
                for (int at = 0; at < values.length; at++) {
                    statement.setObject(at + 1, values[at]);
                }
                statement.executeUpdate();
            }
        }

        @Override
        public void readConfig(ModelTables tables) throws SQLException {
            tables.config.clear();
            for (String row : POSTGRES.texts("select cfg_name || '=' || cfg_value from bmsql_config")) {
                String[] nameAndValue = row.split("=", 2);
                tables.config.put(nameAndValue[0], nameAndValue[1]);
            }
        }

        @Override
        public void close() throws SQLException {
            connection.close();
            inOrder.close();
            withoutOrder.close();
        }
    }
}
