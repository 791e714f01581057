package io.bmsql.script;

import io.bmsql.common.UsageException;

/**
 * An expression, compiled: it writes its value to the register that it was compiled for, and uses those behind it for
 * what comes in between.
 */
@FunctionalInterface
interface Expression {
    void evaluate(ScriptClient client) throws UsageException;

    /** What an operator or a function does: its operands are in the registers from {@code at} on, where its value goes. */
    @FunctionalInterface
    interface Body {
        void apply(ScriptClient client, Values values, int at, Place place) throws UsageException;
    }

    /** NULL when an operand is NULL, as nearly all operators and functions are. */
    static Expression strict(Body body, int at, Place place, Expression... operands) {
        return client -> {
            Values values = client.registers;
            boolean isNull = false;
            for (int i = 0; i < operands.length; i++) {
                operands[i].evaluate(client);
                isNull |= values.isNull(at + i);
            }
            if (isNull) {
                values.setNull(at);
            } else {
                body.apply(client, values, at, place);
            }
        };
    }
}
