package io.bmsql.study;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.result.ResultReadException;
import io.bmsql.study.StudyFile.Database;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import io.bmsql.testing.Records;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFileTest {
    private static final StudyFile STUDY = MadeUpStudy.sweep(
            Records.with(
                    MadeUpStudy.plan(
                            List.of(new Database("pg", "/a/pg.props", Map.of("terminals", "4"), 0)),
                            Map.of("terminals", List.of("2", "4")),
                            1,
                            "blocks",
                            7),
                    "settings",
                    Map.of("runMins", "1")),
            List.of(
                    new Run(1, 1, new Setting("pg", Map.of("terminals", "4")), "runs/001", State.DONE, 1, 2, ""),
                    new Run(2, 1, new Setting("pg", Map.of("terminals", "2")), "runs/002", State.PLANNED, 0, 0, "")));

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve(StudyFile.NAME);
    }

    @Test
    void comesBackAsItWasWritten() {
        STUDY.write(file());

        assertThat(StudyFile.read(file())).isEqualTo(STUDY);
    }

    @Test
    void aDamagedOrNewerFileIsRefused() throws IOException {
        Files.writeString(file(), "{\"version\": 1, \"kind\": \"sweep\"}");
        assertThrown(ResultReadException.class, () -> StudyFile.read(file()), "is damaged");

        STUDY.write(file());
        Files.writeString(file(), Files.readString(file()).replace("\"version\" : 1", "\"version\" : 2"));
        assertThatThrownBy(() -> StudyFile.read(file())).hasMessageContaining("use a newer version");
    }
}
