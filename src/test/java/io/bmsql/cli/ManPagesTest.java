package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.config.PropertyKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class ManPagesTest {
    @TempDir
    private Path folder;

    private Path share;

    @BeforeEach
    void write() {
        share = folder.resolve("share");
        Stage.ended(folder, 0, "shell-files", "share", "--date", "2020-11-30T00:00:00Z", "--version-shown", "9.8");
    }

    @Test
    void everyCommandHasAPageWithAllItsOptions() throws IOException {
        List<String> pages = new ArrayList<>();
        CommandLine all = CommandTree.create(new Stage(folder).context(), List.of());
        requirePages(all.getCommandSpec(), pages);
        assertThat(pages)
                .contains("bmsql.1", "bmsql-run.1", "bmsql-driver-get.1")
                .doesNotContain("bmsql-property.1");
        try (Stream<Path> written = Files.list(share.resolve("man/man1"))) {
            assertThat(written.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(pages);
        }
    }

    private void requirePages(CommandSpec command, List<String> pages) throws IOException {
        String file = command.qualifiedName("-") + ".1";
        pages.add(file);
        String page = Files.readString(share.resolve("man/man1").resolve(file));
        assertThat(page)
                .startsWith(".TH ")
                .contains(
                        "2020-11-30 \"bmsql 9.8\"", ".SH EXIT STATUS", ".SH FILES", ".SH ENVIRONMENT", ".SH SEE ALSO");
        command.options().stream().filter(option -> !option.hidden()).forEach(option -> assertThat(page)
                .as(file)
                .contains(option.longestName().replace("-", "\\-")));
        for (CommandLine below : command.subcommands().values()) {
            if (!below.getCommandSpec().usageMessage().hidden()) {
                requirePages(below.getCommandSpec(), pages);
            }
        }
    }

    @Test
    void everySettingIsInAPageOfItsOwn() throws IOException {
        String page = Files.readString(share.resolve("man/man5/bmsql-properties.5"));
        for (PropertyKey key : PropertyKey.values()) {
            assertThat(page).contains("\n\\fB" + key.key() + "\\fR\n");
        }
    }

    /** Its complaints are the test: a request misspelt, a text line that begins like one. */
    @Test
    void thePagesAreCleanForMandoc() throws Exception {
        requireQuiet(List.of("mandoc", "-Tlint"));
    }

    @Test
    void thePagesAreCleanForGroff() throws Exception {
        requireQuiet(List.of("groff", "-man", "-Tutf8", "-ww", "-z"));
    }

    private void requireQuiet(List<String> program) throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":", -1))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, program.get(0)))),
                program.get(0) + " is not installed");
        List<String> command = new ArrayList<>(program);
        try (Stream<Path> pages = Files.walk(share.resolve("man"))) {
            pages.filter(Files::isRegularFile).sorted().forEach(page -> command.add(page.toString()));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void completionScriptsLieWhereShellsLook() {
        assertThat(share.resolve("bash-completion/completions/bmsql")).isNotEmptyFile();
        assertThat(share.resolve("zsh/site-functions/_bmsql")).isNotEmptyFile();
        assertThat(share.resolve("fish/vendor_completions.d/bmsql.fish")).isNotEmptyFile();
    }
}
