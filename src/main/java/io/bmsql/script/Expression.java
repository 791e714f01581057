package io.bmsql.script;

import io.bmsql.common.UsageException;
import org.jspecify.annotations.Nullable;

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

    /**
     * A constant or a variable. Most operands are one, and the compiler builds a call of this class into its caller.
     *
     * @param constants where its value is; null: among the client's variables
     */
    record Leaf(@Nullable Values constants, int slot, int at, Place place) implements Expression {
        @Override
        public void evaluate(ScriptClient client) throws UsageException {
            Values values = client.registers;
            values.copy(at, constants == null ? client.variables : constants, slot);
            if (values.kind(at) == Values.READ) {
                values.interpret(at);
            } else if (values.kind(at) == Values.UNSET) {
                throw place.error("this variable has no value yet; set it before this line");
            }
        }
    }

    /** NULL when an operand is NULL, as nearly all operators and functions are. */
    static Expression strict(Body body, int at, Place place, Expression... operands) {
        return client -> {
            Values values = client.registers;
            boolean isNull = false;
            for (int i = 0; i < operands.length; i++) {
                if (operands[i] instanceof Leaf leaf) {
                    leaf.evaluate(client);
                } else {
                    operands[i].evaluate(client);
                }
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
