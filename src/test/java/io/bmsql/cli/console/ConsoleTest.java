package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.cli.console.Console.ProgressMode;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTest {
    /** The block and colours in a terminal, plain lines elsewhere, and what is asked for everywhere. */
    @ParameterizedTest
    @CsvSource({
        "true, TERM=xterm-256color, auto, auto, true",
        "false, TERM=xterm, auto, plain, false",
        "true, TERM=dumb, auto, plain, false",
        "true, NONE=, auto, plain, false",
        "true, TERM=xterm, agents, auto, true",
        "false, NONE=, agents, plain, false",
        "true, TERM=xterm NO_COLOR=1, auto, auto, false",
        "true, TERM=xterm, json, json, true",
        "true, TERM=xterm, plain, plain, true"
    })
    void theFormIsThatOfTheTerminalOrTheOneAskedFor(
            boolean isTerminal, String environment, ProgressMode asked, ProgressMode expected, boolean color) {
        Map<String, String> variables = Stream.of(environment.split(" "))
                .map(variable -> variable.split("=", 2))
                .collect(Collectors.toMap(variable -> variable[0], variable -> variable[1]));
        Console console = Console.of(System.out, System.err, isTerminal, variables);
        assertThat(console.resolve(asked)).isEqualTo(expected);
        assertThat(console.color()).isEqualTo(color);
    }

    @Test
    void aTextIsBrokenBetweenWordsBelowItsBeginning() {
        assertThat(Console.paragraph("ok  ", "one two three four", 12))
                .containsExactly("ok  one two", "    three", "    four");
        assertThat(Console.paragraph("", "one two", Integer.MAX_VALUE)).containsExactly("one two");
        assertThat(Console.paragraph("- ", "a-very-long-word then", 8)).containsExactly("- a-very-long-word", "  then");
    }
}
