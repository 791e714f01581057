package io.bmsql.workload;

import io.bmsql.spec.Outcome;
import java.sql.SQLException;
import java.sql.Timestamp;

/** One transaction type in one form, its statements prepared on one connection. */
interface TransactionBody {
    /** One attempt but its end; ROLLED_BACK asks for the planned rollback (clause 2.4.2.3). Dates are bound as now. */
    Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException;
}
