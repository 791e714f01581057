package io.bmsql.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import java.util.Map;
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
}
