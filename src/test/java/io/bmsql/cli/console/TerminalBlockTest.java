package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalBlockTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int columns = 80;
    private final PrintStream terminal = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void theSecondDrawingReplacesTheFirst() {
        TerminalBlock block = new TerminalBlock(terminal, () -> columns);
        block.show(List.of("one", "two"));
        assertThat(drain()).isEqualTo("\u001b[?7lone\ntwo\n\u001b[?7h");
        block.show(List.of("three"));
        assertThat(drain()).isEqualTo("\u001b[2F\u001b[J\u001b[?7lthree\n\u001b[?7h");
    }

    @Test
    void linesPrintedMeanwhileStayAboveTheBlock() {
        TerminalBlock block = new TerminalBlock(terminal, () -> columns);
        block.show(List.of("status"));
        drain();
        block.above(terminal).print("half ");
        assertThat(drain()).isEmpty();
        block.above(terminal).println("a line");
        assertThat(drain()).isEqualTo("\u001b[1F\u001b[Ja line\n\u001b[?7lstatus\n\u001b[?7h");
    }

    @Test
    void aLineEndsWhereTheWindowEnds() {
        TerminalBlock block = new TerminalBlock(terminal, () -> columns);
        columns = 4;
        block.show(List.of("status", "\u001b[31mfailed\u001b[0m", "ok"));
        assertThat(drain()).isEqualTo("\u001b[?7lstat\n\u001b[31mfail\u001b[0m\nok\n\u001b[?7h");
    }

    @Test
    void closingTakesItAway() {
        TerminalBlock block = new TerminalBlock(terminal, () -> columns);
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
}
