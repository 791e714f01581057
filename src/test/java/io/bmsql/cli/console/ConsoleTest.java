package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.cli.console.Console.ProgressMode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTest {
    @Test
    void aTerminalGetsTheBlockAndColours() {
        Console console = console(true, Map.of("TERM", "xterm-256color"));
        assertThat(console.resolve(ProgressMode.auto)).isEqualTo(ProgressMode.auto);
        assertThat(console.color()).isTrue();
    }

    @Test
    void whatIsNoTerminalGetsPlainLines() {
        Console console = console(false, Map.of("TERM", "xterm"));
        assertThat(console.resolve(ProgressMode.auto)).isEqualTo(ProgressMode.plain);
        assertThat(console.color()).isFalse();
    }

    @Test
    void dumbTerminalsAndThoseWithoutANameGetPlainLines() {
        assertThat(console(true, Map.of("TERM", "dumb")).resolve(ProgressMode.auto))
                .isEqualTo(ProgressMode.plain);
        assertThat(console(true, Map.of()).resolve(ProgressMode.auto)).isEqualTo(ProgressMode.plain);
    }

    @Test
    void eachDriverIsShownInTheSameForms() {
        assertThat(console(true, Map.of("TERM", "xterm")).resolve(ProgressMode.drivers))
                .isEqualTo(ProgressMode.auto);
        assertThat(console(false, Map.of()).resolve(ProgressMode.drivers)).isEqualTo(ProgressMode.plain);
    }

    @Test
    void noColorIsObeyed() {
        Console console = console(true, Map.of("TERM", "xterm", "NO_COLOR", "1"));
        assertThat(console.color()).isFalse();
        assertThat(console.terminal()).isTrue();
    }

    @Test
    void whoeverAsksForAModeGetsIt() {
        assertThat(console(true, Map.of("TERM", "xterm")).resolve(ProgressMode.json))
                .isEqualTo(ProgressMode.json);
        assertThat(console(true, Map.of("TERM", "xterm")).resolve(ProgressMode.plain))
                .isEqualTo(ProgressMode.plain);
    }

    private static Console console(boolean errIsTerminal, Map<String, String> environment) {
        return Console.of(System.out, System.err, errIsTerminal, environment);
    }
}
