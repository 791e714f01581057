package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.tpcc.Outcome;
import java.sql.SQLException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What transactions that write do to the rows of a real PostgreSQL; {@link FormsIT} compares the statements of all with its procedures. */
class TransactionsIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final long NOW = 1_800_000_000_000L;

    private final TransactionInput input = new TransactionInput();
    private Database database;
    private WorkerConnection connection;
    private TransactionSet transactions;

    @BeforeAll
    static void build() throws Exception {
        POSTGRES.becomeLoaded(2);
    }

    @BeforeEach
    void connect() throws Exception {
        database = POSTGRES.open(4);
        connection = database.worker();
        transactions = new TransactionSet(connection, database.dialect().errors(), StatementForm.PLAIN);
    }

    @AfterEach
    void disconnect() throws Exception {
        connection.close();
        database.close();
    }

    /** Once for all of them: no transaction repairs what another one broke. */
    @AfterAll
    static void theConditionsHold() throws Exception {
        assertThat(POSTGRES.violations()).isEmpty();
    }

    private Outcome execute() throws Exception {
        return transactions.execute(input, NOW);
    }

    private void newOrder(int district, int... itemAndSupplier) {
        input.keyNewOrder(
                1,
                district,
                77,
                IntStream.range(0, itemAndSupplier.length / 2)
                        .map(line -> itemAndSupplier[2 * line])
                        .toArray());
        for (int line = 0; line < input.lineCount; line++) {
            input.supplyWarehouseIds[line] = itemAndSupplier[2 * line + 1];
            input.quantities[line] = 5;
            input.remoteLines += input.supplyWarehouseIds[line] == 1 ? 0 : 1;
        }
    }

    @Test
    void newOrderInsertsTheOrderAndTakesFromTheStock() throws Exception {
        POSTGRES.execute("UPDATE bmsql_stock SET s_quantity = 14 WHERE s_w_id = 1 AND s_i_id = 10");
        POSTGRES.execute("UPDATE bmsql_stock SET s_quantity = 15 WHERE s_w_id = 2 AND s_i_id = 30");
        POSTGRES.execute("UPDATE bmsql_stock SET s_quantity = 90 WHERE s_w_id = 1 AND s_i_id = 20");
        long next = POSTGRES.number("SELECT d_next_o_id FROM bmsql_district WHERE d_w_id = 1 AND d_id = 3");
        newOrder(3, 10, 1, 20, 1, 20, 1, 30, 2);

        assertThat(execute()).isEqualTo(Outcome.COMMITTED);

        String order = " = 1 AND o_d_id = 3 AND o_id = " + next;
        assertThat(input.orderId).isEqualTo((int) next);
        assertThat(POSTGRES.text(
                        "SELECT o_c_id || ' ' || o_ol_cnt || ' ' || o_all_local || ' ' || (o_carrier_id IS NULL)"
                                + " FROM bmsql_oorder WHERE o_w_id" + order))
                .isEqualTo("77 4 0 true");
        assertThat(POSTGRES.number("SELECT d_next_o_id FROM bmsql_district WHERE d_w_id = 1 AND d_id = 3"))
                .isEqualTo(next + 1);
        assertThat(POSTGRES.number(
                        "SELECT count(*) FROM bmsql_new_order WHERE no_w_id = 1 AND no_d_id = 3 AND no_o_id = " + next))
                .isOne();
        assertThat(POSTGRES.number("SELECT count(*) FROM bmsql_order_line JOIN bmsql_item ON i_id = ol_i_id"
                        + " JOIN bmsql_stock ON s_i_id = i_id AND s_w_id = ol_supply_w_id"
                        + " WHERE ol_amount = 5 * i_price AND ol_dist_info = s_dist_03 AND ol_delivery_d IS NULL"
                        + " AND ol_w_id = 1 AND ol_d_id = 3 AND ol_o_id = " + next))
                .isEqualTo(4);
        assertThat(stock(1, 10)).as("14 - 5 < 10").isEqualTo("100 5 1 0");
        assertThat(stock(1, 20)).as("ordered twice").isEqualTo("80 10 2 0");
        assertThat(stock(2, 30)).as("15 - 5 = 10; remote").isEqualTo("10 5 1 1");
    }

    private static String stock(int warehouse, int item) throws SQLException {
        return POSTGRES.text("SELECT s_quantity || ' ' || s_ytd || ' ' || s_order_cnt || ' ' || s_remote_cnt"
                + " FROM bmsql_stock WHERE s_w_id = " + warehouse + " AND s_i_id = " + item);
    }

    @Test
    void aRollbackLeavesNothingBehind() throws Exception {
        String numbers = "SELECT d_next_o_id FROM bmsql_district WHERE d_w_id = 1 AND d_id = 4";
        long next = POSTGRES.number(numbers);
        String before = stock(1, 41);
        newOrder(4, 41, 1, InputGenerator.UNUSED_ITEM_ID, 1);
        input.plannedRollback = true;

        assertThat(execute()).isEqualTo(Outcome.ROLLED_BACK);

        newOrder(4, 41, 1, 200_000, 1);
        assertThatThrownBy(this::execute)
                .isInstanceOf(MissingRowException.class)
                .hasMessage("no item 200000");
        assertThat(POSTGRES.number(numbers)).isEqualTo(next);
        assertThat(stock(1, 41)).isEqualTo(before);
    }

    @Test
    void paymentMovesTheAmountAndWritesHistory() throws Exception {
        String customer = " FROM bmsql_customer WHERE c_w_id = 2 AND c_d_id = 7 AND c_id = 5";
        POSTGRES.execute("UPDATE bmsql_customer SET c_credit = 'GC' WHERE c_w_id = 2 AND c_d_id = 7 AND c_id = 5");
        input.keyPayment(1, 6, 5, 12_345);
        input.customerWarehouseId = 2;
        input.customerDistrictId = 7;

        assertThat(execute()).isEqualTo(Outcome.COMMITTED);

        assertThat(POSTGRES.text("SELECT c_balance || ' ' || c_ytd_payment || ' ' || c_payment_cnt" + customer))
                .isEqualTo("-133.45 133.45 2");
        assertThat(POSTGRES.text("SELECT h_d_id || ' ' || h_w_id || ' ' || h_amount || ' '"
                        + " || (h_data = w_name || '    ' || d_name) FROM bmsql_history"
                        + " JOIN bmsql_warehouse ON w_id = h_w_id"
                        + " JOIN bmsql_district ON d_w_id = h_w_id AND d_id = h_d_id"
                        + " WHERE h_c_w_id = 2 AND h_c_d_id = 7 AND h_c_id = 5 AND h_amount = 123.45"))
                .isEqualTo("6 1 123.45 true");
    }

    @Test
    void deliveryTakesTheOldestOrderOfTenDistricts() throws Exception {
        int oldest =
                (int) POSTGRES.number("SELECT min(no_o_id) FROM bmsql_new_order WHERE no_w_id = 2 AND no_d_id = 10");
        String order = " WHERE o_w_id = 2 AND o_d_id = 10 AND o_id = " + oldest;
        long customer = POSTGRES.number("SELECT o_c_id FROM bmsql_oorder" + order);
        String balance =
                "SELECT c_balance * 100 FROM bmsql_customer WHERE c_w_id = 2 AND c_d_id = 10 AND c_id = " + customer;
        double before = Double.parseDouble(POSTGRES.text(balance));
        input.keyDeferredDelivery(2, 8);

        assertThat(execute()).isEqualTo(Outcome.COMMITTED);

        assertThat(input.skippedDistricts).isZero();
        assertThat(input.deliveredOrderIds[9]).isEqualTo(oldest);
        assertThat((long) input.deliveredCustomerIds[9]).isEqualTo(customer);
        assertThat(POSTGRES.number("SELECT o_carrier_id FROM bmsql_oorder" + order))
                .isEqualTo(8);
        assertThat(Double.parseDouble(POSTGRES.text(balance)) - before).isEqualTo((double) input.deliveredCents[9]);
        assertThat(POSTGRES.number(
                        "SELECT count(*) FROM bmsql_order_line WHERE ol_w_id = 2 AND ol_d_id = 10 AND ol_o_id = "
                                + oldest + " AND ol_delivery_d IS NULL"))
                .isZero();
    }
}
