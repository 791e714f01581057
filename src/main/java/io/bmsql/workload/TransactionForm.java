package io.bmsql.workload;

import io.bmsql.spec.Outcome;
import java.sql.SQLException;
import java.sql.Timestamp;

/** The five transactions in one form, ready on one connection. Belongs to the connection's worker. */
public interface TransactionForm {
    /**
     * Everything of one attempt but its end.
     *
     * @param now entry, delivery and history date, where the form binds it
     * @return COMMITTED, or ROLLED_BACK to ask for the planned rollback
     */
    Outcome run(TransactionInput input, Timestamp now) throws SQLException, MissingRowException;
}
