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
import org.junit.jupiter.params.provider.CsvFileSource;

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
    @CsvFileSource(resources = "/script/expressions.txt", delimiterString = "=>", quoteCharacter = '`')
    void asPgbench(String expression, String expected) throws UsageException {
        assertThat(value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/script/expression-mistakes.txt", delimiterString = "=>", quoteCharacter = '`')
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
