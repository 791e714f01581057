package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.common.RunClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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

    /** What others named or said: a terminal obeys none of it. */
    @Test
    void whatATerminalWouldObeyIsAQuestionMark() {
        String hostile =
                "a\u001b]0;title\u0007b\rVerdict: Valid\u001b[2K\u001b[8m\u009b31mc\u202ed\u2066\u061c\u0000\u007f\b\te\u4ed8\u00e9\n";
        String expected = "a?]0;title?b?Verdict: Valid?[2K?[8m?31mc?d?????\te\u4ed8\u00e9\n\u001b[1mhelp\u001b[0m";
        for (boolean isTerminal : new boolean[] {true, false}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            Console console = Console.of(
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8),
                    isTerminal,
                    Map.of("TERM", "xterm"));
            try (ProgressScreen screen = new ProgressScreen(console, ProgressMode.plain, RunClock.SYSTEM)) {
                screen.console().out().print(hostile);
                screen.console().err().print(hostile);
            }
            console.out().print("\u001b[1mhelp\u001b[0m");
            console.err().print("\u001b[1mhelp\u001b[0m");
            console.out().flush();
            assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(expected);
            assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(expected);
        }
    }

    @Test
    void aTextIsBrokenBetweenWordsBelowItsBeginning() {
        assertThat(Console.paragraph("ok  ", "one two three four", 12))
                .containsExactly("ok  one two", "    three", "    four");
        assertThat(Console.paragraph("", "one two", Integer.MAX_VALUE)).containsExactly("one two");
        assertThat(Console.paragraph("- ", "a-very-long-word then", 8)).containsExactly("- a-very-long-word", "  then");
    }
}
