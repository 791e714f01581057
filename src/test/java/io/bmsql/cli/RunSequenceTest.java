package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where starts of the program leave something behind: the number of a run, and the place of the quickstart. */
class RunSequenceTest {
    @TempDir
    Path folder;

    @Test
    void counterIsCreatedAndGrowsByOneWithEachStart() throws IOException {
        assertThat(RunCommand.nextNumber(folder)).isEqualTo(1);
        assertThat(RunCommand.nextNumber(folder)).isEqualTo(2);
        assertThat(folder.resolve(".jTPCC_run_seq.dat")).hasContent("2");
    }

    /** Nobody listens there. */
    @Test
    void aStartThatFailsUsesNoNumber() throws IOException {
        Files.writeString(folder.resolve(".jTPCC_run_seq.dat"), "6\n");
        Stage.unconnected(folder.resolve("props"), "warehouses=1 terminals=1 runMins=1");

        Stage.ended(folder, 3, "run", "props");

        assertThat(folder.resolve(".jTPCC_run_seq.dat")).hasContent("6");
        RunCommand.giveBack(folder, 5);
        assertThat(folder.resolve(".jTPCC_run_seq.dat")).as("another start's").hasContent("6");
        assertThat(RunCommand.nextNumber(folder))
                .as("on from where BenchmarkSQL stopped")
                .isEqualTo(7);
    }

    @Test
    void aRunThatIsRefusedForItsAgentsUsesNoNumber() throws IOException {
        Files.writeString(folder.resolve(".jTPCC_run_seq.dat"), "6\n");
        Stage.unconnected(folder.resolve("props"), "warehouses=1 terminals=1 runMins=1 agentsKey=missing");
        Stage.ended(folder, 2, "run", "props", "-Dagents=1", "-DresultDirectory=r");
        assertThat(folder.resolve(".jTPCC_run_seq.dat")).hasContent("6");
    }

    @Test
    void whyThereIsNoNumberIsSaid() throws IOException {
        Files.createDirectory(folder.resolve(".jTPCC_run_seq.dat"));
        Stage stage = new Stage(folder);
        assertThat(RunCommand.nextNumber(stage.context())).isZero();
        assertThat(stage.err()).contains("the number 0", ".jTPCC_run_seq.dat", "Is a directory", "--run-id");
    }

    @Test
    void aFileWithSomethingElseIsNotOverwritten() throws IOException {
        Files.writeString(folder.resolve(".jTPCC_run_seq.dat"), "hello\n");
        assertThatThrownBy(() -> RunCommand.nextNumber(folder)).hasMessageContaining("hello");
        assertThat(folder.resolve(".jTPCC_run_seq.dat")).hasContent("hello");
    }

    @Test
    void theQuickstartWorksBesideItsScript() {
        Path beside = folder.resolve("bmsql/run/quickstart");
        assertThat(Quickstart.place(beside, folder.resolve("here"))).isEqualTo(beside);
    }

    /** A file where the program's folder should be: nobody can make a folder in it, not even root. */
    @Test
    void theQuickstartWorksInTheWorkingDirectoryWhereItCannotWriteBesideItsScript() throws IOException {
        Path root = Files.writeString(folder.resolve("bmsql"), "");
        Path here = folder.resolve("here");
        assertThat(Quickstart.place(root.resolve("run/quickstart"), here)).isEqualTo(here);
    }
}
