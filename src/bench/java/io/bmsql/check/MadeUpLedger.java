package io.bmsql.check;

import io.bmsql.common.RunClock;
import io.bmsql.config.AgentShare;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlScript;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.measure.WorkerLedger;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.TransactionInput;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/**
 * A ledger that nobody ran, and a database in which all of it took place: in each district so many orders of one line, each
 * delivered, and as many payments of 1.00.
 */
public final class MadeUpLedger {
    private static final int CUSTOMERS = 100;
    private static final int BURST = 50_000;
    private static final long PAUSE_MILLIS = 20;

    private final Database database;
    private final int warehouses;
    private final int first;
    private final int orders;

    /** @param first the number of each district's first order */
    public MadeUpLedger(Database database, int warehouses, int first, int orders) {
        this.database = database;
        this.warehouses = warehouses;
        this.first = first;
        this.orders = orders;
    }

    public long entries() {
        return (long) warehouses * orders * (2 * Scale.DISTRICTS_PER_WAREHOUSE + 1);
    }

    /** Makes and fills the tables of an empty database, and writes the ledger. */
    public void make(Path ledger) throws Exception {
        script("tableCreates");
        String places = "generate_series(1, " + warehouses + ") w, generate_series(1, 10) d";
        sql(
                "insert into bmsql_warehouse (w_id, w_ytd, w_tax) select w, 0, 0 from generate_series(1, " + warehouses
                        + ") w",
                "insert into bmsql_district (d_w_id, d_id, d_ytd, d_tax, d_next_o_id) select w, d, 0, 0, " + first
                        + " from " + places,
                "insert into bmsql_customer (c_w_id, c_d_id, c_id, c_balance, c_discount) select w, d, c, 0, 0 from "
                        + places + ", generate_series(1, " + CUSTOMERS + ") c");
        LedgerHeader header = new RunStart(database, RunClock.SYSTEM, 1, warehouses, AgentShare.WHOLE).begin(1, 42);
        String numbered = places + ", generate_series(" + first + ", " + (first + orders - 1) + ") o";
        String customer = "1 + o % " + CUSTOMERS;
        sql(
                "insert into bmsql_oorder (o_w_id, o_d_id, o_id, o_c_id, o_carrier_id, o_ol_cnt) select w, d, o, "
                        + customer + ", 5, 1 from " + numbered,
                "insert into bmsql_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_delivery_d, ol_amount)"
                        + " select w, d, o, 1, 1, now(), 1 from " + numbered,
                "insert into bmsql_history (hist_id, h_w_id, h_d_id, h_c_w_id, h_c_d_id, h_c_id, h_date, h_amount)"
                        + " select ((w * 10 + d) * " + (first + orders) + "::bigint + o), w, d, w, d, " + customer
                        + ", now(), 1"
                        + " from " + numbered,
                "update bmsql_district set d_ytd = " + orders + ", d_next_o_id = " + (first + orders),
                "update bmsql_warehouse set w_ytd = 10 * " + orders);
        script("indexCreates");
        script("extraHistID");
        AppendedFile file = AppendedFile.create(ledger, AppendedFile.Opener.NEW_FILE, new AppendedFile.Warning());
        try (LedgerWriter writer = LedgerWriter.begin(file, header, 1, RunClock.SYSTEM)) {
            write(writer.worker(0));
            writer.end(0);
            if (writer.problem() != null) {
                throw new IOException(writer.problem());
            }
        }
        try (WorkerConnection connection = database.worker();
                Statement statement = connection.connection().createStatement()) {
            connection.connection().setAutoCommit(true);
            statement.execute("vacuum analyze");
            // Whoever measures next would otherwise wait for the pages of this load.
            statement.execute("checkpoint");
        }
    }

    private void script(String name) throws Exception {
        sql(database.dialect().script(name).orElseThrow().script().statements().stream()
                .map(SqlScript.SqlStatement::text)
                .toArray(String[]::new));
    }

    private void sql(String... statements) throws SQLException {
        try (WorkerConnection connection = database.worker();
                Statement statement = connection.connection().createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
            connection.commit();
        }
    }

    private void write(WorkerLedger worker) throws InterruptedException {
        TransactionInput input = new TransactionInput();
        long written = 0;
        for (int order = first; order < first + orders; order++) {
            for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
                for (int district = 1; district <= Scale.DISTRICTS_PER_WAREHOUSE; district++) {
                    enter(worker, input, warehouse, district, order);
                }
                input.keyDeferredDelivery(warehouse, 5);
                Arrays.fill(input.deliveredOrderIds, order);
                worker.enter(input, Outcome.COMMITTED, 0);
                written += 2 * Scale.DISTRICTS_PER_WAREHOUSE + 1;
                if (written % BURST <= 2 * Scale.DISTRICTS_PER_WAREHOUSE) {
                    // The disk must keep up, or entries are dropped.
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
        }
    }

    private static void enter(WorkerLedger worker, TransactionInput input, int warehouse, int district, int order) {
        input.type = TpccTransaction.NEW_ORDER;
        input.warehouseId = warehouse;
        input.districtId = district;
        input.orderId = order;
        input.customerId = 1 + order % CUSTOMERS;
        input.lineCount = 1;
        input.totalCents = 100;
        worker.enter(input, Outcome.COMMITTED, 0);
        input.type = TpccTransaction.PAYMENT;
        input.customerWarehouseId = warehouse;
        input.customerDistrictId = district;
        input.foundCustomerId = input.customerId;
        input.paymentCents = 100;
        worker.enter(input, Outcome.COMMITTED, 0);
    }
}
