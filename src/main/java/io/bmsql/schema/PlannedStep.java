package io.bmsql.schema;

import io.bmsql.dialect.SqlStatement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step with its statements, before anything is connected to.
 *
 * @param name the script's name, {@code load} for the load
 * @param file the file that was chosen, null for the load and for a skipped step
 * @param skipped why there is nothing to do, null when there is
 * @param note a remark for the user, such as the fall-back to the common file; null for none
 * @param warnings about text that is not executed, each with its place
 */
public record PlannedStep(
        BuildStep step,
        String name,
        @Nullable String file,
        List<SqlStatement> statements,
        @Nullable String skipped,
        @Nullable String note,
        List<String> warnings) {}
