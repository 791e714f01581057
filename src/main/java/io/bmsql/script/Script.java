package io.bmsql.script;

import io.bmsql.common.UsageException;
import java.sql.SQLException;

/**
 * Is a compiled script file, one run of which is one transaction. Immutable; all workers share it.
 *
 * @param weight how often it is run compared with others, 1 unless its first comments say {@code -- weight: 3}
 * @param hasPipeline has {@code \startpipeline}, which JDBC has not: some of its statements are batches
 */
public record Script(String name, int weight, Header header, boolean hasPipeline, Step[] steps, Place end) {
    /**
     * Holds what its first comments say.
     *
     * @param isRetried false with {@code -- retry: never}
     * @param onConstraint what a refused row does: {@code rollback}, which the workload plans, {@code retry}, or
     *     empty, a failure
     * @param keyingSeconds fixed, by {@code -- keying: 2s}; 0 for none
     * @param thinkSeconds mean, by {@code -- think: 12s}; 0 for none
     */
    public record Header(
            boolean isRetried, boolean isReadOnly, String onConstraint, double keyingSeconds, double thinkSeconds) {}

    /** Reads a script; {@code \shell} and {@code \setshell} start programs, which may be forbidden. */
    public static Script parse(String file, String text, ScriptVariables variables, boolean allowsShell)
            throws UsageException {
        return new ScriptParser(file, text, variables, allowsShell).parse();
    }

    public String text() {
        return end.text();
    }

    public Script as(String type, int other) {
        return new Script(type, other, header, hasPipeline, steps, end);
    }

    /** It does its work and gives the number of the step that follows it. */
    @FunctionalInterface
    interface Step {
        int run(ScriptStatements on, ScriptClient client, int number)
                throws SQLException, UsageException, InterruptedException;
    }
}
