package io.bmsql.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.UsageException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Most expected values were read off pgbench 15: debug(...) of the same expression. */
class ExpressionTest {
    private static final Map<String, String> GIVEN =
            Map.of("scale", "3", "default_seed", "42", "t", "yes", "f", "1e3", "s", "abc", "z", "null", "i", "007");

    private static String value(String expression) throws UsageException {
        ScriptVariables names = new ScriptVariables(GIVEN.keySet());
        Expression compiled = new ExpressionParser(
                        new Place("a.sql", expression, 0), expression.length(), names, colon -> {})
                .parse();
        ScriptClient client = new ScriptClient(names, 1, 0, GIVEN);
        compiled.evaluate(client);
        String text = SqlText.valueText(client.registers, 0);
        return client.registers.isDouble(0) ? "double " + text : text;
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '`',
            textBlock =
                    """
        5 / 3 => 1
        -7 / 2 => -3
        mod(-7, 3) => -1
        -9223372036854775808 % -1 => 0
        -9223372036854775808 => -9223372036854775808
        3 - 2.0 => double 1
        5.0 / 0 => double Infinity
        int(9.5) => 10
        int(2.5) => 2
        int(5.4 + 3.8) => 9
        5.5 % 2 => 0
        5.4 | 1 => 5
        1 | 2 + 4 => 7
        1 # 3 | 2 => 2
        3 & 1 | 4 => 5
        ~ 1 + 1 => -3
        ~1 & 3 => 2
        -~1 => 2
        ~~5 => 5
        1 << 64 => 1
        1 << 63 => -9223372036854775808
        -8 >> 1 => -4
        1.5 << 1 => 4
        2--3 => 5
        - - 2 => 2
        2 * - 3 => -6
        3-2 => 1
        5. => double 5
        .5 => double 0.5
        1e3 => double 1E+3
        1.0/3 => double 0.333333333333333
        not 1 = 2 => true
        not 1 is null => true
        1 = 1 is true => true
        2 is true => false
        null is false => false
        1 is not true => true
        5 isnull isnull => false
        null notnull => false
        1 + null => NULL
        null = null => NULL
        not null => NULL
        null and 5/0 => NULL
        1 = 2 and 5/0 = 1 => false
        1 = 1 or 5/0 = 1 => true
        true and null => NULL
        false or null => NULL
        5 or 0 => true
        3 and 0 => false
        1 + case when true then 2 else 5/0 end => 3
        case when null then 1 when 2.5 then 2 end => 2
        case when 0 then 1 end => NULL
        1.0 < 2 => true
        2 <> 2 => false
        3 >= 3 => true
        abs(-17) => 17
        abs(-3.5) => double 3.5
        double(5432) => double 5432
        debug(5432.1) => double 5432.1
        exp(1.0) => double 2.71828182845905
        ln(exp(2)) => double 2
        sqrt(2.0) => double 1.4142135623731
        pi() => double 3.14159265358979
        pow(2.0, 10) => double 1024
        POWER(2, -1) => double 0.5
        greatest(5, 4, 3, 2) => 5
        greatest(1, 2.0) => double 2
        greatest(2, 2.0, null) => NULL
        least(5, 4, 3, 2.1) => double 2.1
        hash(10, 5432) => -5817877081768721676
        hash_murmur2(10, 5432) => -5817877081768721676
        hash_fnv1a(10, 5432) => -7793829335365542153
        hash_fnv1a(-1, -1) => 9116541788052886162
        hash(10) => -3562774314593256714
        hash_fnv1a(2) => -4520119406760868179
        hash(1.5, 2.5) => 8628357597987678224
        hash(null) => NULL
        random(7, 7) => 7
        random_zipfian(1, 1, 2) => 1
        random(1, null) => NULL
        permute(0, 1) => 0
        :scale * 10 => 30
        :t => true
        :f + 1 => double 1001
        :z => NULL
        :i => 7
        """)
    void asPgbench(String expression, String expected) throws UsageException {
        assertThat(value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '`',
            textBlock =
                    """
        1 + => column 4: the expression ends too early; write the expression as in pgbench's manual
        (1 => column 3: `)` is missing before the end of the expression; add it
        1 2 => column 3: `2` cannot stand here; write the expression as in pgbench's manual
        2 = 3 < 4 => column 7: two comparisons follow each other; put one of them in parentheses
        2 ^ 3 => column 3: `^` is no part of an expression; take it out
        1.5.2 => column 1: `1.5.2` is no number; write one such as 5432 or 3.14
        1e400 => column 1: 1e400 is too large; write a smaller number, or one with a point for a double
        9223372036854775808 => column 1: 9223372036854775808 is too large; write a smaller number, or one with a point for a double
        case 1 when 1 then 2 end => column 6: `when` is missing before `1`; add it
        'abc => column 1: a text is not closed; end it with a quote
        1 + : => column 5: a variable's name is missing behind the colon; write one, such as :scale
        rondom(1, 2) => column 1: `rondom` is no function: did you mean `random`?; use one of those of pgbench's manual
        abs() => column 1: abs takes 1 argument, not 0; correct the call
        hash(1, 2, 3) => column 1: hash takes 1 or 2 arguments, not 3; correct the call
        least() => column 1: least takes at least 1 argument, not 0; correct the call
        9223372036854775807 + 1 => column 21: 9223372036854775807 + 1 is beyond the range of integers; use doubles or smaller numbers
        -9223372036854775808 / -1 => column 22: -9223372036854775808 / -1 is beyond the range of integers; use doubles or smaller numbers
        -(-9223372036854775807 - 1) => column 1: -(-9223372036854775808) is beyond the range of integers; use doubles or smaller numbers
        1 + 5 / 0 => column 7: division by zero; let a CASE see to that value
        5 % 0 => column 3: division by zero; let a CASE see to that value
        true + 1 => column 6: true stands where a number is needed; use a number
        :s + 1 => column 4: 'abc' stands where a number is needed; use a number
        int(1e30) => column 1: 1.0E30 is too large for an integer; keep it a double or make it smaller
        random(5, 1) => column 1: the range 5 to 1 is empty; put the smaller number first
        random(0, 9223372036854775807) => column 1: the range 0 to 9223372036854775807 is too large; make it smaller
        random_gaussian(1, 10, 1.5) => column 1: random_gaussian needs a parameter of 2 or more, not 1.5; correct it
        random_exponential(1, 10, 0) => column 1: random_exponential needs a parameter above 0, not 0.0; correct it
        random_zipfian(1, 10, 1) => column 1: random_zipfian needs a parameter from 1.001 to 1000, not 1.0; correct it
        permute(0, 0) => column 1: permute needs a size above 0, not 0; correct it
        pattern(5) => column 1: pattern takes a text; write it in quotes, such as pattern('###-@@@')
        :unset => column 1: this variable has no value yet; set it before this line
        """)
    void mistakesAreOneSentence(String expression, String message) {
        assertThatThrownBy(() -> value(expression))
                .isExactlyInstanceOf(UsageException.class)
                .hasMessage("a.sql, line 1, " + message);
    }

    @Test
    void permuteIsAPermutationOfEverySize() throws UsageException {
        for (int size : new int[] {1, 2, 3, 7, 8, 9, 100, 1000, 1025}) {
            Set<String> met = new HashSet<>();
            for (int i = 0; i < size; i++) {
                met.add(value("permute(" + i + ", " + size + ", 5)"));
            }
            assertThat(met).hasSize(size);
        }
        assertThat(value("permute(-1, 1000)")).isEqualTo(value("permute(999, 1000, 42)"));
        assertThat(value("permute(5, 9223372036854775807)")).isNotEqualTo(value("permute(5, 9223372036854775807, 1)"));
    }

    @Test
    void ourOwnFunctions() throws UsageException {
        assertThat(value("pattern('##-@@ x')")).matches("[0-9]{2}-[a-z]{2} x");
        for (int i = 0; i < 100; i++) {
            assertThat(Long.parseLong(value("nurand(1023, 1, " + (3000 + i) + ")")))
                    .isBetween(1L, 3000L + i);
        }
    }

    /** The sums of 2 * :n that are seen while :n becomes 2 and 3, with or without a script that sets it. */
    private static List<Long> whileVariableChanges(Set<String> set, Set<String> prefixes) throws UsageException {
        ScriptVariables names = new ScriptVariables(Set.of("n"));
        String text = "1 + 2 * :n";
        Expression sum = new ExpressionParser(new Place("a.sql", text, 0), text.length(), names, colon -> {}).parse();
        names.set(set, prefixes);
        ScriptClient client = new ScriptClient(names, 1, 0, Map.of("n", "1"));
        List<Long> seen = new ArrayList<>();
        for (long n = 1; n <= 3; n++) {
            client.variables.set(names.slot("n"), n);
            sum.evaluate(client);
            seen.add(client.registers.bits(0));
        }
        return seen;
    }

    @Test
    void onlyWhatNoScriptSetsIsWorkedOutOnceForAClient() throws UsageException {
        assertThat(whileVariableChanges(Set.of(), Set.of())).containsExactly(3L, 3L, 3L);
        assertThat(whileVariableChanges(Set.of("n"), Set.of())).containsExactly(3L, 5L, 7L);
        assertThat(whileVariableChanges(Set.of(), Set.of(""))).containsExactly(3L, 5L, 7L);
    }
}
