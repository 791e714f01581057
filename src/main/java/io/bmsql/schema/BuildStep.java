package io.bmsql.schema;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** The steps of build and, after them, of destroy, in BenchmarkSQL 5.1's order (benchmarksql-formats.md, Build order). Each but the load is a script. */
public enum BuildStep {
    TABLE_CREATES("tableCreates"),
    EXTRA_COMMANDS_BEFORE_LOAD("extraCommandsBeforeLoad"),
    STORED_PROCEDURE_CREATES("storedProcedureCreates"),
    /** Not a script: the loader, with the population check after it. */
    LOAD(""),
    INDEX_CREATES("indexCreates"),
    /** PostgreSQL checks foreign keys by a join, which it does wrongly without statistics (25 s instead of 2 s). */
    STATISTICS_BEFORE_KEYS("statisticsBeforeKeys"),
    FOREIGN_KEYS("foreignKeys"),
    EXTRA_HIST_ID("extraHistID"),
    BUILD_FINISH("buildFinish"),
    /** The script that {@code statistics=} of {@code dialect.properties} names, unless it was a step already. */
    STATISTICS(""),
    /** Belongs to a reset, after the rows of runs are gone. */
    HIST_ID_RESET("histIdReset"),
    /** In the place of {@link #BUILD_FINISH} after a reset, where the folder of that script has this one as well. */
    RESET_FINISH("resetFinish"),
    /** The journal of a build: not among its steps, since it is made only where there is none. */
    LOAD_PROGRESS_CREATES("loadProgressCreates"),
    /** First, so that a half-dropped database is never taken for one that can be resumed. */
    LOAD_PROGRESS_DROPS("loadProgressDrops"),
    TABLE_DROPS("tableDrops"),
    STORED_PROCEDURE_DROPS("storedProcedureDrops");

    public static final List<BuildStep> BUILD = List.copyOf(EnumSet.range(TABLE_CREATES, STATISTICS));
    public static final List<BuildStep> DESTROY =
            List.copyOf(EnumSet.range(LOAD_PROGRESS_DROPS, STORED_PROCEDURE_DROPS));

    /** What makes the journal of a build, before all steps; the build takes it away at its end. */
    public static final List<BuildStep> JOURNAL = List.of(LOAD_PROGRESS_CREATES);

    /** What {@code reset} does when the rows are as loaded. */
    public static final List<BuildStep> AFTER_RESET = List.of(HIST_ID_RESET, RESET_FINISH, STATISTICS);

    /** Statistics of rows that runs have changed. */
    static final List<BuildStep> STATISTICS_ALONE = List.of(RESET_FINISH, STATISTICS);

    private final String script;

    BuildStep(String script) {
        this.script = script;
    }

    /** The script's name without {@code .sql}; empty where the step has no fixed one. */
    public String script() {
        return script;
    }

    String title() {
        return script.isEmpty() ? name().toLowerCase(Locale.ROOT) : script;
    }

    boolean isParallel() {
        return switch (this) {
            case INDEX_CREATES, STATISTICS_BEFORE_KEYS, FOREIGN_KEYS, BUILD_FINISH, RESET_FINISH, STATISTICS -> true;
            default -> false;
        };
    }
}
