package io.bmsql.cli;

import io.bmsql.db.ScriptListener;
import io.bmsql.dialect.SqlStatement;
import io.bmsql.secret.SecretShield;
import java.io.PrintStream;
import java.sql.SQLException;

/** Prints what a script sends: comments and statements as they stand in the file, and what fails (contract 2.4). */
final class StatementEcho implements ScriptListener {
    private final PrintStream out;
    private final SecretShield shield;

    StatementEcho(PrintStream out, SecretShield shield) {
        this.out = out;
        this.shield = shield;
    }

    @Override
    public void statement(SqlStatement statement) {
        statement.comments().forEach(out::println);
        out.println(shield.hide(statement.text()) + ";");
    }

    @Override
    public void alreadyThere(SqlStatement statement) {
        out.println("# Exists already");
    }

    @Override
    public void failed(SqlStatement statement, SQLException cause) {
        out.println(shield.hide(
                statement.place() + ": " + String.valueOf(cause.getMessage()).strip()));
    }
}
