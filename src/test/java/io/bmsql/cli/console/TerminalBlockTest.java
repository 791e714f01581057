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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The block at the bottom of a terminal, the screen that holds it, and how wide it is. */
class TerminalBlockTest {
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
}
