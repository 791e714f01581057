package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.testing.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressScreenTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private String drain() {
        String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }

    @Test
    void whoeverHoldsTheConsoleAloneStillPrintsAboveTheBlock() {
        Console console = Console.of(stream, stream, true, Map.of("TERM", "xterm"));
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
        Console console = Console.of(stream, stream, false, Map.of("TERM", "xterm"));
        try (ProgressScreen screen =
                new ProgressScreen(console, console.resolve(ProgressMode.auto), new ManualClock())) {
            screen.err().println("Loading");
            console.err().println("Stopping");
        }
        assertThat(drain()).isEqualTo("Loading\nStopping\n");
    }
}
