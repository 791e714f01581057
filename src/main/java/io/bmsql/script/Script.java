package io.bmsql.script;

import io.bmsql.common.UsageException;
import java.sql.SQLException;

/**
 * A script file, compiled; one run of it is one transaction of a client. Immutable, so that all workers share it.
 *
 * <p>It is written as for pgbench. Comments at its beginning may say {@code -- retry: never}, {@code -- read-only},
 * {@code -- rollback: constraint}, {@code -- retry: constraint} and {@code -- weight: 3}.
 */
public final class Script {
    final Step[] steps;
    private final String name;
    private final ScriptParser.Header header;
    private final boolean hasPipeline;
    private final Place end;

    Script(String name, ScriptParser.Header header, Step[] steps, boolean hasPipeline, Place end) {
        this.name = name;
        this.header = header;
        this.steps = steps;
        this.hasPipeline = hasPipeline;
        this.end = end;
    }

    /** With the file's name as messages show it. {@code \shell} and {@code \setshell} start programs, which may be forbidden. */
    public static Script parse(String file, String text, ScriptVariables variables, boolean allowsShell)
            throws UsageException {
        return new ScriptParser(file, text, variables, allowsShell).parse();
    }

    /** The file's name without folder and ending. */
    public String name() {
        return name;
    }

    /** How often it is run compared with others, 1 unless the file says something else. */
    public int weight() {
        return header.weight();
    }

    /** False: a failed transaction must not be sent again. */
    public boolean isRetried() {
        return header.isRetried();
    }

    /** A row that a key or another constraint refuses is no failure but a rollback, which the workload plans. */
    public boolean plansRefusals() {
        return header.onConstraint().equals("rollback");
    }

    /** Such a row is another client's doing: the transaction is sent again. */
    public boolean retriesRefusals() {
        return header.onConstraint().equals("retry");
    }

    /** The file says that it only reads. */
    public boolean isReadOnly() {
        return header.isReadOnly();
    }

    /** Has {@code \startpipeline}: its statements are one transaction, but sent one by one, for JDBC has no pipeline. */
    public boolean hasPipeline() {
        return hasPipeline;
    }

    Place end() {
        return end;
    }

    /** It does its work and gives the number of the step that follows it. */
    @FunctionalInterface
    interface Step {
        int run(ScriptStatements on, ScriptClient client, int number)
                throws SQLException, UsageException, InterruptedException;
    }
}
