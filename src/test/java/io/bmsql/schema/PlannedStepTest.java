package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannedStepTest {
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
    void aStepWhoseFileIsGoneIsSkippedAndSaid() throws Exception {
        for (String folder : List.of("sql.common", "sql.postgres")) {
            TestFiles.copy(Path.of(folder), program.resolve(folder));
        }
        for (String script : List.of("common/foreignKeys", "common/indexCreates", "postgres/buildFinish")) {
            Files.delete(program.resolve("sql." + script + ".sql"));
        }
        List<PlannedStep> plan =
                PlannedStep.of(new DialectFolders(List.of(program)).load("postgres", ""), BuildStep.BUILD);
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
        Dialect dialect = TestDatabase.own(
                program, "newdb", "dialect.properties", "statistics = gather\n", "gather.sql", "analyze everything;\n");
        List<PlannedStep> plan = PlannedStep.of(dialect, BuildStep.BUILD);
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
}
