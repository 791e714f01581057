package io.bmsql.workload;

import io.bmsql.spec.Outcome;
import java.sql.SQLException;
import java.sql.Timestamp;

/** One transaction type in one form, its statements prepared on one connection. */
interface TransactionBody {
    /** Everything but the end of the transaction. */
    Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException;
}
