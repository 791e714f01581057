package io.bmsql.data;

import io.bmsql.common.UsageException;
import io.bmsql.config.SchemaOption;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.dialect.SqlFile;
import io.bmsql.dialect.SqlScript;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every statement of a build or destroy, in order, read from the folders without connecting to anything. */
public final class BuildPlan {
    private static final String OFF = SchemaOption.FOREIGN_KEYS.word() + " is false";

    private BuildPlan() {}

    public static List<PlannedStep> of(Dialect dialect, List<BuildStep> steps) throws UsageException {
        List<PlannedStep> plan = new ArrayList<>();
        Set<String> scripts = new HashSet<>();
        for (BuildStep step : steps) {
            String script = script(dialect, step);
            if (step == BuildStep.LOAD) {
                plan.add(new PlannedStep(step, "load", null, List.of(), null, null, List.of()));
            } else if (!script.isEmpty() && scripts.add(script) && isWanted(dialect, step)) {
                plan.add(isSwitchedOff(dialect, step) ? skipped(step, script, OFF) : read(dialect, step, script));
            }
            if (step == BuildStep.RESET_FINISH) {
                // Should it make the statistics too, these are made.
                scripts.add(BuildStep.BUILD_FINISH.script());
            }
        }
        return List.copyOf(plan);
    }

    private static String script(Dialect dialect, BuildStep step) throws UsageException {
        return switch (step) {
            case STATISTICS -> dialect.building().statistics();
            case RESET_FINISH -> {
                String build = BuildStep.BUILD_FINISH.script();
                yield folder(dialect, step.script()).equals(folder(dialect, build)) ? step.script() : build;
            }
            default -> step.script();
        };
    }

    private static String folder(Dialect dialect, String script) throws UsageException {
        return dialect.script(script).map(SqlFile::folder).orElse("");
    }

    private static boolean isWanted(Dialect dialect, BuildStep step) throws UsageException {
        return !step.isSpecial()
                || dialect.layout().isOn(SchemaOption.FOREIGN_KEYS)
                        && dialect.script(step.script()).isPresent();
    }

    private static boolean isSwitchedOff(Dialect dialect, BuildStep step) {
        return step == BuildStep.FOREIGN_KEYS && !dialect.layout().isOn(SchemaOption.FOREIGN_KEYS);
    }

    private static PlannedStep skipped(BuildStep step, String script, String why) {
        return new PlannedStep(step, script, null, List.of(), why, null, List.of());
    }

    private static PlannedStep read(Dialect dialect, BuildStep step, String script) throws UsageException {
        Optional<SqlFile> found = dialect.script(script);
        if (found.isEmpty()) {
            String folders = String.join(
                    ", ", dialect.chain().stream().map(name -> "sql." + name).toList());
            String why = "none of the folders " + folders + " holds a " + script + ".sql";
            return skipped(step, script, why);
        }
        SqlFile file = found.get();
        SqlScript parsed = file.script();
        @Nullable String empty = parsed.statements().isEmpty() ? file.path() + " holds no statement" : null;
        return new PlannedStep(
                step, script, file.path(), parsed.statements(), empty, note(dialect, file), parsed.warnings());
    }

    /** Worth saying because BenchmarkSQL users skip a step by renaming its file, and get the common one instead. */
    private static @Nullable String note(Dialect dialect, SqlFile file) {
        boolean fellBack = file.folder().equals("sql." + DialectFolders.COMMON);
        return fellBack ? "sql." + dialect.name() + " holds no " + file.name() + ", so the common one is used" : null;
    }

    /**
     * A step, before anything is connected to. {@code skipped} says why there is nothing to do, {@code note} what is
     * worth telling, {@code warnings} what is not executed. The load and a skipped step have no file.
     */
    public record PlannedStep(
            BuildStep step,
            String name,
            @Nullable String file,
            List<SqlStatement> statements,
            @Nullable String skipped,
            @Nullable String note,
            List<String> warnings) {}
}
