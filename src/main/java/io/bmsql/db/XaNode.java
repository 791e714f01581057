package io.bmsql.db;

import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A storage node with its left-over branches. One thread. */
public final class XaNode {
    private final Connection connection;
    private final Dialect dialect;

    /**
     * @param connection to the node; its auto-commit is switched on
     * @param dialect of the node, which has the statements
     */
    public XaNode(Connection connection, Dialect dialect) throws SQLException {
        this.connection = connection;
        this.dialect = dialect;
        connection.setAutoCommit(true);
    }

    /** The prepared branches, in the server's order. */
    public List<XaBranch> prepared() throws SQLException {
        List<XaBranch> branches = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(text(StatementId.XA_RECOVER))) {
            while (rows.next()) {
                branches.add(XaBranch.of(
                        rows.getLong("formatID"),
                        rows.getInt("gtrid_length"),
                        rows.getInt("bqual_length"),
                        rows.getBytes("data")));
            }
        }
        return branches;
    }

    /** Rolls a branch back; the server refuses while its owner is connected (MariaDB) or when it is gone. */
    public void rollback(XaBranch branch) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text(StatementId.XA_ROLLBACK).replace("{xid}", branch.xid()));
        }
    }

    private String text(StatementId id) throws SQLException {
        NamedStatement statement = dialect.statements().get(id);
        if (statement.isEmpty()) {
            throw new SQLException(statement.place() + ": " + id.sqlName() + " has no text; add it to sql."
                    + dialect.name() + "/statements.sql");
        }
        return statement.sql();
    }
}
