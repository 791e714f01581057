package io.bmsql.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.check.LedgerFindings.Rule;
import io.bmsql.common.Texts.Language;
import io.bmsql.report.Words;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LedgerWordsTest {
    private static final Words CHINESE = Words.in(Language.ZH);

    /** The report translates a rule by its English text: changing one without the other shows English on a Chinese page. */
    @ParameterizedTest
    @EnumSource
    void everyRuleHasAChineseText(Rule rule) {
        assertThat(CHINESE.translated(rule.description)).isNotEqualTo(rule.description);
    }
}
