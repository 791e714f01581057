package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.HostProgram;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code bmsql failover} does before it needs a server. */
class FailoverCommandTest {
    @TempDir
    Path folder;

    /** The event's command, which a shell splits as events do. */
    private String happens(String kill, @Nullable String promote) throws IOException, InterruptedException {
        String event = FailoverCommand.event(12.5, kill, promote);
        assertThat(event).startsWith("12.5s kill /bin/sh -c ");
        HostProgram shell = HostProgram.run(folder, "/bin/sh", "-c", event.substring("12.5s kill ".length()));
        return shell.text().replace("\n", " ") + shell.status();
    }

    @Test
    void nothingIsPromotedWhileThePrimaryMayBeAlive() throws Exception {
        assertThat(happens("echo killed", "echo promoted")).isEqualTo("killed promoted 0");
        assertThat(happens("echo missed; false", "echo promoted")).isEqualTo("missed 1");
        assertThat(happens("exit 3", "echo promoted")).isEqualTo("3");
        assertThat(happens("false || echo 'it'\\''s' \"dead;\"", "echo next; false"))
                .isEqualTo("it's dead; next 1");
        assertThat(happens("echo alone", null)).isEqualTo("alone 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.props --kill true --repeats 2 | More than one run needs --between",
                "a.props a.props --kill true | More than one run needs --between",
                "a.props --kill true --repeats 0 | --repeats=0: 1 is the least",
                "a.props --kill true --at soon | 'soon' is no time",
                "a.props --kill true --may-lose 5 | '5' is no time: write it as 5s, 500ms or 2m",
                "a.props --kill true -Devents=1s,a,true | sets events itself: leave -D events out",
                "a.props --kill true -Dledger=false | sets ledger itself",
                "a.props --kill true --at 4m | comes after 240 s, and the run measures 180 s",
                "a.props | --kill"
            })
    void whatCannotBeIsRefusedBeforeTheFirstRun(String words, String why) throws IOException {
        Stage.unconnected(folder.resolve("a.props"), "warehouses=1 terminals=2");

        Stage.refused(folder, "failover " + words, why);

        assertThat(folder.toFile().list()).containsExactly("a.props");
    }
}
