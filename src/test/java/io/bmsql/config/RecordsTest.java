package io.bmsql.config;

import static io.bmsql.config.TestProps.RUN;
import static io.bmsql.config.TestProps.config;
import static io.bmsql.config.TestProps.load;
import static io.bmsql.config.TestProps.setting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each key gives, and what is there without it. */
class RecordsTest {
    private static final String OTHERS =
            """
            tablegroups=true
            orderCustomerIndex=false
            foreignKeys=false
            fillFactors=false
            terminalMultiplier=2
            thresholds=tpmC>=9
            events=1s a true
            eventLimitSecs=5
            batchStatements=false
            price=12000 EUR 3y
            priceDate=2026-11-01
            priceCovers=server and support
            publish=false
            """;

    /** A key and its text, a part of the settings, what it is without the key, and what it is with it where that is not the text. */
    @ParameterizedTest
    @CsvFileSource(resources = "/config/parts.txt", delimiter = '|', quoteCharacter = '\'')
    void aKeyGivesItsPart(
            @Nullable String key, @Nullable String text, String part, String without, @Nullable String with)
            throws Exception {
        assertThat(config("")).extracting(new String[] {part}).hasToString("[" + without + "]");
        assertThat(all()).extracting(part).hasToString(with == null ? text : with);
    }

    @Test
    void someKeysGiveListsOfTheirOwn() throws Exception {
        assertThat(config("").schema()).isEqualTo(Layout.WHOLE);
        assertThat(all().schema().options())
                .isEqualTo(Map.of(
                        PropertyKey.TABLEGROUPS, true,
                        PropertyKey.ORDER_CUSTOMER_INDEX, false,
                        PropertyKey.FOREIGN_KEYS, false,
                        PropertyKey.FILL_FACTORS, false));
        assertThat(all().run().thresholds()).isEqualTo(Threshold.parse("tpmC>=9", List.of()));
        assertThat(all().events()).isEqualTo(RunEvent.parse("1s a true", 5));
    }

    @Test
    void aPriceIsTakenAsItIsSaidOrRefused() throws ConfigException {
        config("price=500.5 USD\n");
        assertThat(Price.of(List.of(new EffectiveSetting("price", "500.5 USD", "-D"))))
                .isEqualTo(new Price(500.5, "USD", "", "", ""));
        assertThat(new Price(12_000, "EUR", "3y", "2026-11-01", "server").per(24_000))
                .isEqualTo(0.5);
        for (String wrong : List.of("12000", "12,000 EUR", "0 EUR", "-5 EUR", "12000 euro")) {
            assertThatThrownBy(() -> config("price=" + wrong + "\n"))
                    .as(wrong)
                    .hasMessageContaining("Write for example 12000 EUR 3y");
        }
    }

    @Test
    void theExampleHoldsEveryKeyButTheAlternatives() throws IOException {
        String all = example();
        String missing = Arrays.stream(PropertyKey.values())
                .map(PropertyKey::key)
                .filter(key -> all.lines().noneMatch(line -> line.startsWith(key + "=")))
                .collect(Collectors.joining(" "));
        assertThat(missing)
                .isEqualTo(
                        "passwordFile runTxnsPerTerminal arrivalRate loadProfile keyingTimeMultiplier thinkTimeMultiplier"
                                + " workload scripts scriptShell scriptVariables agentsSsh");
    }

    @ParameterizedTest
    @EnumSource(PropertyKey.class)
    void everyKeyIsShownWithItsOrigin(PropertyKey key) throws Exception {
        String all = example();
        int line = (int) all.lines()
                        .takeWhile(text -> !text.startsWith(key.key() + "="))
                        .count()
                + 1;
        boolean given = line <= all.lines().count();
        EffectiveSetting shown = setting(load(ConfigPurpose.VALIDATE, all), key);
        assertThat(shown.origin()).isEqualTo(given ? "p:" + line : "default");
        String defaultText = setting(load(ConfigPurpose.VALIDATE, RUN), key).value();
        boolean computed = !key.defaultText.equals(defaultText);
        assertThat(computed)
                .as(defaultText)
                .isEqualTo(RUN.contains(key.key() + "=")
                        || key == PropertyKey.SEED
                        || key == PropertyKey.SUT_THREADS
                        || key == PropertyKey.LEDGER);
    }

    /** Props with each key of the table, and others. */
    private static String example() throws IOException {
        return OTHERS
                + Files.readAllLines(Path.of("src/test/resources/config/parts.txt")).stream()
                        .map(row -> row.split(" *\\| *", 3))
                        .filter(row -> !row[0].isEmpty())
                        .map(row -> row[0] + "=" + row[1] + "\n")
                        .collect(Collectors.joining());
    }

    private static BenchmarkConfig all() throws Exception {
        return load(ConfigPurpose.VALIDATE, example()).config();
    }
}
