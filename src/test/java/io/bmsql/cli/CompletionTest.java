package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.testing.HostProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TAB in real shells; a shell that is not installed is skipped. */
class CompletionTest {
    @TempDir
    private Path folder;

    @Test
    void bashCompletesCommandsOptionsAndValues() throws Exception {
        assertThat(bash("re")).containsExactly("report", "rerun", "results", "reset");
        assertThat(bash("run", "--prog")).containsExactly("--progress");
        assertThat(bash("run", "--progress", "pl")).containsExactly("plain");
        assertThat(bash("init", "--workload", "sysb")).containsExactly("sysbench");
        assertThat(bash("dialect", "")).containsExactly("test");
        assertThat(bash("help", "rer")).containsExactly("rerun");
    }

    /** In a terminal of its own: zsh completes nowhere else. */
    @Test
    void zshCompletesTheSame() throws Exception {
        assumeShell("zsh");
        String script = "zmodload zsh/zpty; zpty z 'TERM=dumb zsh -f -i'\n"
                + "zpty -w z \"PS1='>'; autoload -U compinit; compinit -u -D; source '" + written()
                + "'; unsetopt beep; stty -echo; echo re''ady\"\nzpty -r z out '*ready*'\n";
        Map<String, String> expected =
                Map.of("rer", "rerun ", "run --progress pl", "run --progress plain ", "dialect t", "dialect test ");
        for (Map.Entry<String, String> each : expected.entrySet()) {
            script += "zpty -w -n z $'\\x15bmsql " + each.getKey() + "\\t'; zpty -r z out '*bmsql " + each.getValue()
                    + "*'; print -r -- '" + each.getKey() + "'\n";
        }
        assertThat(shell("zsh", "-f", "-c", script + "zpty -d z"))
                .containsExactlyInAnyOrderElementsOf(expected.keySet());
    }

    @Test
    void anUnknownShellIsRefused() {
        Stage.refused(folder, "completion tcsh", "tcsh", "BASH, ZSH");
    }

    /** What the script answers when TAB is pressed behind the last word. */
    private List<String> bash(String... words) throws Exception {
        assumeShell("bash");
        String script = "source \"$1\"; shift; compopt() { :; }; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1))\n"
                + "_complete_bmsql; printf '%s\\n' \"${COMPREPLY[@]}\"";
        return shell(Stage.words(
                words, "bash", "--norc", "-c", script, "-", written().toString(), "bmsql"));
    }

    /** The program's script. */
    private Path written() throws IOException {
        return Files.writeString(
                folder.resolve("script"), Stage.ended(folder, 0, "completion").out());
    }

    private List<String> shell(String... command) throws Exception {
        return HostProgram.run(folder, command)
                .text()
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static void assumeShell(String name) {
        assumeTrue(
                List.of(System.getenv("PATH").split(":", -1)).stream()
                        .anyMatch(place -> Files.isExecutable(Path.of(place, name))),
                name + " is not installed");
    }
}
