package io.bmsql.dialect;

import io.bmsql.config.StatementForm;
import io.bmsql.tpcc.Table;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Every statement that the program sends: its name in the SQL files, {@code optional} when a dialect or profile may leave it
 * empty, and the parameters that the text may use as {@code :name}. Code binds them by position in this list; a dialect may
 * use them in any order, several times, or not.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists are filled once, by the constructor
public enum StatementId {
    // New-Order, clause 2.4
    NEW_ORDER_DISTRICT("NewOrder.district", "w_id d_id"),
    NEW_ORDER_CUSTOMER("NewOrder.customer", "w_id d_id c_id"),
    NEW_ORDER_NEXT_ORDER_ID("NewOrder.nextOrderId", "w_id d_id"),
    NEW_ORDER_INSERT_ORDER("NewOrder.insertOrder", "w_id d_id o_id c_id ol_cnt all_local entry_d"),
    NEW_ORDER_INSERT_NEW_ORDER("NewOrder.insertNewOrder", "w_id d_id o_id"),
    NEW_ORDER_ITEM("NewOrder.item", "i_id"),
    NEW_ORDER_STOCK("NewOrder.stock", "w_id i_id"),
    NEW_ORDER_UPDATE_STOCK("NewOrder.updateStock", "w_id i_id quantity ol_quantity remote"),
    NEW_ORDER_INSERT_LINE(
            "NewOrder.insertOrderLine", "w_id d_id o_id ol_number i_id supply_w_id ol_quantity amount dist_info"),

    // Payment, clause 2.5
    PAYMENT_UPDATE_DISTRICT("Payment.updateDistrict", "w_id d_id amount"),
    PAYMENT_DISTRICT("Payment.district", "w_id d_id"),
    PAYMENT_UPDATE_WAREHOUSE("Payment.updateWarehouse", "w_id amount"),
    PAYMENT_WAREHOUSE("Payment.warehouse", "w_id"),
    PAYMENT_CUSTOMERS_BY_NAME("Payment.customersByName", "c_w_id c_d_id c_last"),
    PAYMENT_CUSTOMER("Payment.customer", "c_w_id c_d_id c_id"),
    PAYMENT_CUSTOMER_DATA("Payment.customerData", "c_w_id c_d_id c_id"),
    PAYMENT_UPDATE_CUSTOMER("Payment.updateCustomer", "c_w_id c_d_id c_id amount"),
    PAYMENT_UPDATE_BAD_CUSTOMER("Payment.updateBadCreditCustomer", "c_w_id c_d_id c_id amount c_data"),
    PAYMENT_INSERT_HISTORY("Payment.insertHistory", "c_id c_d_id c_w_id d_id w_id h_date amount h_data"),

    // Order-Status, clause 2.6
    ORDER_STATUS_CUSTOMERS_BY_NAME("OrderStatus.customersByName", "w_id d_id c_last"),
    ORDER_STATUS_CUSTOMER("OrderStatus.customer", "w_id d_id c_id"),
    ORDER_STATUS_LAST_ORDER("OrderStatus.lastOrder", "w_id d_id c_id"),
    ORDER_STATUS_LINES("OrderStatus.orderLines", "w_id d_id o_id"),

    // Delivery, clause 2.7
    DELIVERY_OLDEST_NEW_ORDER("Delivery.oldestNewOrder", "w_id d_id"),
    DELIVERY_DELETE_NEW_ORDER("Delivery.deleteNewOrder", "w_id d_id o_id"),
    DELIVERY_UPDATE_ORDER("Delivery.updateOrder", "w_id d_id o_id carrier_id"),
    DELIVERY_CUSTOMER_OF_ORDER("Delivery.customerOfOrder", "w_id d_id o_id"),
    DELIVERY_UPDATE_LINES("Delivery.updateOrderLines", "w_id d_id o_id delivery_d"),
    DELIVERY_SUM_LINES("Delivery.sumOrderLines", "w_id d_id o_id"),
    DELIVERY_UPDATE_CUSTOMER("Delivery.updateCustomer", "w_id d_id c_id amount"),

    // Stock-Level, clause 2.8. A dialect or profile may leave nextOrderId empty: then it is not sent.
    STOCK_LEVEL_NEXT_ORDER_ID("StockLevel.nextOrderId", "optional w_id d_id"),
    STOCK_LEVEL_COUNT_LOW("StockLevel.countLow", "w_id d_id threshold next_o_id first_o_id"),

    // Batched New-Order, Payment and Delivery (batchStatements=true); empty where a dialect has no such form. An unused
    // line repeats another one, an unused district has order 0. Where openOrder, closeOrder, pay or charge is empty,
    // plain statements do it. commit is sent behind the last statement, in its message, where the driver does that.
    BATCH_OPEN_ORDER("Batch.openOrder", "optional w_id d_id c_id ol_cnt all_local entry_d"),
    BATCH_STOCKS("Batch.stocks", "optional d_id " + numbered(15, "w_ i_")),
    BATCH_UPDATE_STOCKS("Batch.updateStocks", "optional w_id " + numbered(15, "w_ i_ quantity_ ordered_")),
    BATCH_CLOSE_ORDER(
            "Batch.closeOrder", "optional w_id d_id o_id numbers supply_w_ids i_ids left_over quantities amounts"),
    BATCH_PAY("Batch.pay", "optional w_id d_id amount"),
    BATCH_PAY_CUSTOMER("Batch.payCustomer", "optional c_w_id c_d_id c_id c_last amount w_id d_id h_date h_data"),
    BATCH_OLDEST_NEW_ORDERS("Batch.oldestNewOrders", "optional w_id"),
    BATCH_CUSTOMERS_OF_ORDERS("Batch.customersOfOrders", "optional w_id " + numbered(10, "o_")),
    BATCH_SUM_LINES("Batch.sumOrderLines", "optional w_id " + numbered(10, "o_")),
    BATCH_CHARGE("Batch.charge", "optional w_id customers amounts"),
    COMMIT_OF_BATCH("Batch.commit", "optional"),

    // Stored procedures (useStoredProcedures=true): one call for each transaction; empty where a dialect has none.
    // Lists are texts of numbers with commas between them; line_order names the lines in the order in which they are
    // processed. A call gives its results as the columns of one row, or as output parameters with the first names.
    PROCEDURE_NEW_ORDER(
            "Procedure.newOrder",
            "optional w_id d_id c_id supply_w_ids i_ids quantities line_order entry_d out_o_id:INTEGER "
                    + "out_total_amount:DECIMAL"),
    PROCEDURE_PAYMENT(
            "Procedure.payment", "optional w_id d_id c_id c_d_id c_w_id c_last amount h_date out_c_id:INTEGER"),
    PROCEDURE_ORDER_STATUS("Procedure.orderStatus", "optional w_id d_id c_id c_last out_c_id:INTEGER out_o_id:INTEGER"),
    PROCEDURE_STOCK_LEVEL("Procedure.stockLevel", "optional w_id d_id threshold out_low_stock:INTEGER"),
    PROCEDURE_DELIVERY("Procedure.delivery", "optional w_id carrier_id delivery_d out_delivered_o_id:VARCHAR"),

    // Seconds since 1970; empty where the program's clock must do
    SERVER_CLOCK("Server.clock", "optional"),

    // The lock of a command on its database; take, release and holder are empty where a row of bmsql_config must do
    LOCK_TAKE("Lock.take", "optional shared holder"),
    LOCK_RELEASE("Lock.release", "optional"),
    LOCK_HOLDER("Lock.holder", "optional"),
    LOCK_RENEW("Lock.renew", "cfg_value old_value"),

    // The configuration table
    CONFIG_READ("Config.read", "cfg_name"),
    CONFIG_ALL("Config.all"),
    CONFIG_WRITE("Config.write", "cfg_name cfg_value"),
    CONFIG_UPDATE("Config.update", "cfg_name cfg_value"),
    CONFIG_DELETE("Config.delete", "cfg_name"),

    // Load through batches: one row, columns in the order of the CSV files
    LOAD_CONFIG("Load.config", "cfg_name cfg_value"),
    LOAD_ITEM("Load.item", "i_id i_name i_price i_data i_im_id"),
    LOAD_WAREHOUSE("Load.warehouse", "w_id w_ytd w_tax w_name w_street_1 w_street_2 w_city w_state w_zip"),
    LOAD_STOCK(
            "Load.stock",
            "s_i_id s_w_id s_quantity s_ytd s_order_cnt s_remote_cnt s_data s_dist_01 s_dist_02 s_dist_03 "
                    + "s_dist_04 s_dist_05 s_dist_06 s_dist_07 s_dist_08 s_dist_09 s_dist_10"),
    LOAD_DISTRICT(
            "Load.district", "d_id d_w_id d_ytd d_tax d_next_o_id d_name d_street_1 d_street_2 d_city d_state d_zip"),
    LOAD_CUSTOMER(
            "Load.customer",
            "c_id c_d_id c_w_id c_discount c_credit c_last c_first c_credit_lim c_balance c_ytd_payment "
                    + "c_payment_cnt c_delivery_cnt c_street_1 c_street_2 c_city c_state c_zip c_phone c_since "
                    + "c_middle c_data"),
    LOAD_HISTORY("Load.history", "hist_id h_c_id h_c_d_id h_c_w_id h_d_id h_w_id h_date h_amount h_data"),
    LOAD_ORDER("Load.order", "o_id o_w_id o_d_id o_c_id o_carrier_id o_ol_cnt o_all_local o_entry_d"),
    LOAD_ORDER_LINE(
            "Load.orderLine",
            "ol_w_id ol_d_id ol_o_id ol_number ol_i_id ol_delivery_d ol_amount ol_supply_w_id ol_quantity "
                    + "ol_dist_info"),
    LOAD_NEW_ORDER("Load.newOrder", "no_w_id no_d_id no_o_id"),

    // Load through the database's own bulk protocol (bulk=copy); empty where there is none.
    // The texts {table} and {columns} are replaced, the columns as in the list of the table above.
    COPY_TABLE("Copy.table", "optional"),

    // Tables of a workload folder: {table}, {columns} and {values} are replaced, the values by parameters.
    INSERT_ROW("Insert.row"),
    ANALYZE_TABLE("Analyze.table", "optional"),

    // The tables whose rows stay as they were changed when a transaction is rolled back
    TABLES_WITHOUT_ROLLBACK("Tables.withoutRollback", "optional"),

    // What is there before a load: the first row of each table
    // The text {table} is replaced.
    FILLED_TABLE("Filled.table"),
    /** How many rows a table of a workload folder has. */
    COUNT_TABLE("Count.table"),

    // For a history that numbers its rows itself; empty where the server moves the numbers on by itself. {next} is
    // the first free number.
    HISTORY_MOVE_ON("History.moveOn", "optional"),
    SEQUENCE_FIND("Sequence.find", "optional sequence_name"),

    // The journal of a build or load under way
    PROGRESS_READ("Progress.read"),
    PROGRESS_WRITE("Progress.write", "lp_name lp_value"),

    // Sessions of the build and of the consistency check; empty where the database needs none of it
    SESSION_OWN("Session.own", "optional"),
    SESSION_NUMBER("Session.number", "optional"),
    SESSION_SCHEMAS("Session.schemas", "optional"),
    SESSION_ONE_SCHEMA("Session.oneSchema", "optional"),
    SERVER_IDENTITY("Server.identity", "optional"),
    SESSION_LOAD("Session.load", "optional"),
    SESSION_BUILD("Session.build", "optional"),
    SESSION_RESET("Session.reset", "optional"),
    SESSION_CHECK("Session.check", "optional"),
    SNAPSHOT_BEGIN("Snapshot.begin", "optional"),
    SNAPSHOT_HOLD("Snapshot.hold", "optional"),
    SNAPSHOT_EXPORT("Snapshot.export", "optional"),
    // The text {snapshot} is replaced by what SNAPSHOT_EXPORT gave, since no server binds it.
    SNAPSHOT_IMPORT("Snapshot.import", "optional"),

    // The ledger: its baseline, and what is held against it. o_from, o_to: numbers of orders; mark: what historyMark
    // gave; since: the start of the run, for dialects whose history rows are not numbered in order
    LEDGER_MARKS("Ledger.marks"),
    LEDGER_WAREHOUSES("Ledger.warehouses", "w_from w_to"),
    LEDGER_DISTRICTS("Ledger.districts", "w_from w_to"),
    LEDGER_OLDEST_NEW_ORDERS("Ledger.oldestNewOrders", "w_from w_to"),
    LEDGER_HISTORY_MARK("Ledger.historyMark"),
    LEDGER_ORDERS("Ledger.orders", "w_id d_id o_from o_to"),
    LEDGER_ORDER_LINES("Ledger.orderLines", "w_id d_id o_from o_to"),
    LEDGER_NEW_ORDERS("Ledger.newOrders", "w_id d_id o_from o_to"),
    LEDGER_HISTORY_DATE("Ledger.historyDate", "w_from w_to loaded"),
    LEDGER_HISTORY("Ledger.history", "w_from w_to mark since loaded"),
    LEDGER_BALANCES("Ledger.balances", "w_from w_to"),
    LEDGER_DELIVERED("Ledger.delivered", "w_from w_to"),
    LEDGER_PAID("Ledger.paid", "w_from w_to"),

    // Reset: first and last are items, orders or numbers of history
    RESET_WAREHOUSE("Reset.warehouse", "w_id"),
    RESET_DISTRICT("Reset.district", "w_id d_id"),
    RESET_STOCK("Reset.stock", "w_id first last quantities"),
    RESET_CHANGED_STOCK("Reset.changedStock", "optional w_id"),
    // The text {quantities} is replaced.
    RESET_REWRITE_STOCK("Reset.rewriteStock", "optional"),
    RESET_CHANGED_DATA("Reset.changedData", "w_id d_id"),
    RESET_CUSTOMER_DATA("Reset.customerData", "w_id d_id c_id c_data"),
    RESET_CUSTOMERS("Reset.customers", "w_id d_id"),
    RESET_CUSTOMERS_PART("Reset.customersPart", "optional w_id d_id part parts"),
    RESET_NEWEST_ORDER("Reset.newestOrder", "w_id d_id"),
    RESET_DELETE_NEW_ORDERS("Reset.deleteNewOrders", "w_id d_id first last"),
    RESET_DELETE_ORDER_LINES("Reset.deleteOrderLines", "w_id d_id first last"),
    RESET_DELETE_ORDERS("Reset.deleteOrders", "w_id d_id first last"),
    RESET_ORDERS("Reset.orders", "w_id d_id"),
    RESET_ORDER_LINES("Reset.orderLines", "w_id d_id"),
    RESET_ORDER_LINES_PART("Reset.orderLinesPart", "optional w_id d_id part parts"),
    RESET_NEW_ORDERS("Reset.newOrders", "w_id d_id"),
    RESET_HISTORY("Reset.history", "first last"),
    RESET_UNNUMBERED_HISTORY("Reset.unnumberedHistory"),
    // The text {table} is replaced by the name of a table.
    RESET_REWRITE("Reset.rewrite", "optional"),

    // Copies of whole databases; empty where there is no such thing. The texts {from}, {to}, {name} are replaced.
    TEMPLATE_DATABASES("Template.databases", "optional"),
    TEMPLATE_COPY("Template.copy", "optional"),
    TEMPLATE_CLONE("Template.clone", "optional"),
    TEMPLATE_SESSIONS("Template.sessions", "optional"),
    TEMPLATE_COPY_FAST("Template.copyFast", "optional"),
    TEMPLATE_CARRY("Template.carry", "optional"),
    TEMPLATE_RENAME("Template.rename", "optional"),
    TEMPLATE_DROP("Template.drop", "optional"),

    // The rows of a part of each table, for the fingerprint: of a warehouse, items or districts from first to last
    // The text {rows} is replaced by one of those that follow.
    FINGERPRINT_SUM("Fingerprint.sum", "optional"),
    ROWS_OTHER_WAREHOUSES("Rows.otherWarehouses", "warehouses"),
    ROWS_ITEM("Rows.item", "w_id first last"),
    ROWS_WAREHOUSE("Rows.warehouse", "w_id first last"),
    ROWS_STOCK("Rows.stock", "w_id first last"),
    ROWS_DISTRICT("Rows.district", "w_id first last"),
    ROWS_CUSTOMER("Rows.customer", "w_id first last"),
    ROWS_HISTORY("Rows.history", "w_id first last"),
    ROWS_UNNUMBERED_HISTORY("Rows.unnumberedHistory", "w_id first last"),
    ROWS_ORDER("Rows.order", "w_id first last"),
    ROWS_ORDER_LINE("Rows.orderLine", "w_id first last"),
    ROWS_NEW_ORDER("Rows.newOrder", "w_id first last"),

    // The ACID tests of clause 3, beside the transactions' own statements
    ACID_DISTRICT("Acid.district", "w_id d_id"),
    ACID_WAREHOUSE("Acid.warehouse", "w_id"),
    ACID_CUSTOMER("Acid.customer", "w_id d_id c_id"),
    ACID_PAYMENTS("Acid.payments", "w_id d_id c_id"),
    ACID_UPDATE_PRICE("Acid.updatePrice", "i_id price"),
    ACID_DELETE_NEW_ORDERS("Acid.deleteNewOrders", "w_id d_id"),

    // Databases that keep their rows on storage nodes; empty elsewhere
    SHARD_IDS("Shard.ids", "optional"),
    XA_NODES("Xa.nodes", "optional"),
    XA_RUNS("Xa.runs", "optional"),
    XA_RECOVER("Xa.recover", "optional"),
    // The text {xid} is replaced by the quoted branch, since no server binds it.
    XA_ROLLBACK("Xa.rollback", "optional"),

    // What `bmsql dialect test` needs to provoke errors; empty where a database has no such thing
    CONFORMANCE_IMPATIENCE("Conformance.impatience", "optional"),
    CONFORMANCE_NO_WAIT("Conformance.lockNoWait", "optional w_id d_id"),
    CONFORMANCE_SESSION_ID("Conformance.sessionId", "optional"),
    // The text {session} is replaced by what CONFORMANCE_SESSION_ID gave, since no server binds it.
    CONFORMANCE_KILL("Conformance.killSession", "optional");

    private final String sqlName;
    private final boolean optional;
    private final List<String> parameters = new ArrayList<>();
    private final Map<String, JDBCType> outputs = new LinkedHashMap<>();

    StatementId(String sqlName) {
        this(sqlName, "");
    }

    /** @param words {@code optional} or not, then parameters; one with a JDBCType behind a colon is an output of a call */
    StatementId(String sqlName, String words) {
        this.sqlName = sqlName;
        this.optional = words.startsWith("optional");
        for (String word : words.replaceFirst("^optional ?", "").split(" ")) {
            String[] parts = word.split(":", 2);
            if (parts.length > 1) {
                outputs.put(parts[0], JDBCType.valueOf(parts[1]));
            } else if (!word.isEmpty()) {
                parameters.add(word);
            }
        }
    }

    private static String numbered(int count, String names) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> names.replaceAll("_", "_" + number))
                .collect(Collectors.joining(" "));
    }

    public String sqlName() {
        return sqlName;
    }

    /** True when a dialect or profile may leave the text empty: then the statement is not sent. */
    public boolean mayBeEmpty() {
        return optional;
    }

    /** The form of transactions that the statement is for; PLAIN as well for what no transaction sends. */
    public StatementForm form() {
        return switch (sqlName.substring(0, sqlName.indexOf('.'))) {
            case "Batch" -> StatementForm.BATCH;
            case "Procedure" -> StatementForm.PROCEDURES;
            default -> StatementForm.PLAIN;
        };
    }

    public static StatementId load(Table table) {
        return valueOf("LOAD_" + table.name());
    }

    /** The rows of a part of a table; not of {@link Table#CONFIG}. */
    public static StatementId rows(Table table) {
        return valueOf("ROWS_" + table.name());
    }

    public List<String> parameters() {
        return Collections.unmodifiableList(parameters);
    }

    /**
     * What a call may give as output parameters, in the order of the columns that it gives else; empty for all others. A
     * dialect's text writes their names behind a colon.
     */
    public Map<String, JDBCType> outputs() {
        return Collections.unmodifiableMap(outputs);
    }
}
