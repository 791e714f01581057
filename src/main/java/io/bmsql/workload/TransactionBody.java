package io.bmsql.workload;

import io.bmsql.spec.Outcome;
import java.sql.SQLException;
import java.sql.Timestamp;

/** One transaction type in one form, its statements prepared on one connection. */
interface TransactionBody {
    /**
     * Everything of one attempt but its end.
     *
     * @param now entry, delivery or history date, where the form binds it
     * @return COMMITTED, or ROLLED_BACK to ask for the planned rollback (clause 2.4.2.3)
     */
    Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException;
}
