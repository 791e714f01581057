package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalWidthTest {
    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock();

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
