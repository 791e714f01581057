package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TAB in real shells; a shell that is not installed is skipped. */
class CompletionTest {
    private static final int SHELL_SECS = 60;

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
        assertThat(Stage.ended(folder, 2, "completion", "tcsh").err()).contains("tcsh", "BASH, ZSH");
    }

    /** What the script answers when TAB is pressed behind the last word. */
    private List<String> bash(String... words) throws Exception {
        assumeShell("bash");
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "--norc",
                "-c",
                "source \"$1\"; shift; compopt() { :; }; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1))\n"
                        + "_complete_bmsql; printf '%s\\n' \"${COMPREPLY[@]}\"",
                "-",
                written().toString(),
                "bmsql"));
        command.addAll(List.of(words));
        return shell(command.toArray(String[]::new));
    }

    /** The program's script. */
    private Path written() throws IOException {
        return Files.writeString(
                folder.resolve("script"), Stage.ended(folder, 0, "completion").out());
    }

    private List<String> shell(String... command) throws Exception {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            boolean ended = process.waitFor(SHELL_SECS, TimeUnit.SECONDS);
            String text = Files.readString(out, StandardCharsets.UTF_8);
            assertThat(ended).as(text).isTrue();
            return text.lines().filter(line -> !line.isEmpty()).toList();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void assumeShell(String name) {
        assumeTrue(
                List.of(System.getenv("PATH").split(":", -1)).stream()
                        .anyMatch(place -> Files.isExecutable(Path.of(place, name))),
                name + " is not installed");
    }
}
