package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.testing.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of text on the console; the block at the bottom of a terminal, the screen that holds it, and how wide it is. */
class ConsoleTest {
    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int columns = 80;
    private final PrintStream terminal = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final TerminalBlock block = new TerminalBlock(terminal, () -> columns);

    @Test
    void theSecondDrawingReplacesTheFirst() {
        block.show(List.of("one", "two"));
        assertThat(drain()).isEqualTo("\u001b[?7lone\ntwo\n\u001b[?7h");
        block.show(List.of("three"));
        assertThat(drain()).isEqualTo("\u001b[2F\u001b[J\u001b[?7lthree\n\u001b[?7h");
    }

    @Test
    void linesPrintedMeanwhileStayAboveTheBlock() {
        block.show(List.of("status"));
        drain();
        block.above(terminal).print("half ");
        assertThat(drain()).isEmpty();
        block.above(terminal).println("a line");
        assertThat(drain()).isEqualTo("\u001b[1F\u001b[Ja line\n\u001b[?7lstatus\n\u001b[?7h");
    }

    @Test
    void aLineEndsWhereTheWindowEnds() {
        columns = 4;
        block.show(List.of("status", "\u001b[31mfailed\u001b[0m", "ok", "运行2", "a运行2"));
        assertThat(drain()).isEqualTo("\u001b[?7lstat\n\u001b[31mfail\u001b[0m\nok\n运行\na运\n\u001b[?7h");
    }

    /** Terminals wrap what stands there when the window becomes narrower. */
    @Test
    void inAWindowThatBecameNarrowerNoneOfItsRowsIsLeftBehind() {
        block.show(List.of("status of a run", "ok", "运行运行", ""));
        drain();
        columns = 6;
        block.show(List.of());
        assertThat(drain()).as("3 + 1 + 2 + 1 rows").isEqualTo("\u001b[7F\u001b[J");
        columns = 3;
        block.show(List.of("status"));
        columns = 2;
        drain();
        block.close();
        assertThat(drain()).as("what the window did not show is not wrapped").isEqualTo("\u001b[2F\u001b[J");
    }

    @Test
    void closingTakesItAway() {
        block.show(List.of("status"));
        drain();
        block.close();
        assertThat(drain()).isEqualTo("\u001b[1F\u001b[J");
        block.close();
        assertThat(drain()).isEmpty();
    }

    private String drain() {
        String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }

    @Test
    void whoeverHoldsTheConsoleAloneStillPrintsAboveTheBlock() {
        Console console = Console.of(terminal, terminal, true, Map.of("TERM", "xterm"));
        try (ProgressScreen screen = new ProgressScreen(console, ProgressMode.auto, new ManualClock())) {
            screen.showBlock(List.of("bar"));
            drain();
            console.err().println("Stopping");
            assertThat(drain()).isEqualTo("\u001b[1F\u001b[JStopping\n\u001b[?7lbar\n\u001b[?7h");
        }
        assertThat(drain()).isEqualTo("\u001b[1F\u001b[J");
        console.err().println("Stopped");
        assertThat(drain()).isEqualTo("Stopped\n");
    }

    @Test
    void whereNobodyLooksNothingIsWrittenButLines() {
        Console console = Console.of(terminal, terminal, false, Map.of("TERM", "xterm"));
        try (ProgressScreen screen =
                new ProgressScreen(console, console.resolve(ProgressMode.auto), new ManualClock())) {
            screen.console().err().println("Loading");
            console.err().println("Stopping");
        }
        assertThat(drain()).isEqualTo("Loading\nStopping\n");
    }

    private TerminalWidth width(String... question) {
        return new TerminalWidth(clock, new ProcessBuilder(question), TimeUnit.MINUTES.toMillis(1));
    }

    @Test
    void theWindowIsLookedAtAgainAfterAWhile() throws Exception {
        Path size = Files.writeString(folder.resolve("size"), "24 80\n");
        TerminalWidth width = width("cat", size.toString());
        assertThat(width.getAsInt()).isEqualTo(80);
        Files.writeString(size, "24 40\n");
        assertThat(width.getAsInt()).isEqualTo(80);
        clock.advance(TimeUnit.SECONDS.toNanos(5));
        assertThat(width.getAsInt()).isEqualTo(40);
    }

    @Test
    void nobodyKnowsWithoutAnAnswer() {
        assertThat(width("sh", "-c", "echo 0 0").getAsInt()).isEqualTo(TerminalWidth.UNKNOWN);
        assertThat(width("sh", "-c", "echo not a tty >&2; exit 1").getAsInt()).isEqualTo(TerminalWidth.UNKNOWN);
        assertThat(width(folder + "/no-such-program").getAsInt()).isEqualTo(TerminalWidth.UNKNOWN);
    }

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
            Console console = Console.of(terminal, terminal, isTerminal, Map.of("TERM", "xterm"));
            for (Function<Console, PrintStream> stream :
                    List.<Function<Console, PrintStream>>of(Console::out, Console::err)) {
                try (ProgressScreen screen = new ProgressScreen(console, ProgressMode.plain, clock)) {
                    stream.apply(screen.console()).print(hostile);
                }
                stream.apply(console).print("\u001b[1mhelp\u001b[0m");
                stream.apply(console).flush();
                assertThat(drain()).isEqualTo(expected);
            }
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
