package io.bmsql.schema;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.BuildFailedException;
import io.bmsql.dialect.Dialect;
import io.bmsql.tpcc.Table;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What of a build is done, step by step, and so where it begins: from nothing; at the step at which a build of the same
 * settings was interrupted, which is repeated; or, when that was before its load, from dropped tables.
 */
record BuildJournal(ProgressJournal table, Map<String, String> rows) {
    private static final String STEP = "step ";
    private static final String BEGUN = " begun";
    private static final String DONE = " done";
    /** Among the first rows that the loader writes. */
    private static final String WAREHOUSES = "warehouses";

    static BuildJournal open(SchemaBuilder builder, Dialect dialect, int warehouses, List<PlannedStep> plan)
            throws UsageException, SQLException, InterruptedException {
        ProgressJournal.requireOfTpcc(builder.database());
        Optional<ProgressJournal> found = ProgressJournal.find(builder.database());
        if (found.isEmpty()) {
            return begin(builder, dialect, plan);
        }
        BuildJournal journal = new BuildJournal(found.get(), found.get().settings());
        journal.requireAlone();
        if (!journal.rows.containsKey(WAREHOUSES)) {
            journal.dropUnloaded(builder, dialect);
            return begin(builder, dialect, plan);
        }
        if (!journal.rows.containsKey(ProgressJournal.BUILD)) {
            throw new BuildFailedException(
                    "a 'bmsql load' into tables that no build made was interrupted here. Resume it with"
                            + " 'bmsql load', or empty the database with 'bmsql destroy' and build it again.");
        }
        journal.requireSame(WAREHOUSES, WAREHOUSES, String.valueOf(warehouses));
        journal.requireSame("layout", ProgressJournal.BUILD, layout(dialect));
        Map<String, String> claim = BuildOwner.here().row(journal.rows);
        if (!found.get().claim(claim)) {
            throw beganElsewhere("resumed the interrupted one");
        }
        journal.rows.putAll(claim);
        builder.listener().note("build.resumed");
        return journal;
    }

    private static BuildFailedException beganElsewhere(String what) {
        return new BuildFailedException("another 'bmsql build' has just " + what + " here: it does the rest. To help it"
                + " with its rows, start 'bmsql load'.");
    }

    private static BuildJournal begin(SchemaBuilder builder, Dialect dialect, List<PlannedStep> plan)
            throws UsageException, SQLException {
        if (plan.stream().anyMatch(step -> step.step() == BuildStep.TABLE_CREATES && step.skipped() == null)) {
            requireNoTable(TableContents.of(builder.database()));
        }
        ProgressJournal table = ProgressJournal.create(builder.database(), builder.listener());
        Map<String, String> first = new HashMap<>(BuildOwner.here().row(Map.of()));
        first.put(ProgressJournal.BUILD, layout(dialect));
        if (!table.claim(first)) {
            throw beganElsewhere("begun a build");
        }
        return new BuildJournal(table, first);
    }

    /**
     * Notes that this process abandons the build, so that another one may resume it at once. When the server is unreachable nothing can be
     * noted: then this process has to end first.
     */
    void leave(Exception cause) {
        try {
            table.claim(BuildOwner.leaving(rows));
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * Refuses to build beside another build. One of another host is believed to be interrupted once its load has begun, since
     * nobody can look there; before that its tables would be dropped, so it is refused.
     */
    private void requireAlone() throws BuildFailedException {
        Optional<BuildOwner> owner = BuildOwner.of(rows);
        if (owner.isEmpty()) {
            return;
        }
        if (owner.get().isAtWorkHere()) {
            throw new BuildFailedException(
                    "another 'bmsql build' is at work on this database (" + owner.get()
                            + "): it does all steps. To help it with its rows, start 'bmsql load'; to end it, stop that process.");
        }
        if (!owner.get().isOn(BuildOwner.here()) && !rows.containsKey(WAREHOUSES)) {
            throw new BuildFailedException("a 'bmsql build' was begun here (" + owner.get()
                    + ") and has not come to its load. If it is still at work there, start 'bmsql load' once it says that"
                    + " it loads; if not, build again on that host, or empty the database with 'bmsql destroy'.");
        }
    }

    private static void requireNoTable(Map<Table, TableContents> contents) throws BuildFailedException {
        boolean isLoaded = contents.get(Table.CONFIG) == TableContents.FILLED;
        for (Map.Entry<Table, TableContents> found : contents.entrySet()) {
            if (found.getValue() != TableContents.MISSING) {
                throw new BuildFailedException(found.getKey().sqlName() + " exists already"
                        + (isLoaded ? " and holds a finished load" : "")
                        + ", and there is no journal of a build to resume" + ProgressJournal.REBUILD
                        + (isLoaded
                                ? " A build that was cut off after its population was checked needs 'bmsql prepare' only."
                                : ""));
            }
        }
    }

    /** What a build made before its load: only when it did make the tables, and they hold nothing. */
    private void dropUnloaded(SchemaBuilder builder, Dialect dialect)
            throws UsageException, SQLException, InterruptedException {
        if (!rows.containsKey(STEP + BuildStep.TABLE_CREATES.script() + BEGUN)) {
            table.drop(builder.listener());
            return;
        }
        for (Map.Entry<Table, TableContents> found :
                TableContents.of(builder.database()).entrySet()) {
            if (found.getValue() == TableContents.FILLED) {
                throw new BuildFailedException("a build was interrupted here before its load, but "
                        + found.getKey().sqlName() + " holds other rows" + ProgressJournal.REBUILD);
            }
        }
        builder.listener().note("build.again");
        builder.destroy(PlannedStep.of(dialect, BuildStep.DESTROY));
    }

    private void requireSame(String what, String row, String wanted) throws BuildFailedException {
        String begun = rows.getOrDefault(row, "");
        if (!begun.equals(wanted)) {
            throw ProgressJournal.changed("build", what, begun, wanted);
        }
    }

    private static String layout(Dialect dialect) {
        Layout layout = dialect.layout();
        List<String> options = Layout.OPTIONS.stream()
                .filter(layout::isOn)
                .map(PropertyKey::key)
                .toList();
        return "partitions " + layout.partitions() + ", shards " + layout.shards() + ", options " + options;
    }

    boolean isDone(PlannedStep step) {
        return rows.containsKey(STEP + step.name() + DONE);
    }

    /** Notes that a step begins; true when it was begun before. Refuses one that another build has begun meanwhile. */
    boolean begin(PlannedStep step) throws BuildFailedException, SQLException {
        return !note(step, BEGUN);
    }

    void done(PlannedStep step) throws BuildFailedException, SQLException {
        note(step, DONE);
    }

    private boolean note(PlannedStep step, String what) throws BuildFailedException, SQLException {
        String name = STEP + step.name() + what;
        if (rows.containsKey(name)) {
            return false;
        }
        if (!table.claim(Map.of(name, "yes"))) {
            throw new BuildFailedException("another 'bmsql build' is at work on this database and is at " + step.name()
                    + ": it does the rest. To help a build with its rows, start 'bmsql load'.");
        }
        rows.put(name, "yes");
        return true;
    }

    /**
     * The process that builds, as the journal notes it. Each new owner adds a row; the last one counts. So a second build beside a
     * living one is refused, and one after an interruption resumes it. Immutable.
     *
     * @param begun of the process, in seconds since 1970: another process may get its number later
     */
    record BuildOwner(String host, long pid, long begun) {
        private static final String ROW = "builder ";
        private static final int LONGEST_HOST = 150;

        static BuildOwner here() {
            ProcessHandle self = ProcessHandle.current();
            String host = ProgramContext.hostName();
            return new BuildOwner(host.substring(0, Math.min(LONGEST_HOST, host.length())), self.pid(), begun(self));
        }

        private static long begun(ProcessHandle process) {
            return process.info().startInstant().orElse(Instant.EPOCH).getEpochSecond();
        }

        /** The owner now; empty when the last one left in good order, or when an earlier version began the build. */
        static Optional<BuildOwner> of(Map<String, String> rows) {
            String row = rows.get(ROW + count(rows));
            String[] parts = row == null ? new String[0] : row.split(" ", 3);
            return parts.length == 3
                    ? Optional.of(new BuildOwner(parts[2], Long.parseLong(parts[0]), Long.parseLong(parts[1])))
                    : Optional.empty();
        }

        /** The row with which this process takes over a journal that has these rows. */
        Map<String, String> row(Map<String, String> rows) {
            return Map.of(ROW + (count(rows) + 1), pid + " " + begun + " " + host);
        }

        /** The row with which the owner leaves such a journal. */
        static Map<String, String> leaving(Map<String, String> rows) {
            return Map.of(ROW + (count(rows) + 1), "nobody");
        }

        private static long count(Map<String, String> rows) {
            return rows.keySet().stream().filter(name -> name.startsWith(ROW)).count();
        }

        boolean isOn(BuildOwner other) {
            return host.equals(other.host);
        }

        /** True when this is another process of this host that still lives. */
        boolean isAtWorkHere() {
            BuildOwner self = here();
            return isOn(self)
                    && pid != self.pid
                    && ProcessHandle.of(pid)
                            .filter(ProcessHandle::isAlive)
                            .filter(process -> begun(process) == begun)
                            .isPresent();
        }

        @Override
        public String toString() {
            String since = DateTimeFormatter.ISO_LOCAL_DATE_TIME
                    .format(Instant.ofEpochSecond(begun).atZone(ZoneId.systemDefault()))
                    .replace('T', ' ');
            return "process " + pid + " on " + host + ", started " + since;
        }
    }
}
