package io.bmsql.script;

import io.bmsql.common.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Compiles the expression in a part of a script file. Each method is a level of precedence, weakest first, and compiles for
 * a register: the left operand uses that one, the right one the next.
 *
 * <p>Unlike pgbench, AND, OR and NOT take numbers too (its manual has {@code 5 or 0} as an example), and a text in quotes
 * is a value, for {@code pattern}.
 */
final class ExpressionParser {
    private static final int MAX_DEPTH = 100;
    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
    private static final Set<String> LONG_SYMBOLS = Set.of("<>", "!=", "<=", ">=", "<<", ">>");
    private static final String SYMBOLS = "+-*/%()=<>|&#~,";

    private final Place file;
    private final String text;
    private final int end;
    private final ScriptVariables names;
    private final IntConsumer used;
    private int position;
    private int depth;
    /** Lower case but for variables and texts; empty at the end. */
    private String token = "";

    private int tokenAt;

    /** Of the characters from start to end; each variable that it names is reported to used, by the offset of its colon. */
    ExpressionParser(Place start, int end, ScriptVariables names, IntConsumer used) {
        this.file = start;
        this.text = start.text();
        this.position = start.offset();
        this.end = end;
        this.names = names;
        this.used = used;
    }

    /** The whole part; the value goes to register 0. */
    Expression parse() throws UsageException {
        next();
        if (token.isEmpty()) {
            throw here().error("an expression is missing; write one, such as 1 + :scale");
        }
        Expression all = or(0);
        if (!token.isEmpty()) {
            throw unexpected();
        }
        return all;
    }

    private Place here() {
        return file.at(tokenAt);
    }

    private UsageException unexpected() {
        return here().error((token.isEmpty() ? "the expression ends too early" : "`" + token + "` cannot stand here")
                + "; write the expression as in pgbench's manual");
    }

    private boolean accept(String expected) throws UsageException {
        if (!token.equals(expected)) {
            return false;
        }
        next();
        return true;
    }

    private void expect(String expected) throws UsageException {
        if (!accept(expected)) {
            throw here().error("`" + expected + "` is missing before "
                    + (token.isEmpty() ? "the end of the expression" : "`" + token + "`") + "; add it");
        }
    }

    private void next() throws UsageException {
        position = skipBlanks(text, position, end);
        tokenAt = position;
        if (position == end) {
            token = "";
            return;
        }
        char first = text.charAt(position);
        if (first == ':' || first == '_' || Character.isLetter(first)) {
            position = nameEnd(text, position + 1, end);
            String name = text.substring(tokenAt, position);
            token = first == ':' ? name : name.toLowerCase(Locale.ROOT);
            if (token.equals(":")) {
                throw here().error("a variable's name is missing behind the colon; write one, such as :scale");
            }
        } else if (first == '\'') {
            int close = text.indexOf('\'', position + 1);
            if (close < 0 || close >= end) {
                throw here().error("a text is not closed; end it with a quote");
            }
            position = close + 1;
            token = text.substring(tokenAt, position);
        } else if (first >= '0' && first <= '9' || first == '.') {
            number();
        } else if (SYMBOLS.indexOf(first) >= 0 || first == '!') {
            int two = Math.min(position + 2, end);
            position = LONG_SYMBOLS.contains(text.substring(position, two)) ? two : position + 1;
            token = text.substring(tokenAt, position);
        } else {
            throw here().error("`" + first + "` is no part of an expression; take it out");
        }
    }

    private void number() throws UsageException {
        while (position < end
                && ("0123456789.eE".indexOf(text.charAt(position)) >= 0
                        || "+-".indexOf(text.charAt(position)) >= 0 && "eE".indexOf(text.charAt(position - 1)) >= 0)) {
            position++;
        }
        position = nameEnd(text, position, end);
        token = text.substring(tokenAt, position);
        if (!Values.isNumber(token)) {
            throw here().error("`" + token + "` is no number; write one such as 5432 or 3.14");
        }
    }

    /** A backslash at the end of a line is blank, too: it continues the command. */
    static int skipBlanks(String text, int from, int end) {
        int at = from;
        while (at < end
                && (Character.isWhitespace(text.charAt(at))
                        || text.startsWith("\\\n", at)
                        || text.startsWith("\\\r\n", at))) {
            at++;
        }
        return at;
    }

    static int nameEnd(String text, int from, int end) {
        int at = from;
        while (at < end && (text.charAt(at) == '_' || Character.isLetterOrDigit(text.charAt(at)))) {
            at++;
        }
        return at;
    }

    private Expression or(int at) throws UsageException {
        Expression left = and(at);
        for (Place place = here(); accept("or"); place = here()) {
            left = logic(left, and(at + 1), at, true, place);
        }
        return left;
    }

    private Expression and(int at) throws UsageException {
        Expression left = not(at);
        for (Place place = here(); accept("and"); place = here()) {
            left = logic(left, not(at + 1), at, false, place);
        }
        return left;
    }

    /** The right side is worked out only when the left one leaves the answer open; NULL does not, as in pgbench. */
    private static Expression logic(Expression left, Expression right, int at, boolean deciding, Place place) {
        return client -> {
            Values values = client.registers;
            left.evaluate(client);
            if (values.isNull(at)) {
                return;
            }
            if (values.isTrue(at, place) == deciding) {
                values.set(at, deciding);
                return;
            }
            right.evaluate(client);
            if (values.isNull(at + 1)) {
                values.setNull(at);
            } else {
                values.set(at, values.isTrue(at + 1, place));
            }
        };
    }

    private Expression not(int at) throws UsageException {
        Place place = here();
        if (!accept("not")) {
            return is(at);
        }
        Expression operand = nested(() -> not(at));
        return client -> {
            operand.evaluate(client);
            if (!client.registers.isNull(at)) {
                client.registers.set(at, !client.registers.isTrue(at, place));
            }
        };
    }

    private Expression is(int at) throws UsageException {
        Expression left = comparison(at);
        while (true) {
            if (accept("isnull")) {
                left = test(left, at, "null", true);
            } else if (accept("notnull")) {
                left = test(left, at, "null", false);
            } else if (accept("is")) {
                boolean wanted = !accept("not");
                if (!Set.of("null", "true", "false").contains(token)) {
                    throw unexpected();
                }
                left = test(left, at, token, wanted);
                next();
            } else {
                return left;
            }
        }
    }

    private static Expression test(Expression operand, int at, String what, boolean wanted) {
        boolean asksNull = what.equals("null");
        boolean asksTrue = what.equals("true");
        return client -> {
            operand.evaluate(client);
            Values values = client.registers;
            boolean holds =
                    asksNull ? values.isNull(at) : values.kind(at) == Values.BOOLEAN && values.bool(at) == asksTrue;
            values.set(at, holds == wanted);
        };
    }

    private Expression comparison(int at) throws UsageException {
        Expression left = bits(at);
        if (!COMPARISONS.contains(token)) {
            return left;
        }
        Place place = here();
        String operator = token;
        next();
        Expression right = bits(at + 1);
        if (COMPARISONS.contains(token)) {
            throw here().error("two comparisons follow each other; put one of them in parentheses");
        }
        return binary(left, right, at, client -> {
            Values values = client.registers;
            int order;
            boolean unordered = false;
            if (values.isDouble(at) || values.isDouble(at + 1)) {
                double a = values.asDouble(at, place);
                double b = values.asDouble(at + 1, place);
                unordered = Double.isNaN(a) || Double.isNaN(b);
                order = a < b ? -1 : a > b ? 1 : 0;
            } else {
                order = Long.compare(values.asLong(at, place), values.asLong(at + 1, place));
            }
            values.set(
                    at,
                    switch (operator) {
                        case "=" -> order == 0 && !unordered;
                        case "<" -> order < 0 && !unordered;
                        case ">" -> order > 0 && !unordered;
                        case "<=" -> order <= 0 && !unordered;
                        case ">=" -> order >= 0 && !unordered;
                        default -> order != 0 || unordered;
                    });
        });
    }

    /** NULL where one side is NULL. */
    private Expression binary(Expression left, Expression right, int at, Expression operation) {
        names.needRegisters(at + 2);
        return client -> {
            left.evaluate(client);
            right.evaluate(client);
            if (client.registers.isNull(at) || client.registers.isNull(at + 1)) {
                client.registers.setNull(at);
            } else {
                operation.evaluate(client);
            }
        };
    }

    private Expression bits(int at) throws UsageException {
        Expression left = bitsOperand(at);
        while (Set.of("|", "&", "#", "<<", ">>").contains(token)) {
            Place place = here();
            String operator = token;
            next();
            left = binary(left, bitsOperand(at + 1), at, client -> {
                long a = client.registers.asLong(at, place);
                long b = client.registers.asLong(at + 1, place);
                client.registers.set(
                        at,
                        switch (operator) {
                            case "|" -> a | b;
                            case "&" -> a & b;
                            case "#" -> a ^ b;
                            case "<<" -> a << b;
                            default -> a >> b;
                        });
            });
        }
        return left;
    }

    /** {@code ~} binds less than {@code +}: ~ 1 + 1 is ~ 2. */
    private Expression bitsOperand(int at) throws UsageException {
        Place place = here();
        if (!accept("~")) {
            return sum(at);
        }
        Expression operand = nested(() -> bitsOperand(at));
        return client -> {
            operand.evaluate(client);
            if (!client.registers.isNull(at)) {
                client.registers.set(at, ~client.registers.asLong(at, place));
            }
        };
    }

    private Expression sum(int at) throws UsageException {
        Expression left = product(at);
        while (token.equals("+") || token.equals("-")) {
            Place place = here();
            char operator = token.charAt(0);
            next();
            left = arithmetic(operator, left, product(at + 1), at, place);
        }
        return left;
    }

    private Expression product(int at) throws UsageException {
        Expression left = unary(at);
        while (token.equals("*") || token.equals("/") || token.equals("%")) {
            Place place = here();
            char operator = token.charAt(0);
            next();
            left = arithmetic(operator, left, unary(at + 1), at, place);
        }
        return left;
    }

    private Expression arithmetic(char operator, Expression left, Expression right, int at, Place place) {
        return binary(left, right, at, client -> {
            Values values = client.registers;
            if (operator != '%' && (values.isDouble(at) || values.isDouble(at + 1))) {
                double a = values.asDouble(at, place);
                double b = values.asDouble(at + 1, place);
                values.set(
                        at,
                        switch (operator) {
                            case '+' -> a + b;
                            case '-' -> a - b;
                            case '*' -> a * b;
                            default -> a / b;
                        });
                return;
            }
            long a = values.asLong(at, place);
            long b = values.asLong(at + 1, place);
            if (b == 0 && (operator == '/' || operator == '%')) {
                throw place.error("division by zero; let a CASE see to that value");
            }
            try {
                values.set(
                        at,
                        switch (operator) {
                            case '+' -> Math.addExact(a, b);
                            case '-' -> Math.subtractExact(a, b);
                            case '*' -> Math.multiplyExact(a, b);
                            case '%' -> a % b;
                            default -> b == -1 ? Math.negateExact(a) : a / b;
                        });
            } catch (ArithmeticException overflow) {
                throw place.error(a + " " + operator + " " + b
                        + " is beyond the range of integers; use doubles or smaller numbers");
            }
        });
    }

    private Expression unary(int at) throws UsageException {
        Place place = here();
        if (accept("+")) {
            return nested(() -> unary(at));
        }
        if (!accept("-")) {
            return primary(at);
        }
        if (token.equals("9223372036854775808")) {
            next();
            return client -> client.registers.set(at, Long.MIN_VALUE);
        }
        Expression operand = nested(() -> unary(at));
        return client -> {
            Values values = client.registers;
            operand.evaluate(client);
            if (values.isDouble(at)) {
                values.set(at, -values.real(at));
            } else if (!values.isNull(at)) {
                long value = values.asLong(at, place);
                if (value == Long.MIN_VALUE) {
                    throw place.error("-(" + value + ") is beyond the range of integers; use a double");
                }
                values.set(at, -value);
            }
        };
    }

    /** An operator's operand, or what a parenthesis holds. */
    private interface Level {
        Expression parse() throws UsageException;
    }

    private Expression nested(Level level) throws UsageException {
        if (++depth > MAX_DEPTH) {
            throw here().error("the expression has more than " + MAX_DEPTH + " levels; use several \\set");
        }
        Expression inner = level.parse();
        depth--;
        return inner;
    }

    private Expression primary(int at) throws UsageException {
        Place place = here();
        names.needRegisters(at + 1);
        String what = token;
        if (what.isEmpty()) {
            throw unexpected();
        }
        if (what.equals("~")) {
            return nested(() -> bitsOperand(at));
        }
        if (what.equals("not")) {
            return nested(() -> not(at));
        }
        char first = what.charAt(0);
        if (!Set.of("and", "or", "is", "isnull", "notnull").contains(what)) {
            next();
        } else {
            throw unexpected();
        }
        if (first == '(') {
            Expression inner = nested(() -> or(at));
            expect(")");
            return inner;
        } else if (first == ':') {
            used.accept(place.offset());
            return variable(names.slot(what.substring(1)), at, place);
        } else if (first == '\'') {
            String value = what.substring(1, what.length() - 1);
            return client -> client.registers.set(at, value);
        } else if (Values.isNumber(what)) {
            return constant(what, at, place);
        } else if (!Character.isLetter(first) && first != '_') {
            tokenAt = place.offset();
            token = what;
            throw unexpected();
        }
        return switch (what) {
            case "null" -> client -> client.registers.setNull(at);
            case "true" -> client -> client.registers.set(at, true);
            case "false" -> client -> client.registers.set(at, false);
            case "case" -> nested(() -> choice(at));
            default -> call(what, at, place);
        };
    }

    private static Expression constant(String number, int at, Place place) throws UsageException {
        if (number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            try {
                long value = Long.parseLong(number);
                return client -> client.registers.set(at, value);
            } catch (NumberFormatException e) {
                throw place.error(number + " is too large for an integer; write " + number + ".0 for a double");
            }
        }
        double value = Double.parseDouble(number);
        if (Double.isInfinite(value)) {
            throw place.error(number + " is too large for a double; write a smaller number");
        }
        return client -> client.registers.set(at, value);
    }

    static Expression variable(int slot, int at, Place place) {
        return client -> {
            Values values = client.registers;
            values.copy(at, client.variables, slot);
            if (values.kind(at) == Values.READ) {
                values.interpret(at);
            } else if (values.kind(at) == Values.UNSET) {
                throw place.error("this variable has no value yet; set it before this line");
            }
        };
    }

    private Expression choice(int at) throws UsageException {
        List<Expression> conditions = new ArrayList<>();
        List<Expression> results = new ArrayList<>();
        Place place = here();
        while (accept("when")) {
            conditions.add(or(at));
            expect("then");
            results.add(or(at));
        }
        if (conditions.isEmpty()) {
            expect("when");
        }
        Expression otherwise = accept("else") ? or(at) : client -> client.registers.setNull(at);
        expect("end");
        Expression[] tests = conditions.toArray(Expression[]::new);
        Expression[] values = results.toArray(Expression[]::new);
        return client -> {
            for (int i = 0; i < tests.length; i++) {
                tests[i].evaluate(client);
                if (client.registers.isTrue(at, place)) {
                    values[i].evaluate(client);
                    return;
                }
            }
            otherwise.evaluate(client);
        };
    }

    private Expression call(String name, int at, Place place) throws UsageException {
        if (!token.equals("(") || !Functions.isKnown(name)) {
            throw place.error("`" + name + "` is no function" + Functions.question(name)
                    + "; see the list of functions in docs/scripts.md");
        }
        next();
        List<Expression> arguments = new ArrayList<>();
        boolean isFolded = Functions.isFolded(name);
        if (!token.equals(")")) {
            do {
                int register = isFolded ? at + Math.min(1, arguments.size()) : at + arguments.size();
                arguments.add(nested(() -> or(register)));
            } while (accept(","));
        }
        expect(")");
        Functions.checkCount(name, arguments.size(), place);
        if (Functions.isSeeded(name, arguments.size())) {
            arguments.add(variable(names.defaultSeed(), at + arguments.size(), place));
        }
        names.needRegisters(at + arguments.size() + 1);
        return Functions.compile(name, arguments.toArray(Expression[]::new), at, place);
    }
}
