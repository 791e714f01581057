package io.bmsql.script;

import io.bmsql.common.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.lang3.function.FailableIntConsumer;

/**
 * Compiles the expression in a part of a script file. Each operand is compiled for a register:
 * the left one for that of the whole, the right one for the next.
 *
 * <p>Unlike pgbench, AND, OR and NOT take numbers too (its manual has {@code 5 or 0} as an example), and a text in quotes
 * is a value, for {@code pattern}.
 */
final class ExpressionParser {
    private static final int MAX_DEPTH = 100;
    /** The operators with two operands by level, weakest first; the levels without are those of NOT, IS and {@code ~}. */
    private static final List<Set<String>> OPERATORS = List.of(
            Set.of("or"),
            Set.of("and"),
            Set.of(),
            Set.of(),
            Set.of("=", "<>", "!=", "<", "<=", ">", ">="),
            Set.of("|", "&", "#", "<<", ">>"),
            Set.of(),
            Set.of("+", "-"),
            Set.of("*", "/", "%"));

    private static final int NOT = 2;
    private static final int IS = 3;
    private static final int COMPARISON = 4;
    /** {@code ~} binds less than {@code +}: ~ 1 + 1 is ~ 2. */
    private static final int TILDE = 6;

    private static final Set<String> TRUTHS = Set.of("null", "true", "false");
    private static final Set<String> NO_OPERANDS = Set.of("", "and", "or", "is", "isnull", "notnull");
    private static final Set<String> LONG_SYMBOLS = Set.of("<>", "!=", "<=", ">=", "<<", ">>");
    private static final String SYMBOLS = "+-*/%()=<>|&#~,!";

    private final Place file;
    private final String text;
    private final int end;
    private final ScriptVariables names;
    private final FailableIntConsumer<UsageException> used;
    /** Holds all variables so far; {@code draws} counts the calls that are anew each time, such as those of random(). */
    private final List<Integer> slots = new ArrayList<>();

    private int draws;
    private int position;
    private int depth;
    /** Lower case but for variables and texts; empty at the end. */
    private String token = "";

    private int tokenAt;

    /** Reads the characters from start to end; reports each variable to {@code used}, by the offset of its colon. */
    ExpressionParser(Place start, int end, ScriptVariables names, FailableIntConsumer<UsageException> used) {
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
        check(!token.isEmpty(), "an expression is missing; write one, such as 1 + :scale");
        Expression all = level(0, 0);
        if (!token.isEmpty()) {
            throw unexpected();
        }
        return all;
    }

    private Place here() {
        return file.at(tokenAt);
    }

    private void check(boolean isRight, String message) throws UsageException {
        here().check(isRight, message);
    }

    private UsageException unexpected() {
        String what = token.isEmpty() ? "the expression ends too early" : "`" + token + "` cannot stand here";
        return here().error(what + "; write the expression as in pgbench's manual");
    }

    private boolean accept(String expected) throws UsageException {
        if (!token.equals(expected)) {
            return false;
        }
        next();
        return true;
    }

    private void expect(String expected) throws UsageException {
        Place place = here();
        String found = token.isEmpty() ? "the end of the expression" : "`" + token + "`";
        place.check(accept(expected), "`" + expected + "` is missing before " + found + "; add it");
    }

    private void next() throws UsageException {
        position = skipBlanks(text, position, end);
        tokenAt = position;
        char first = position < end ? text.charAt(position) : '\0';
        if (position == end) {
            token = "";
            return;
        } else if (first == ':' || first == '_' || Character.isLetter(first)) {
            position = nameEnd(text, position + 1, end);
            check(
                    first != ':' || position > tokenAt + 1,
                    "a variable's name is missing behind the colon; write one, such as :scale");
        } else if (first == '\'') {
            position = text.indexOf('\'', position + 1) + 1;
            check(position > 0 && position <= end, "a text is not closed; end it with a quote");
        } else if (first >= '0' && first <= '9' || first == '.') {
            while (position < end && isInNumber(text.charAt(position), text.charAt(Math.max(tokenAt, position - 1)))) {
                position++;
            }
            String number = text.substring(tokenAt, position);
            check(Values.isNumber(number), "`" + number + "` is no number; write one such as 5432 or 3.14");
        } else {
            check(SYMBOLS.indexOf(first) >= 0, "`" + first + "` is no part of an expression; take it out");
            int two = Math.min(position + 2, end);
            position = LONG_SYMBOLS.contains(text.substring(position, two)) ? two : position + 1;
        }
        token = text.substring(tokenAt, position);
        token = first == ':' || first == '\'' ? token : token.toLowerCase(Locale.ROOT);
    }

    private static boolean isInNumber(char c, char before) {
        return c == '.'
                || c == '_'
                || Character.isLetterOrDigit(c)
                || (c == '+' || c == '-') && "eE".indexOf(before) >= 0;
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

    /** Operators of this level and all that bind more. */
    private Expression level(int level, int at) throws UsageException {
        Place place = here();
        if (level == OPERATORS.size()) {
            return unary(at);
        } else if (level == NOT && accept("not")) {
            return Expression.strict((c, v, r, p) -> v.set(r, !v.isTrue(r, p)), at, place, nested(NOT, at));
        } else if (level == TILDE && accept("~")) {
            return Expression.strict((c, v, r, p) -> v.set(r, ~v.asLong(r, p)), at, place, nested(TILDE, at));
        }
        int firstSlot = slots.size();
        int firstDraw = draws;
        Expression left = level(level + 1, at);
        if (level == IS) {
            return tests(left, at);
        }
        Set<String> operators = OPERATORS.get(level);
        while (operators.contains(token)) {
            left = once(operator(left, level, at), at, firstSlot, firstDraw);
            check(
                    level != COMPARISON || !operators.contains(token),
                    "two comparisons follow each other; put one of them in parentheses");
        }
        return left;
    }

    private Expression operator(Expression left, int level, int at) throws UsageException {
        Place place = here();
        String operator = token;
        next();
        names.needRegisters(at + 2);
        Expression right = level(level + 1, at + 1);
        if (level < NOT) {
            return logic(left, right, at, operator.equals("or"), place);
        }
        return Expression.strict(Operators.of(operator), at, place, left, right);
    }

    /** What is the same whenever a client asks, such as 100000 * :scale, is worked out once for each client. */
    private Expression once(Expression all, int at, int firstSlot, int firstDraw) {
        int[] used = slots.subList(firstSlot, slots.size()).stream()
                .mapToInt(slot -> slot)
                .toArray();
        if (draws > firstDraw || !names.areFixed(used)) {
            return all;
        }
        int place = names.keep();
        return client -> {
            Values kept = client.kept;
            byte kind = kept.kind(place);
            if (kind > Values.NULL) {
                client.registers.copy(at, kept, place);
                return;
            }
            all.evaluate(client);
            if (kind == Values.UNSET && names.areFixed(used)) {
                kept.copy(place, client.registers, at);
            } else {
                // A script that was read later sets one of its variables.
                kept.setNull(place);
            }
        };
    }

    /** The right side is worked out only when the left one leaves the answer open; NULL does not, as in pgbench. */
    private static Expression logic(Expression left, Expression right, int at, boolean deciding, Place place) {
        return client -> {
            Values values = client.registers;
            left.evaluate(client);
            if (values.isNull(at)) {
                return;
            }
            boolean result = values.isTrue(at, place);
            if (result != deciding) {
                right.evaluate(client);
                if (values.isNull(at + 1)) {
                    values.setNull(at);
                    return;
                }
                result = values.isTrue(at + 1, place);
            }
            values.set(at, result);
        };
    }

    private Expression tests(Expression operand, int at) throws UsageException {
        Expression left = operand;
        while (token.equals("is") || token.equals("isnull") || token.equals("notnull")) {
            boolean isLong = token.equals("is");
            boolean isNull = token.equals("isnull");
            next();
            boolean wanted = isLong ? !accept("not") : isNull;
            String asked = isLong ? token : "null";
            if (!TRUTHS.contains(asked)) {
                throw unexpected();
            }
            left = test(left, at, asked, wanted);
            if (isLong) {
                next();
            }
        }
        return left;
    }

    private static Expression test(Expression operand, int at, String what, boolean wanted) {
        boolean asksNull = what.equals("null");
        boolean asksTrue = what.equals("true");
        return client -> {
            operand.evaluate(client);
            Values values = client.registers;
            boolean isBoolean = values.kind(at) == Values.BOOLEAN;
            values.set(at, (asksNull ? values.isNull(at) : isBoolean && values.bool(at) == asksTrue) == wanted);
        };
    }

    private Expression unary(int at) throws UsageException {
        Place place = here();
        if (accept("+")) {
            return nested(OPERATORS.size(), at);
        } else if (!accept("-")) {
            return primary(at);
        } else if (token.equals("9223372036854775808")) {
            next();
            return client -> client.registers.set(at, Long.MIN_VALUE);
        }
        return Expression.strict(Operators::negate, at, place, nested(OPERATORS.size(), at));
    }

    /** What an operator or a parenthesis holds. */
    private Expression nested(int level, int at) throws UsageException {
        depth++;
        check(depth <= MAX_DEPTH, "the expression has more than " + MAX_DEPTH + " levels; use several \\set");
        Expression expression = level(level, at);
        depth--;
        return expression;
    }

    private Expression primary(int at) throws UsageException {
        Place place = here();
        names.needRegisters(at + 1);
        String what = token;
        char first = what.isEmpty() ? ')' : what.charAt(0);
        if (first == '~') {
            return nested(TILDE, at);
        } else if (what.equals("not")) {
            return nested(NOT, at);
        } else if (first != '(' && SYMBOLS.indexOf(first) >= 0 || NO_OPERANDS.contains(what)) {
            throw unexpected();
        }
        next();
        if (first == '(') {
            Expression inner = nested(0, at);
            expect(")");
            return inner;
        } else if (first == ':') {
            used.accept(place.offset());
            return variable(what.substring(1), at, place);
        } else if (first == '\'') {
            String value = what.substring(1, what.length() - 1);
            return client -> client.registers.set(at, value);
        } else if (Values.isNumber(what)) {
            return constant(what, at, place);
        }
        return switch (what) {
            case "null" -> client -> client.registers.setNull(at);
            case "true" -> client -> client.registers.set(at, true);
            case "false" -> client -> client.registers.set(at, false);
            case "case" -> choice(at);
            case TableStatement.ROWNUM -> {
                place.check(names.isGiven(what), "rownum is for the columns of tables.sql; use a variable");
                yield variable(what, at, place);
            }
            default -> call(what, at, place);
        };
    }

    private static Expression constant(String number, int at, Place place) throws UsageException {
        Values value = new Values(1);
        value.setNumber(0, number);
        boolean isFinite =
                value.kind(0) == Values.LONG || value.kind(0) == Values.DOUBLE && Double.isFinite(value.real(0));
        place.check(isFinite, number + " is too large; write a smaller number, or one with a point for a double");
        return client -> client.registers.copy(at, value, 0);
    }

    private Expression variable(String name, int at, Place place) {
        int slot = names.slot(name);
        slots.add(slot);
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
        do {
            expect("when");
            conditions.add(nested(0, at));
            expect("then");
            results.add(nested(0, at));
        } while (token.equals("when"));
        results.add(accept("else") ? nested(0, at) : client -> client.registers.setNull(at));
        expect("end");
        Expression[] tests = conditions.toArray(Expression[]::new);
        Expression[] values = results.toArray(Expression[]::new);
        return client -> {
            int i = 0;
            for (; i < tests.length; i++) {
                tests[i].evaluate(client);
                if (client.registers.isTrue(at, place)) {
                    break;
                }
            }
            values[i].evaluate(client);
        };
    }

    private Expression call(String name, int at, Place place) throws UsageException {
        if (!token.equals("(") || !Functions.isKnown(name)) {
            throw place.error("`" + name + "` is no function" + Functions.question(name)
                    + "; use one of those of pgbench's manual");
        }
        next();
        int firstSlot = slots.size();
        int firstDraw = draws;
        List<Expression> arguments = new ArrayList<>();
        boolean isFolded = Functions.isFolded(name);
        if (!token.equals(")")) {
            do {
                int register = at + (isFolded ? Math.min(1, arguments.size()) : arguments.size());
                arguments.add(nested(0, register));
            } while (accept(","));
        }
        expect(")");
        if (Functions.checkedCount(name, arguments.size(), place) > arguments.size()) {
            arguments.add(variable("default_seed", at + arguments.size(), place));
        }
        names.needRegisters(at + arguments.size() + 1);
        draws += Functions.isDrawn(name) ? 1 : 0;
        Expression all = Functions.compile(name, at, place, arguments.toArray(Expression[]::new));
        return once(all, at, firstSlot, firstDraw);
    }
}
