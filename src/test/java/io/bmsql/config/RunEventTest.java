package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunEventTest {
    @Test
    void eventsComeInTheOrderOfTheirMomentsWithTheirArguments() {
        assertThat(RunEvent.parse(
                        "5m ddl psql -c 'create index i on t (a; b)';120s kill ssh db1 systemctl kill -s KILL postgresql;",
                        60))
                .containsExactly(
                        new RunEvent(
                                "kill",
                                120,
                                List.of("ssh", "db1", "systemctl", "kill", "-s", "KILL", "postgresql"),
                                60),
                        new RunEvent("ddl", 300, List.of("psql", "-c", "create index i on t (a; b)"), 60));
    }

    @Test
    void linesOfAFileMayBeCommentsAndQuoteAsAShellDoes() {
        assertThat(RunEvent.parse(
                        "# first\n0.5s a echo \"x \\\" # y\" ''\n\n  # second; 1s c d\n1h b_2 a\\ b # c\n", 9))
                .containsExactly(
                        new RunEvent("a", 0.5, List.of("echo", "x \" # y", ""), 9),
                        new RunEvent("b_2", 3600, List.of("a b", "#", "c"), 9));
        assertThat(RunEvent.parse(" \n", 60)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "120 kill ls          | has `120 kill ls`, which is not a time, a name and a command",
                "120s kill            | has `120s kill`, which is not a time, a name and a command",
                "120s 9 ls            | has `120s 9 ls`, which is not a time, a name and a command",
                "1s a ls; 2s a ls     | has two events of the name `a`",
                "1s a echo \"x        | has a quotation mark \" that is not closed"
            })
    void mistakesAreNamed(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunEvent.parse(text, 60))
                .withMessage(message);
    }

    @Test
    void moreThanAThousandEventsAreRefused() {
        String many = IntStream.rangeClosed(0, RunEvent.MOST)
                .mapToObj(i -> i + "s e" + i + " true")
                .collect(Collectors.joining("\n"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunEvent.parse(many, 60))
                .withMessage("has 1001 events, more than 1000");
    }
}
