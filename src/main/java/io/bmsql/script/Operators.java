package io.bmsql.script;

import io.bmsql.common.UsageException;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** The operators with two operands, in a register and the next: doubles if one of them is a double, else integers. */
final class Operators {
    private Operators() {}

    /** Chosen while the script is read, so that a run of it compares no texts. */
    static Expression.Body of(String operator) {
        return switch (operator) {
            case "+" -> number(operator, Math::addExact, Double::sum);
            case "-" -> number(operator, Math::subtractExact, (a, b) -> a - b);
            case "*" -> number(operator, Math::multiplyExact, (a, b) -> a * b);
            case "/" -> number(operator, (a, b) -> b == -1 ? Math.negateExact(a) : a / b, (a, b) -> a / b);
            case "%" -> number(operator, (a, b) -> a % b, null);
            case "|" -> number(operator, (a, b) -> a | b, null);
            case "&" -> number(operator, (a, b) -> a & b, null);
            case "#" -> number(operator, (a, b) -> a ^ b, null);
            case "<<" -> number(operator, (a, b) -> a << b, null);
            case ">>" -> number(operator, (a, b) -> a >> b, null);
            case "=" -> comparison(order -> order == 0);
            case "<" -> comparison(order -> order == -1);
            case ">" -> comparison(order -> order == 1);
            case "<=" -> comparison(order -> order <= 0);
            case ">=" -> comparison(order -> order == 0 || order == 1);
            default -> comparison(order -> order != 0);
        };
    }

    private static Expression.Body comparison(IntPredicate holds) {
        return (client, values, at, place) -> values.set(at, holds.test(order(values, at, place)));
    }

    /** -1, 0 or 1 as the first operand is the smaller one, equal or the larger one; 2 where one is not a number. */
    static int order(Values values, int at, Place place) throws UsageException {
        if (values.isDouble(at) || values.isDouble(at + 1)) {
            double a = values.asDouble(at, place);
            double b = values.asDouble(at + 1, place);
            return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
        }
        return Long.compare(values.asLong(at, place), values.asLong(at + 1, place));
    }

    /** @param ofDoubles null where doubles become integers */
    private static Expression.Body number(
            String operator, LongBinaryOperator ofIntegers, @Nullable DoubleBinaryOperator ofDoubles) {
        boolean divides = operator.equals("/") || operator.equals("%");
        return (client, values, at, place) -> {
            if (ofDoubles != null && (values.isDouble(at) || values.isDouble(at + 1))) {
                values.set(at, ofDoubles.applyAsDouble(values.asDouble(at, place), values.asDouble(at + 1, place)));
                return;
            }
            long a = values.asLong(at, place);
            long b = values.asLong(at + 1, place);
            place.check(!divides || b != 0, "division by zero; let a CASE see to that value");
            try {
                values.set(at, ofIntegers.applyAsLong(a, b));
            } catch (ArithmeticException e) {
                throw outOfRange(a + " " + operator + " " + b, place);
            }
        };
    }

    static void negate(ScriptClient client, Values values, int at, Place place) throws UsageException {
        if (values.isDouble(at)) {
            values.set(at, -values.real(at));
        } else if (values.asLong(at, place) == Long.MIN_VALUE) {
            throw outOfRange("-(" + Long.MIN_VALUE + ")", place);
        } else {
            values.set(at, -values.asLong(at, place));
        }
    }

    private static UsageException outOfRange(String what, Place place) {
        return place.error(what + " is beyond the range of integers; use doubles or smaller numbers");
    }
}
