package io.bmsql.script;

import io.bmsql.common.UsageException;

/**
 * An expression, compiled: it writes its value to the register that it was compiled for, and uses those behind it for
 * what comes in between.
 */
@FunctionalInterface
interface Expression {
    void evaluate(ScriptClient client) throws UsageException;
}
