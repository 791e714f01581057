package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannedStepTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();

    @TempDir
    private Path program;

    private static List<String> names(List<PlannedStep> plan) {
        return plan.stream().map(PlannedStep::name).toList();
    }

    @Test
    void stepsComeInTheOrderOf51() throws Exception {
        Dialect dialect = TestDatabase.folders().load("postgres", "");
        assertThat(names(PlannedStep.of(dialect, BuildStep.BUILD)))
                .containsExactly(("tableCreates extraCommandsBeforeLoad storedProcedureCreates load indexCreates "
                                + "statisticsBeforeKeys foreignKeys extraHistID buildFinish")
                        .split(" "));
        assertThat(names(PlannedStep.of(dialect, BuildStep.DESTROY)))
                .containsExactly("loadProgressDrops", "tableDrops", "storedProcedureDrops");
        assertThat(PlannedStep.of(dialect, BuildStep.BUILD))
                .allSatisfy(step -> assertThat(step.warnings()).isEmpty());
    }

    @Test
    void aStepWhoseFileWasRenamedAwayIsSkippedAndSaid() throws Exception {
        copyFolders();
        rename("sql.common/foreignKeys.sql");
        rename("sql.common/indexCreates.sql");
        rename("sql.postgres/buildFinish.sql");
        List<PlannedStep> plan = ofProgram("postgres");
        assertThat(step(plan, "foreignKeys").skipped())
                .isEqualTo("none of the folders sql.postgres, sql.common holds a foreignKeys.sql");
        assertThat(step(plan, "indexCreates").skipped()).isNotNull();
        assertThat(step(plan, "tableCreates").skipped()).isNull();
        PlannedStep finish = step(plan, "buildFinish");
        assertThat(finish.file()).as("the dialect's falls back").endsWith("sql.common/buildFinish.sql");
        assertThat(finish.skipped()).endsWith("sql.common/buildFinish.sql holds no statement");
    }

    @Test
    void theStatisticsScriptRunsLastUnlessItIsAStepAlready() throws Exception {
        copyFolders();
        Files.createDirectories(program.resolve("sql.newdb"));
        Files.writeString(program.resolve("sql.newdb/dialect.properties"), "statistics = gather\n");
        Files.writeString(program.resolve("sql.newdb/gather.sql"), "analyze everything;\n");
        List<PlannedStep> plan = ofProgram("newdb");
        assertThat(names(plan)).endsWith("buildFinish", "gather");
        assertThat(step(plan, "gather").statements().get(0).text()).isEqualTo("analyze everything");
    }

    @Test
    void foreignKeysAreSkippedWhenTheyAreSwitchedOffAndSoIsWhatServesThemAlone() throws Exception {
        Dialect dialect = TestDatabase.folders()
                .load("postgres", "")
                .laidOut(new Layout(0, List.of(), Map.of(PropertyKey.FOREIGN_KEYS, false)));
        List<PlannedStep> plan = PlannedStep.of(dialect, BuildStep.BUILD);
        assertThat(names(plan)).doesNotContain("statisticsBeforeKeys").containsSequence("foreignKeys", "extraHistID");
        assertThat(step(plan, "foreignKeys").skipped()).isEqualTo("foreignKeys is false");
        assertThat(step(plan, "foreignKeys").statements()).isEmpty();
    }

    private static PlannedStep step(List<PlannedStep> plan, String name) {
        return plan.stream()
                .filter(step -> step.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void rename(String path) throws IOException {
        Files.move(program.resolve(path), program.resolve(path + ".away"));
    }

    private void copyFolders() throws IOException {
        for (String folder : List.of("sql.common", "sql.postgres")) {
            Files.createDirectories(program.resolve(folder));
            for (Path file : TestFiles.in(REPOSITORY.resolve(folder))) {
                if (Files.isRegularFile(file)) {
                    Files.copy(file, program.resolve(folder).resolve(file.getFileName()));
                }
            }
        }
    }

    private List<PlannedStep> ofProgram(String db) throws UsageException {
        return PlannedStep.of(new DialectFolders(List.of(program)).load(db, ""), BuildStep.BUILD);
    }
}
