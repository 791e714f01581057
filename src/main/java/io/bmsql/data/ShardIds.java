package io.bmsql.data;

import io.bmsql.common.UsageException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

public final class ShardIds {
    private ShardIds() {}

    /** The dialect with its shards known; the exception says what to set when the server does not give them. */
    public static Dialect known(Dialect dialect, Database database) throws UsageException, SQLException {
        NamedStatement statement = dialect.statement(StatementId.SHARD_IDS);
        if (statement.isEmpty() || !dialect.layout().shards().isEmpty()) {
            return dialect;
        }
        try (Connection connection = database.connection()) {
            return dialect.laidOut(dialect.layout().withShards(read(connection, statement)));
        }
    }

    private static List<Integer> read(Connection connection, NamedStatement statement) throws UsageException {
        try {
            return PlainSql.query(connection, statement.sql(), row -> row.getInt(1));
        } catch (SQLException e) {
            throw new UsageException(
                    statement.place() + ": the server does not give the ids of its shards: "
                            + SqlErrors.text(e)
                            + " (add shards=1,2 or the like to the props file)",
                    e);
        }
    }
}
