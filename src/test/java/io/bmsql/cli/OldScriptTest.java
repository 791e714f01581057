package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OldScriptTest {
    @TempDir
    Path folder;

    @BeforeEach
    void putPropsFile() throws IOException {
        Files.writeString(folder.resolve("props.pg"), "db=postgres\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "runDatabaseBuild.sh", "runDatabaseDestroy.sh", "runDatabaseDestroy.sh props.pg more",
                "runSQL.sh props.pg", "runSQL.sh props.pg one two", "runLoader.sh",
                "runBenchmark.sh", "runBenchmark.sh props.pg 3", "generateGraphs.sh",
                "generateReport.sh", "generateReport.sh dir 1 2"
            })
    void wrongNumberOfArgumentsGivesUsageAndStatus2(String call) {
        Stage stage = Stage.line(folder, 2, "--as " + call);
        assertThat(stage.err()).startsWith("usage: " + call.split(" ")[0]);
        assertThat(stage.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"runDatabaseBuild.sh", "runDatabaseDestroy.sh", "runLoader.sh", "runBenchmark.sh", "runSQL.sh"})
    void missingPropsFileGivesStatus1(String script) {
        String more = script.equals("runSQL.sh") ? " x" : "";
        Stage.line(folder, 1, "--as " + script + " none.props" + more).warned("none.props", "does not exist");
    }

    @Test
    void loaderOptionsOverrideRegardlessOfLetterCase() throws Exception {
        assertThat(translate("runLoader.sh", "props.pg", "WAREHOUSES", "2", "fileLocation", "/x/"))
                .containsExactly("load", "props.pg", "--verbose", "-Dwarehouses=2", "-DfileLocation=/x/");
        assertThat(translate("runLoader.sh", "props.pg", "terminals", "2", "warehouses"))
                .as("unknown ones and a dangling word are ignored")
                .containsExactly("load", "props.pg", "--verbose");
        assertThat(translate("runDatabaseBuild.sh", "props.pg", "loadworkers", "8"))
                .containsExactly("build", "props.pg", "--verbose", "-DloadWorkers=8");
    }

    @Test
    void reportTakesSkipMinutesBehindTheDirectory() throws Exception {
        assertThat(translate("generateReport.sh", "my_result/", "2"))
                .containsExactly("report", "my_result/", "--skip-minutes=2");
        assertThat(translate("generateGraphs.sh", "2026", "a", "b")).containsExactly("report", "2026", "a", "b");
    }

    @Test
    void nobodyElseMayBeCalledThatWay() {
        assertThatThrownBy(() -> translate("rm.sh", "x")).hasMessageContaining("--as needs the name");
    }

    private List<String> translate(String... words) throws Exception {
        return OldScript.translate(List.of(words), new Stage(folder).context());
    }
}
