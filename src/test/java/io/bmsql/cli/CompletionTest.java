package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TAB in real shells; a shell that is not installed is skipped. */
class CompletionTest {
    private static final int SHELL_SECS = 60;

    @TempDir
    private Path folder;

    @BeforeEach
    void makeFiles() throws IOException {
        for (String file : List.of("props.pg", "my.properties", "other.txt", "with blank/props.x")) {
            Path path = folder.resolve("work").resolve(file);
            Files.createDirectories(path.getParent());
            Files.createFile(path);
        }
        Files.createFile(
                Files.createDirectories(folder.resolve("work/my_result")).resolve("run.properties"));
        Files.createDirectories(folder.resolve("work/my_other"));
    }

    @Test
    void bashCompletesCommandsOptionsSettingsAndFiles() throws Exception {
        // The words as bash cuts them, "=" and ":" for themselves.
        assertThat(bash("re")).containsExactly("report", "rerun", "results", "reset");
        assertThat(bash("--stacktrace", "rer")).containsExactly("rerun");
        assertThat(bash("run", ""))
                .contains("my.properties", "props.pg", "with blank")
                .doesNotContain("other.txt");
        assertThat(bash("run", "with\\ blank/")).containsExactly("with blank/props.x");
        assertThat(bash("run", "oth")).as("nothing else fits").containsExactly("other.txt");
        assertThat(bash("run", "--prog")).containsExactly("--progress");
        assertThat(bash("run", "--progress", "pl")).containsExactly("plain");
        assertThat(bash("run", "--progress", "=", "pl")).containsExactly("plain");
        assertThat(bash("run", "-D", "wareh")).containsExactly("warehouses=");
        assertThat(bash("run", "-Dwareh")).containsExactly("-Dwarehouses=");
        assertThat(bash("run", "-Dwarehouses", "=", "5")).isEmpty();
        assertThat(bash("run", "-Dwarehouses", "=", "5", "pr")).containsExactly("props.pg");
        assertThat(bash("report", "my")).containsExactly("my_result");
        assertThat(bash("compare", "my_result", "my")).containsExactly("my_result");
        assertThat(bash("driver", "")).containsExactly("get", "list");
        assertThat(bash("driver", "get", "ki")).containsExactly("kingbase");
        assertThat(bash("driver", "get", "oracle", "com.x", ":", "y", "--rep")).containsExactly("--repository");
        assertThat(bash("ledger", "verify", "props.pg", "my")).containsExactly("my_result");
        assertThat(bash("help", "rer")).containsExactly("rerun");
    }

    @Test
    void fishCompletesTheSame() throws Exception {
        assumeShell("fish");
        String script = "source '" + written("fish") + "'";
        for (String line :
                List.of("rer", "run pro", "run --progress pl", "run -Dwareh", "report my", "driver get ki")) {
            script += "\ncomplete -C 'bmsql " + line + "' | string replace -r '\\t.*' ''";
        }
        assertThat(shell("fish", "--no-config", "-c", script))
                .containsExactly("rerun", "props.pg", "plain", "-Dwarehouses=", "my_result", "kingbase");
    }

    /** In a terminal of its own: zsh completes nowhere else. */
    @Test
    void zshCompletesTheSame() throws Exception {
        assumeShell("zsh");
        Files.move(
                written("zsh"),
                Files.createDirectories(folder.resolve("functions")).resolve("_bmsql"));
        String script = "zmodload zsh/zpty; zpty z 'TERM=dumb zsh -f -i'\n"
                + "zpty -w z \"PS1='>'; fpath=('" + folder.resolve("functions") + "' \\$fpath); autoload -U compinit;"
                + " compinit -u -d '" + folder.resolve("dump") + "'; unsetopt beep; stty -echo; echo re''ady\"\n"
                + "zpty -r z out '*ready*'\n";
        List<String> expected = List.of(
                "rer=rerun ",
                "run pr=run props.pg ",
                "run --progress pl=run --progress plain ",
                "run -Dwareh=run -Dwarehouses=",
                "report my=report my_result/",
                "results my=results my_result/",
                "driver get ki=driver get kingbase ");
        for (String each : expected) {
            String[] parts = each.split("=", 2);
            script += "zpty -w -n z $'\\x15bmsql " + parts[0] + "\\t'; zpty -r z out '*bmsql " + parts[1]
                    + "*'; print -r -- " + parts[0].replace(" ", "_") + "\n";
        }
        assertThat(shell("zsh", "-f", "-c", script + "zpty -d z"))
                .containsExactlyElementsOf(expected.stream()
                        .map(each -> each.split("=", 2)[0].replace(" ", "_"))
                        .toList());
    }

    @Test
    void anUnknownShellIsRefused() {
        assertThat(Stage.ended(folder, 2, "completion", "tcsh").err()).contains("tcsh", "BASH, ZSH, FISH");
    }

    private List<String> bash(String... words) throws Exception {
        assumeShell("bash");
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "--norc",
                "-c",
                "source \"$1\"; shift; compopt() { :; }; COMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'; COMP_WORDS=(\"$@\")\n"
                        + "COMP_CWORD=$(($# - 1)); _bmsql; printf '%s\\n' \"${COMPREPLY[@]}\"",
                "-",
                written("bash").toString(),
                "bmsql"));
        command.addAll(List.of(words));
        return shell(command.toArray(String[]::new));
    }

    /** The program's script, written once. */
    private Path written(String shell) throws IOException {
        Path script = folder.resolve("script." + shell);
        if (!Files.exists(script)) {
            Files.writeString(
                    script, Stage.ended(folder, 0, "completion", shell).out());
        }
        return script;
    }

    private List<String> shell(String... command) throws Exception {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command)
                .directory(folder.resolve("work").toFile())
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
