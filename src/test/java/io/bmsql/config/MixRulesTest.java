package io.bmsql.config;

import static io.bmsql.config.TestProps.config;
import static io.bmsql.config.TestProps.run;
import static io.bmsql.config.TestProps.runProblems;
import static io.bmsql.config.TestProps.setting;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MixRulesTest {
    private static final MixConfig DEFAULT_MIX = new MixConfig(43.47826, 43.47826, 4.347827, 4.347826, 4.347827, false);

    /** Five weights in the order of the catalogue; {@code -} for one that is not given. */
    private static String weights(String text) {
        String[] names = {"newOrderWeight", "paymentWeight", "orderStatusWeight", "deliveryWeight", "stockLevelWeight"};
        String[] values = text.split("/");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            lines.append(values[i].equals("-") ? "" : names[i] + "=" + values[i] + "\n");
        }
        return lines.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "45/43/4/4/4,45",
        "100/0/0/0/0,100",
        "0/100/0/0/0,0",
        "45.0/43.0/4.0/4.0/4.0,45",
        "45.001/43/4/4/4,45",
        "44.996/43/4/4/4,45",
        "0/100.004/0/0/0,0",
        "43.47826/43.47826/4.347827/4.347826/4.347827,43.47826"
    })
    void weightsThatAddUpOrRoundTo100AreTaken(String text, double newOrder) throws ConfigException {
        LoadedConfig loaded = run(weights(text));
        assertThat(loaded.config().mix().newOrder()).isEqualTo(newOrder);
        assertThat(loaded.warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"40/43/4/4/4,45", "0/10/10/10/10,60", "0/99/0/0/0,1"})
    void newOrderTakesWhatWholeWeightsLeave(String text, double newOrder) throws ConfigException {
        LoadedConfig loaded = run(weights(text));
        assertThat(loaded.config().mix().newOrder()).isEqualTo(newOrder);
        assertThat(loaded.warnings()).hasSize(1).allMatch(line -> line.contains("what the other four leave"));
        assertThat(setting(loaded, PropertyKey.NEW_ORDER_WEIGHT).origin()).isEqualTo("what the other four leave");
    }

    @ParameterizedTest
    @CsvSource({
        "45/44/4/4/4,101", "1/100/0/0/0,101", "0/0/0/0/0,all 0", "50.5/44/4/4/4,106.5", "45.02/43/4/4/4,100.02",
        "44.98/43/4/4/4,99.98", "45/43/4/4/-1,below 0", "45/43/4/4/x,not a number", "45/-/4/4/4,only some",
                "-/90/4/4/4,102"
    })
    void otherSumsAreOneProblemThatNamesTheSum(String text, String said) {
        assertThat(runProblems(weights(text))).hasSize(1).allMatch(line -> line.contains(said));
    }

    @Test
    void theFourOfTheSixthVersionLeaveTheRestToNewOrder() throws ConfigException {
        assertThat(config(weights("-/43.2/4.2/4.1/4.2")).mix())
                .isEqualTo(new MixConfig(44.3, 43.2, 4.2, 4.1, 4.2, false));
        LoadedConfig withIgnored = run(weights("30/43/4/4/4.5") + "application=Generic\n");
        assertThat(withIgnored.config().mix().newOrder()).isEqualTo(44.5);
        assertThat(withIgnored.warnings()).hasSize(1);
    }

    @Test
    void someWeightsThatFitTheDefaultsAreTakenWithAWarning() throws ConfigException {
        LoadedConfig loaded = run(weights("43.48/-/-/-/-"));
        assertThat(loaded.config().mix()).isEqualTo(DEFAULT_MIX);
        assertThat(loaded.warnings()).hasSize(1).allMatch(line -> line.contains("have their defaults"));
    }

    @Test
    void weightsAreNotUsedWhereCardsAreDealt() throws ConfigException {
        assertThat(config("thinkTimeMultiplier=1\n" + weights("45/43/4/4/4"))
                        .mix()
                        .deck())
                .isFalse();
        LoadedConfig both = run("mixDeck=true\n" + weights("45/43/4/4/4"));
        assertThat(both.config().mix())
                .isEqualTo(new MixConfig(43.47826, 43.47826, 4.347827, 4.347826, 4.347827, true));
        assertThat(both.warnings()).hasSize(1).allMatch(line -> line.contains("the weights are not used"));
        assertThat(runProblems("mixDeck=yes\n")).hasSize(1);
    }
}
