package io.bmsql.script;

import io.bmsql.common.UsageException;

/** The operators with two operands, in a register and the next: doubles if one of them is a double, else integers. */
final class Operators {
    private Operators() {}

    static boolean holds(String operator, Values values, int at, Place place) throws UsageException {
        if (values.isDouble(at) || values.isDouble(at + 1)) {
            double a = values.asDouble(at, place);
            double b = values.asDouble(at + 1, place);
            return switch (operator) {
                case "=" -> a == b;
                case "<" -> a < b;
                case ">" -> a > b;
                case "<=" -> a <= b;
                case ">=" -> a >= b;
                default -> a != b;
            };
        }
        int order = Long.compare(values.asLong(at, place), values.asLong(at + 1, place));
        return switch (operator) {
            case "=" -> order == 0;
            case "<" -> order < 0;
            case ">" -> order > 0;
            case "<=" -> order <= 0;
            case ">=" -> order >= 0;
            default -> order != 0;
        };
    }

    static void apply(String operator, Values values, int at, Place place) throws UsageException {
        if ("+-*/".contains(operator) && (values.isDouble(at) || values.isDouble(at + 1))) {
            double a = values.asDouble(at, place);
            double b = values.asDouble(at + 1, place);
            values.set(
                    at,
                    operator.equals("+") ? a + b : operator.equals("-") ? a - b : operator.equals("*") ? a * b : a / b);
            return;
        }
        long a = values.asLong(at, place);
        long b = values.asLong(at + 1, place);
        if (b == 0 && (operator.equals("/") || operator.equals("%"))) {
            throw place.error("division by zero; let a CASE see to that value");
        }
        try {
            long result =
                    switch (operator) {
                        case "+" -> Math.addExact(a, b);
                        case "-" -> Math.subtractExact(a, b);
                        case "*" -> Math.multiplyExact(a, b);
                        case "/" -> b == -1 ? Math.negateExact(a) : a / b;
                        case "%" -> a % b;
                        case "|" -> a | b;
                        case "&" -> a & b;
                        case "#" -> a ^ b;
                        case "<<" -> a << b;
                        default -> a >> b;
                    };
            values.set(at, result);
        } catch (ArithmeticException e) {
            throw outOfRange(a + " " + operator + " " + b, place);
        }
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
