package io.bmsql.schema;

import io.bmsql.common.UsageException;
import io.bmsql.config.PropertyKey;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlFile;
import io.bmsql.dialect.SqlScript;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A step of a build or destroy with its statements, read from the folders before anything is connected to. {@code skipped} says
 * why there is nothing to do, {@code warnings} what is not executed. The load and a skipped step have no file.
 */
public record PlannedStep(
        BuildStep step,
        String name,
        @Nullable String file,
        List<SqlStatement> statements,
        @Nullable String skipped,
        List<String> warnings) {

    /** Every statement of these steps, in order. */
    public static List<PlannedStep> of(Dialect dialect, List<BuildStep> steps) throws UsageException {
        List<PlannedStep> plan = new ArrayList<>();
        Set<String> scripts = new HashSet<>();
        for (BuildStep step : steps) {
            String script = script(dialect, step);
            if (step == BuildStep.LOAD) {
                plan.add(new PlannedStep(step, "load", null, List.of(), null, List.of()));
            } else if (!script.isEmpty() && scripts.add(script)) {
                boolean hasKeys = dialect.layout().isOn(PropertyKey.FOREIGN_KEYS);
                Optional<SqlFile> file = dialect.script(script);
                // Most databases have no such script, so its absence is not worth a word: it only helps foreign keys.
                if (step != BuildStep.STATISTICS_BEFORE_KEYS || hasKeys && file.isPresent()) {
                    plan.add(planned(dialect, step, script, file, hasKeys));
                }
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
            case STATISTICS -> dialect.properties().text("statistics");
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

    private static PlannedStep planned(
            Dialect dialect, BuildStep step, String script, Optional<SqlFile> found, boolean hasKeys)
            throws UsageException {
        if (found.isEmpty() || step == BuildStep.FOREIGN_KEYS && !hasKeys) {
            String why = step == BuildStep.FOREIGN_KEYS && !hasKeys
                    ? PropertyKey.FOREIGN_KEYS.key() + " is false"
                    : "none of the folders sql." + String.join(", sql.", dialect.chain()) + " holds a " + script
                            + ".sql";
            return new PlannedStep(step, script, null, List.of(), why, List.of());
        }
        SqlFile file = found.get();
        SqlScript parsed = file.script();
        return new PlannedStep(
                step,
                script,
                file.path(),
                parsed.statements(),
                parsed.statements().isEmpty() ? file.path() + " holds no statement" : null,
                parsed.warnings());
    }
}
