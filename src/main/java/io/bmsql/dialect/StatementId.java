package io.bmsql.dialect;

import io.bmsql.config.StatementForm;
import io.bmsql.tpcc.Table;
import io.bmsql.common.TableFile;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Every statement that the program sends; {@code dialect/statements.txt} has its name in the SQL files and the parameters
 * that the text may use as {@code :name}. Code binds them by position in this list; a dialect may use them in any order,
 * several times, or not.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists are filled once, by the constructor
public enum StatementId {
    NEW_ORDER_DISTRICT,
    NEW_ORDER_CUSTOMER,
    NEW_ORDER_NEXT_ORDER_ID,
    NEW_ORDER_INSERT_ORDER,
    NEW_ORDER_INSERT_NEW_ORDER,
    NEW_ORDER_ITEM,
    NEW_ORDER_STOCK,
    NEW_ORDER_UPDATE_STOCK,
    NEW_ORDER_INSERT_LINE,

    PAYMENT_UPDATE_DISTRICT,
    PAYMENT_DISTRICT,
    PAYMENT_UPDATE_WAREHOUSE,
    PAYMENT_WAREHOUSE,
    PAYMENT_CUSTOMERS_BY_NAME,
    PAYMENT_CUSTOMER,
    PAYMENT_CUSTOMER_DATA,
    PAYMENT_UPDATE_CUSTOMER,
    PAYMENT_UPDATE_BAD_CUSTOMER,
    PAYMENT_INSERT_HISTORY,

    ORDER_STATUS_CUSTOMERS_BY_NAME,
    ORDER_STATUS_CUSTOMER,
    ORDER_STATUS_LAST_ORDER,
    ORDER_STATUS_LINES,

    DELIVERY_OLDEST_NEW_ORDER,
    DELIVERY_DELETE_NEW_ORDER,
    DELIVERY_UPDATE_ORDER,
    DELIVERY_CUSTOMER_OF_ORDER,
    DELIVERY_UPDATE_LINES,
    DELIVERY_SUM_LINES,
    DELIVERY_UPDATE_CUSTOMER,

    STOCK_LEVEL_NEXT_ORDER_ID,
    STOCK_LEVEL_COUNT_LOW,

    BATCH_OPEN_ORDER,
    BATCH_STOCKS,
    BATCH_UPDATE_STOCKS,
    BATCH_PAY,
    BATCH_PAY_CUSTOMER,
    BATCH_OLDEST_NEW_ORDERS,
    BATCH_CUSTOMERS_OF_ORDERS,
    BATCH_SUM_LINES,

    PROCEDURE_NEW_ORDER,
    PROCEDURE_PAYMENT,
    PROCEDURE_ORDER_STATUS,
    PROCEDURE_STOCK_LEVEL,
    PROCEDURE_DELIVERY,

    CONFIG_READ,
    CONFIG_ALL,
    CONFIG_WRITE,
    CONFIG_UPDATE,
    CONFIG_DELETE,

    LOAD_CONFIG,
    LOAD_ITEM,
    LOAD_WAREHOUSE,
    LOAD_STOCK,
    LOAD_DISTRICT,
    LOAD_CUSTOMER,
    LOAD_HISTORY,
    LOAD_ORDER,
    LOAD_ORDER_LINE,
    LOAD_NEW_ORDER,

    COPY_CONFIG,
    COPY_ITEM,
    COPY_WAREHOUSE,
    COPY_STOCK,
    COPY_DISTRICT,
    COPY_CUSTOMER,
    COPY_HISTORY,
    COPY_ORDER,
    COPY_ORDER_LINE,
    COPY_NEW_ORDER,

    FILLED_CONFIG,
    FILLED_ITEM,
    FILLED_WAREHOUSE,
    FILLED_STOCK,
    FILLED_DISTRICT,
    FILLED_CUSTOMER,
    FILLED_HISTORY,
    FILLED_ORDER,
    FILLED_ORDER_LINE,
    FILLED_NEW_ORDER,

    PROGRESS_READ,
    PROGRESS_WRITE,

    SESSION_LOAD,
    SESSION_BUILD,
    SESSION_RESET,
    SESSION_CHECK,
    SNAPSHOT_HOLD,
    SNAPSHOT_EXPORT,
    SNAPSHOT_IMPORT,

    LEDGER_MARKS,
    LEDGER_WAREHOUSES,
    LEDGER_DISTRICTS,
    LEDGER_OLDEST_NEW_ORDERS,
    LEDGER_HISTORY_MARK,
    LEDGER_ORDERS,
    LEDGER_ORDER_LINES,
    LEDGER_NEW_ORDERS,
    LEDGER_HISTORY,
    LEDGER_BALANCES,
    LEDGER_DELIVERED,
    LEDGER_PAID,

    RESET_SESSIONS,
    RESET_WAREHOUSE,
    RESET_DISTRICT,
    RESET_STOCK,
    RESET_CHANGED_STOCK,
    RESET_REWRITE_STOCK,
    RESET_CHANGED_DATA,
    RESET_CUSTOMER_DATA,
    RESET_CUSTOMERS,
    RESET_CUSTOMERS_PART,
    RESET_NEWEST_ORDER,
    RESET_DELETE_NEW_ORDERS,
    RESET_DELETE_ORDER_LINES,
    RESET_DELETE_ORDERS,
    RESET_ORDERS,
    RESET_ORDER_LINES,
    RESET_ORDER_LINES_PART,
    RESET_NEW_ORDERS,
    RESET_HISTORY,
    RESET_UNNUMBERED_HISTORY,
    RESET_REWRITE,

    TEMPLATE_DATABASES,
    TEMPLATE_COPY,
    TEMPLATE_CLONE,
    TEMPLATE_SESSIONS,
    TEMPLATE_COPY_FAST,
    TEMPLATE_CARRY,
    TEMPLATE_RENAME,
    TEMPLATE_DROP,

    FINGERPRINT_SUM,
    ROWS_ITEM,
    ROWS_WAREHOUSE,
    ROWS_STOCK,
    ROWS_DISTRICT,
    ROWS_CUSTOMER,
    ROWS_HISTORY,
    ROWS_UNNUMBERED_HISTORY,
    ROWS_ORDER,
    ROWS_ORDER_LINE,
    ROWS_NEW_ORDER,

    ACID_DISTRICT,
    ACID_WAREHOUSE,
    ACID_CUSTOMER,
    ACID_PAYMENTS,
    ACID_UPDATE_PRICE,
    ACID_DELETE_NEW_ORDERS,

    SHARD_IDS,
    XA_NODES,
    XA_RUNS,
    XA_RECOVER,
    XA_ROLLBACK,

    CONFORMANCE_IMPATIENCE,
    CONFORMANCE_NO_WAIT,
    CONFORMANCE_SESSION_ID,
    CONFORMANCE_KILL;

    private final String sqlName;
    private final boolean optional;
    private final List<String> parameters = new ArrayList<>();
    private final List<OutputParameter> outputs = new ArrayList<>();

    StatementId() {
        List<String> words = Objects.requireNonNull(Catalogue.ROWS.get(name()), name());
        this.sqlName = words.get(1);
        this.optional = words.contains("optional");
        for (String word : words.subList(optional ? 3 : 2, words.size())) {
            String[] parts = word.split(":", 2);
            if (parts.length == 1) {
                parameters.add(word);
            } else {
                outputs.add(new OutputParameter(parts[0], JDBCType.valueOf(parts[1])));
            }
        }
    }

    /** Read before the constants, which a static of the enum would not be. */
    private static final class Catalogue {
        static final Map<String, List<String>> ROWS = TableFile.byFirst("/dialect/statements.txt", " ");
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

    public static StatementId copy(Table table) {
        return valueOf("COPY_" + table.name());
    }

    public static StatementId filled(Table table) {
        return valueOf("FILLED_" + table.name());
    }

    /** The rows of a part of a table; not of {@link Table#CONFIG}. */
    public static StatementId rows(Table table) {
        return valueOf("ROWS_" + table.name());
    }

    public List<String> parameters() {
        return Collections.unmodifiableList(parameters);
    }

    /** What a call may give as output parameters, in the order of the columns that it gives else; empty for all others. */
    public List<OutputParameter> outputs() {
        return Collections.unmodifiableList(outputs);
    }

    /** A value that the call of a stored procedure gives; a dialect's text writes its name behind a colon. */
    public record OutputParameter(String name, JDBCType type) {}
}
