package io.bmsql.cli;

import io.bmsql.config.PropertyKey;
import io.bmsql.config.RunConfig;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;

/** Refuses a form of transactions that the SQL folders do not hold, before anything is opened. */
final class StatementForms {
    private StatementForms() {}

    static void require(RunConfig run, Dialect dialect) throws DialectException {
        switch (run.statementForm()) {
            case PLAIN -> {}
            case BATCH -> dialect.requireForm(run.statementForm(), isTrue(PropertyKey.BATCH_STATEMENTS));
            case PROCEDURES -> dialect.requireForm(run.statementForm(), isTrue(PropertyKey.USE_STORED_PROCEDURES));
        }
    }

    private static String isTrue(PropertyKey key) {
        return key.key() + "=true";
    }
}
