package io.bmsql.script;

import io.bmsql.common.UsageException;
import java.sql.SQLException;

/**
 * A script file, compiled; one run of it is one transaction of a client. Immutable, so that all workers share it.
 *
 * <p>It is written as for pgbench; comments at its beginning may say more: see {@link Header}.
 *
 * @param name the file's name without folder and ending
 * @param weight how often it is run compared with others, 1 unless its first comments say {@code -- weight: 3}
 * @param hasPipeline has {@code \startpipeline}, which JDBC has not: its statements are one transaction, some of them in batches
 */
public record Script(String name, int weight, Header header, boolean hasPipeline, Step[] steps, Place end) {
    /**
     * What its first comments say.
     *
     * @param isRetried false with {@code -- retry: never}: a failed transaction must not be sent again
     * @param isReadOnly with {@code -- read-only}
     * @param onConstraint what a row does that a key or another constraint refuses: {@code rollback}, which the workload plans, by
     *     {@code -- rollback: constraint}; {@code retry} by {@code -- retry: constraint}; else empty, a failure
     * @param keyingSeconds fixed, before it, by {@code -- keying: 2s}; 0 for none
     * @param thinkSeconds mean, after it, by {@code -- think: 12s}; 0 for none
     */
    public record Header(
            boolean isRetried, boolean isReadOnly, String onConstraint, double keyingSeconds, double thinkSeconds) {}

    /** With the file's name as messages show it. {@code \shell} and {@code \setshell} start programs, which may be forbidden. */
    public static Script parse(String file, String text, ScriptVariables variables, boolean allowsShell)
            throws UsageException {
        return new ScriptParser(file, text, variables, allowsShell).parse();
    }

    public String text() {
        return end.text();
    }

    /** As this type, run so often compared with others. */
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
