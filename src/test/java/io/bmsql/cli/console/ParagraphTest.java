package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ParagraphTest {
    @Test
    void aTextIsBrokenBetweenWordsBelowItsBeginning() {
        assertThat(Paragraph.lines("ok  ", "one two three four", 12))
                .containsExactly("ok  one two", "    three", "    four");
    }

    @Test
    void withoutAWidthItStaysOneLineAndALongWordIsNotBroken() {
        assertThat(Paragraph.lines("", "one two", Integer.MAX_VALUE)).containsExactly("one two");
        assertThat(Paragraph.lines("- ", "a-very-long-word then", 8)).containsExactly("- a-very-long-word", "  then");
    }
}
