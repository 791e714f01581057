package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.ResultDirectory;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    @TempDir
    Path folder;

    @BeforeEach
    void result() throws Exception {
        TestFiles.copy(Path.of("src/test/resources/recorded-result"), folder.resolve("r"));
    }

    @Test
    void thePageIsOpenedWithTheProgramOfTheDesktop() throws Exception {
        Path opened = folder.resolve("opened");
        Path opener = Files.writeString(folder.resolve("xdg-open"), "#!/bin/sh\necho $1 >" + opened + "\n");
        assertThat(opener.toFile().setExecutable(true)).isTrue();
        Stage stage = new Stage(folder, Map.of("PATH", "/nowhere:" + folder, "DISPLAY", ":0"));
        assertThat(stage.run("report", "--open", "r")).isZero();
        while (Files.notExists(opened) || Files.size(opened) == 0) {
            Thread.sleep(20);
        }
        assertThat(opened).hasContent(folder.resolve("r/report.html").toUri().toString());
        assertThat(stage.out()).doesNotContain("desktop");
    }

    @Test
    void withoutADesktopItsPlaceIsSaid() {
        Stage stage = new Stage(folder, Map.of("PATH", System.getenv("PATH")));
        assertThat(stage.run("report", "--open", "r")).isZero();
        assertThat(stage.out())
                .contains(
                        "r/report.html", "There is no desktop here that could show it: open that file with a browser.");
    }

    @Test
    void aReportThatCannotBeWrittenIsOneSentence() throws Exception {
        Files.createDirectories(folder.resolve("r/report.md/in the way"));
        List<String> said = new ArrayList<>();
        assertThat(ReportCommand.afterRun(
                        new Stage(folder).context(), ResultDirectory.open(folder.resolve("r")), said::add))
                .isNull();
        assertThat(said).singleElement().asString().startsWith("This run has no report: Cannot write ");
    }
}
