package io.bmsql.db;

import com.zaxxer.hikari.SQLExceptionOverride;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.spec.ErrorClass;
import java.sql.SQLException;

/** Hikari's own list keeps lost Oracle and DM connections and throws away good ones after "not supported". */
@SuppressWarnings("SameNameButDifferent")
record EvictByDialect(SqlErrors errors) implements SQLExceptionOverride {
    // Spelt out: Override alone is the interface's enum here.
    @java.lang.Override
    public Override adjudicate(SQLException exception) {
        return errors.classify(exception) == ErrorClass.CONNECTION ? Override.MUST_EVICT : Override.DO_NOT_EVICT;
    }
}
