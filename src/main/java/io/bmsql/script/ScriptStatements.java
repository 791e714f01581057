package io.bmsql.script;

import io.bmsql.common.RunClock;
import io.bmsql.common.StatementTimes;
import io.bmsql.common.UsageException;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.script.ScriptStatements.Tried.Outcome;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements of scripts on one worker's connection, each prepared when it is first run; a new connection needs a new
 * object. It switches auto-commit as the scripts need it: off between BEGIN and COMMIT, on for statements outside.
 * Threads: one at a time.
 */
public final class ScriptStatements implements AutoCloseable {
    /** Statements that are kept prepared of those whose text depends on a variable, such as the number of a table. */
    private static final int MAX_TEXTS = 2_048;

    private static final String NOT_TAKEN = " (in a branch that is not taken here)";

    private final Connection connection;
    private final ScriptVariables names;
    final RunClock clock;
    private final StatementTimes.Timer timer;
    private final Statement plain;
    /** By the statement's key; several for one whose text depends on a variable. */
    private final Map<String, List<Prepared>> prepared = new HashMap<>();

    private int textCount;
    private boolean autoCommit;
    /** After BEGIN. */
    private boolean inTransaction;
    /** Between the commands of a pipeline, or in combined statements: one transaction without BEGIN. */
    private boolean inGroup;

    private boolean groupHasWork;
    private boolean isOutcomeOpen;
    /** Holds what a trial found so far; null without one. */
    private @Nullable List<Tried> tried;
    /** In a trial, among the steps that a jump left out. */
    private boolean isBeside;

    private int writes;
    private int writesWithoutRow;
    /** True for a script that says so: whatever it sends may be sent again. */
    private boolean isReadOnly;
    /** Holds a pipeline's executions that are not yet sent. */
    private @Nullable Prepared batch;

    private static final class Prepared {
        final PreparedStatement statement;
        /** The values in its text, in the places of the variables. */
        final Values texts;
        /** Parameters that once held a number beyond 32 bits: from then on long, so that the server need not plan again. */
        final boolean[] isLong;

        final String name;
        /** Where its columns went last time, and to which variables: type and slot in turn. */
        @Nullable
        Columns asked;

        int[] columns = {};

        Prepared(PreparedStatement statement, SqlText sql, Values variables) {
            this.statement = statement;
            this.name = sql.name;
            this.texts = new Values(sql.slots.length);
            this.isLong = new boolean[sql.slots.length];
            for (int i = 0; i < sql.slots.length; i++) {
                texts.copy(i, variables, sql.slots[i]);
            }
        }
    }

    /**
     * What became of a statement of a trial.
     *
     * @param problem in the server's words, or why it was not sent; empty when it passed
     */
    public record Tried(String statement, String problem, Outcome outcome) {
        public enum Outcome {
            PASSED,
            FAILED,
            /** Refused in a branch that is not taken. */
            REFUSED_BESIDE,
            /** Nothing is known of it. */
            NOT_TRIED
        }

        /** Behind a statement with which the connection was lost. */
        public static Tried leftOut(String statement) {
            return new Tried(statement, "the connection was given up before", Outcome.NOT_TRIED);
        }

        boolean isFailure() {
            return outcome == Outcome.FAILED;
        }
    }

    /** Where columns go: variables of their name behind the prefix; of one row of the last statement, or of all. */
    record Columns(String prefix, boolean isOneRow) {
        private boolean isOf(int statement, int all) {
            return !isOneRow || statement == all - 1;
        }
    }

    /** On a connection that belongs to this object from now on, but is closed by the caller. */
    public ScriptStatements(Connection connection, ScriptVariables names, RunClock clock, StatementTimes.Timer timer)
            throws SQLException {
        this.connection = connection;
        this.timer = timer;
        this.names = names;
        this.clock = clock;
        this.autoCommit = connection.getAutoCommit();
        this.plain = connection.createStatement();
    }

    /**
     * One transaction of the client, from the first step to the last. After an exception the caller looks at
     * {@link #isOutcomeOpen()}, calls {@link #rollBack()} and may {@link #retry}. A UsageException is a mistake in the
     * script that shows itself only now, such as a division by zero.
     */
    public void run(Script script, ScriptClient client) throws SQLException, UsageException, InterruptedException {
        // Each statement that can fail marks first where to go on from.
        run(script, client, 0);
    }

    /**
     * Again what failed, with the same variables and random numbers: from the BEGIN of the transaction in which the script
     * failed, or the statement outside one, so that nothing is committed twice. It may be another connection's.
     */
    public void retry(Script script, ScriptClient client) throws SQLException, UsageException, InterruptedException {
        run(script, client, client.reset());
    }

    /**
     * Each statement once, in the order of one run, in a transaction that is rolled back; what comes behind a failed one is tried all the
     * same, and so is what stands in a branch that is not taken. What may commit by itself is not sent.
     */
    public List<Tried> trial(Script script, ScriptClient client) throws SQLException, InterruptedException {
        List<Tried> all = new ArrayList<>();
        tried = all;
        inTransaction = false;
        Script.Step[] steps = script.steps();
        switchAutoCommit(false);
        try {
            for (int number = 0; number < steps.length; ) {
                try {
                    int next = steps[number].run(this, client, number);
                    besideThePath(steps, client, number + 1, next);
                    number = next;
                } catch (UsageException e) {
                    // Behind a failed statement its columns are missing: that is no mistake of its own.
                    if (all.stream().noneMatch(Tried::isFailure)) {
                        all.add(new Tried(script.name(), String.valueOf(e.getMessage()), Outcome.FAILED));
                    }
                    number++;
                }
            }
            checkEnd(script);
        } catch (UsageException e) {
            all.add(new Tried(script.name(), String.valueOf(e.getMessage()), Outcome.FAILED));
        } catch (SQLException e) {
            // Behind a refusal after which the connection was given up, as a read-only server's, nothing can be tried.
            if (!connection.isClosed() || all.stream().noneMatch(Tried::isFailure)) {
                throw e;
            }
            all.add(Tried.leftOut(script.name() + ", the rest"));
        } finally {
            tried = null;
            if (!connection.isClosed()) {
                connection.rollback();
            }
        }
        return all;
    }

    /** Tries the steps that a jump left out, all branches in them too; what they did and set is taken back. */
    private void besideThePath(Script.Step[] steps, ScriptClient client, int from, int to)
            throws SQLException, InterruptedException {
        if (from >= to) {
            return;
        }
        boolean inTransactionHere = inTransaction;
        Savepoint here = connection.setSavepoint();
        client.mark(from);
        isBeside = true;
        try {
            for (int number = from; number < to; number++) {
                try {
                    steps[number].run(this, client, number);
                } catch (UsageException e) {
                    // With the values of another branch a command may be impossible; a statement says so itself.
                    continue;
                }
            }
        } finally {
            isBeside = false;
            inTransaction = inTransactionHere;
            client.reset();
            connection.rollback(here);
        }
    }

    /** False in a branch that is only tried for its statements: it starts no program and does not sleep. */
    boolean isOnPath() {
        return !isBeside;
    }

    private void checkEnd(Script script) throws UsageException {
        if (inTransaction) {
            throw script.end().error("the script ends inside a transaction; end it with COMMIT or ROLLBACK");
        }
    }

    private void attempt(SqlText sql, ScriptClient client, @Nullable Columns columns, List<Tried> found)
            throws SQLException, UsageException {
        if (sql.mayCommit) {
            found.add(new Tried(
                    sql.toString(),
                    "it may commit by itself or outlast a rollback, as DDL or a procedure can",
                    Outcome.NOT_TRIED));
            return;
        }
        Savepoint before = connection.setSavepoint();
        try {
            execute(sql, client, columns, false);
            found.add(new Tried(sql.toString(), "", Outcome.PASSED));
        } catch (SQLException e) {
            // What is written for another database is refused here, and is no mistake.
            found.add(new Tried(
                    sql.toString(),
                    SqlErrors.line(e) + (isBeside ? NOT_TAKEN : ""),
                    isBeside ? Outcome.REFUSED_BESIDE : Outcome.FAILED));
            connection.rollback(before);
        } catch (UsageException e) {
            if (!isBeside) {
                throw e;
            }
            found.add(new Tried(sql.toString(), e.getMessage() + NOT_TAKEN, Outcome.NOT_TRIED));
        }
    }

    private void run(Script script, ScriptClient client, int first)
            throws SQLException, UsageException, InterruptedException {
        inTransaction = false;
        inGroup = false;
        groupHasWork = false;
        isOutcomeOpen = false;
        isReadOnly = script.header().isReadOnly();
        batch = null;
        writes = 0;
        writesWithoutRow = 0;
        Script.Step[] steps = script.steps();
        for (int number = first; number < steps.length; ) {
            number = steps[number].run(this, client, number);
        }
        checkEnd(script);
    }

    /**
     * After an SQLException: it came from a commit, from a statement outside a transaction, or from one inside that may commit; of
     * a script that is not read-only, since any SELECT may call a function that writes. What the error says about the connection then
     * decides whether the work took place.
     */
    public boolean isOutcomeOpen() {
        return isOutcomeOpen;
    }

    /** Statements of the last transaction that insert, update, delete or merge, as far as it got. */
    public int writes() {
        return writes;
    }

    /** Those of them that the server answered with no row; a WITH that ends in SELECT is judged by the rows that it gives. */
    public int writesWithoutRow() {
        return writesWithoutRow;
    }

    private void countWrite(boolean hasRow) {
        writes++;
        writesWithoutRow += hasRow ? 0 : 1;
    }

    public void rollBack() throws SQLException {
        if (batch != null) {
            batch.statement.clearBatch();
        }
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }

    @Override
    public void close() throws SQLException {
        plain.close();
        for (List<Prepared> each : prepared.values()) {
            for (Prepared one : each) {
                one.statement.close();
            }
        }
    }

    private void switchAutoCommit(boolean wanted) throws SQLException {
        if (autoCommit != wanted) {
            connection.setAutoCommit(wanted);
            autoCommit = wanted;
        }
    }

    int begin(ScriptClient client, int step, @Nullable String modes) throws SQLException {
        if (tried != null) {
            inTransaction = true;
            return step + 1;
        }
        sendBatch();
        if (!inTransaction && !groupHasWork) {
            client.mark(step);
        }
        switchAutoCommit(false);
        inTransaction = true;
        groupHasWork = false;
        if (modes != null) {
            plain.execute("SET TRANSACTION " + modes);
        }
        return step + 1;
    }

    /** Without a transaction it does nothing, as in PostgreSQL. */
    void end(boolean commits) throws SQLException {
        if (tried != null) {
            inTransaction = false;
            return;
        }
        sendBatch();
        if (inTransaction || groupHasWork) {
            if (commits) {
                isOutcomeOpen = !isReadOnly;
                long sent = timer.sending("commit");
                connection.commit();
                timer.answered("commit", sent);
                isOutcomeOpen = false;
            } else {
                connection.rollback();
            }
        }
        inTransaction = false;
        groupHasWork = false;
    }

    /** Executes the start, middle or end of a pipeline. */
    int pipeline(ScriptClient client, int step, boolean goesOn) throws SQLException {
        if (tried != null) {
            return step + 1;
        }
        sendBatch();
        if (groupHasWork) {
            end(true);
        }
        if (!inTransaction) {
            client.mark(step);
        }
        inGroup = goesOn;
        return step + 1;
    }

    /** Executes one statement, or several as one transaction. */
    int execute(SqlText[] parts, ScriptClient client, int step, @Nullable Columns columns)
            throws SQLException, UsageException {
        if (tried != null) {
            for (int i = 0; i < parts.length; i++) {
                attempt(parts[i], client, columns != null && columns.isOf(i, parts.length) ? columns : null, tried);
            }
            return step + 1;
        }
        boolean isGroup = parts.length > 1 && !inGroup;
        inGroup |= isGroup;
        if (!inTransaction) {
            if (!groupHasWork && (isGroup || !inGroup)) {
                client.mark(step);
            }
            switchAutoCommit(!inGroup);
            groupHasWork = inGroup;
        }
        for (int i = 0; i < parts.length; i++) {
            boolean isRead = columns != null && columns.isOf(i, parts.length);
            isOutcomeOpen = !isReadOnly && (!inTransaction && !inGroup || parts[i].mayCommit);
            execute(parts[i], client, isRead ? columns : null, inGroup && !isGroup && parts[i].isBatched);
        }
        isOutcomeOpen = false;
        if (isGroup) {
            inGroup = false;
            if (groupHasWork) {
                end(true);
            }
        }
        return step + 1;
    }

    /** A batch sends in one round trip what a pipeline has in a row, if it is the same statement with other values. */
    private void sendBatch() throws SQLException {
        if (batch != null) {
            long sent = timer.now();
            int[] rows = batch.statement.executeBatch();
            timer.answered(batch.name, sent);
            batch = null;
            for (int of : rows) {
                countWrite(of != 0);
            }
        }
    }

    private void execute(SqlText sql, ScriptClient client, @Nullable Columns columns, boolean isBatched)
            throws SQLException, UsageException {
        if (!sql.isPrepared) {
            sendBatch();
            long sent = timer.sending(sql);
            boolean isRows = plain.execute(sql.sql(client));
            timer.answered(sql.name, sent);
            read(sql, client, plain, isRows, columns, null);
            return;
        }
        timer.sending(sql);
        List<Prepared> all = prepared.get(sql.key);
        if (all == null) {
            all = new ArrayList<>(1);
            prepared.put(sql.key, all);
        }
        Prepared ready = null;
        for (int i = 0; i < all.size() && ready == null; i++) {
            ready = sql.isTextOf(all.get(i).texts, client.variables) ? all.get(i) : null;
        }
        boolean isKept = true;
        if (ready == null) {
            ready = new Prepared(connection.prepareStatement(sql.sql(client)), sql, client.variables);
            textCount += all.isEmpty() ? 0 : 1;
            isKept = all.isEmpty() || textCount <= MAX_TEXTS;
            if (isKept) {
                all.add(ready);
            }
        }
        if (batch != ready || !isBatched) {
            sendBatch();
        }
        try {
            bind(sql, client, ready);
            if (isBatched && isKept) {
                ready.statement.addBatch();
                batch = ready;
                return;
            }
            long sent = timer.sending(sql);
            boolean isRows = ready.statement.execute();
            timer.answered(sql.name, sent);
            read(sql, client, ready.statement, isRows, columns, ready);
        } finally {
            if (!isKept) {
                ready.statement.close();
            }
        }
    }

    private static void bind(SqlText sql, ScriptClient client, Prepared ready) throws SQLException, UsageException {
        Values values = client.variables;
        PreparedStatement statement = ready.statement;
        int parameter = 0;
        for (int i = 0; i < sql.slots.length; i++) {
            if (sql.isText[i]) {
                continue;
            }
            int slot = sql.slots[i];
            parameter++;
            switch (values.kind(slot)) {
                case Values.LONG -> {
                    long value = values.bits(slot);
                    ready.isLong[i] |= (int) value != value;
                    // As the server takes a number in the text: an integer where it fits.
                    if (ready.isLong[i]) {
                        statement.setLong(parameter, value);
                    } else {
                        statement.setInt(parameter, (int) value);
                    }
                }
                case Values.DOUBLE -> {
                    if (Double.isFinite(values.real(slot))) {
                        statement.setBigDecimal(parameter, SqlText.decimal(values.real(slot)));
                    } else {
                        statement.setDouble(parameter, values.real(slot));
                    }
                }
                case Values.BOOLEAN -> statement.setBoolean(parameter, values.bool(slot));
                case Values.TEXT -> statement.setString(parameter, values.text(slot));
                case Values.READ -> {
                    String text = values.text(slot);
                    if (Values.isNumber(text)) {
                        statement.setBigDecimal(parameter, new BigDecimal(text));
                    } else {
                        statement.setString(parameter, text);
                    }
                }
                case Values.NULL -> statement.setNull(parameter, Types.NULL);
                default -> sql.checkIsSet(client, slot);
            }
        }
    }

    /** All results to their end: a server sends some only when asked for more. */
    private void read(
            SqlText sql,
            ScriptClient client,
            Statement statement,
            boolean firstIsRows,
            @Nullable Columns columns,
            @Nullable Prepared ready)
            throws SQLException, UsageException {
        boolean isRows = firstIsRows;
        boolean hasWritten = false;
        int count = 0;
        int updated = 0;
        while (isRows || (updated = statement.getUpdateCount()) != -1) {
            hasWritten |= !isRows && updated != 0;
            if (isRows) {
                try (ResultSet rows = statement.getResultSet()) {
                    int[] slots = columns == null ? null : slots(rows, columns, ready);
                    while (rows.next()) {
                        count++;
                        if (slots != null) {
                            readRow(rows, slots, client.variables);
                        }
                    }
                }
            }
            isRows = statement.getMoreResults();
        }
        if (sql.writes) {
            countWrite(hasWritten || count > 0);
        }
        if (columns != null && columns.isOneRow() && count != 1) {
            throw sql.place.error(
                    "\\gset needs exactly one row, but there were " + count + "; change the statement or use \\aset");
        }
    }

    /** Type and variable of each column, -1 where no script asks for it. */
    private int[] slots(ResultSet rows, Columns columns, @Nullable Prepared ready) throws SQLException {
        if (ready != null && columns.equals(ready.asked)) {
            return ready.columns;
        }
        ResultSetMetaData about = rows.getMetaData();
        int[] slots = new int[2 * about.getColumnCount()];
        for (int i = 0; i < slots.length / 2; i++) {
            String label = about.getColumnLabel(i + 1);
            int slot = names.find(columns.prefix() + label);
            slots[2 * i] = about.getColumnType(i + 1);
            slots[2 * i + 1] = slot >= 0 ? slot : names.find(columns.prefix() + label.toLowerCase(Locale.ROOT));
        }
        if (ready != null) {
            ready.asked = columns;
            ready.columns = slots;
        }
        return slots;
    }

    private static void readRow(ResultSet row, int[] slots, Values variables) throws SQLException {
        for (int i = 0; i < slots.length / 2; i++) {
            int slot = slots[2 * i + 1];
            if (slot < 0) {
                continue;
            }
            switch (slots[2 * i]) {
                case Types.SMALLINT, Types.INTEGER, Types.BIGINT -> variables.set(slot, row.getLong(i + 1));
                case Types.BOOLEAN, Types.BIT -> variables.setRead(slot, row.getBoolean(i + 1), row.getString(i + 1));
                default -> variables.setRead(slot, row.getString(i + 1));
            }
            if (row.wasNull()) {
                variables.setNull(slot);
            }
        }
    }
}
