package io.bmsql.conformance;

import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlErrors;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What a server said, as part of a message. */
final class ErrorText {
    private ErrorText() {}

    /** SQLState, vendor code and message. */
    static String of(SQLException e) {
        return code(e) + ": " + String.valueOf(e.getMessage()).strip();
    }

    /** The same, with the statement that was under way and its place. */
    static String of(SQLException e, @Nullable NamedStatement statement) {
        return statement == null ? of(e) : statement.id().sqlName() + " (" + statement.place() + "): " + of(e);
    }

    /** SQLState and vendor code. */
    static String code(SQLException e) {
        return "SQLState " + SqlErrors.sqlState(e) + ", code " + SqlErrors.vendorCode(e);
    }
}
