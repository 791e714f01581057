package io.bmsql.workload;

import io.bmsql.common.IoReason;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.common.UsageException;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.config.ScriptsConfig.Entry;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.script.Script;
import io.bmsql.script.ScriptClient;
import io.bmsql.script.ScriptStatements;
import io.bmsql.script.ScriptVariables;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Scripts, each a type of transaction; terminals are their clients and draw the next one by weight. */
public final class ScriptWorkload implements Workload {
    private static final String BUILTINS = "workload.pgbench/transactions/";

    private final List<Entry> entries;
    private final List<Script> scripts = new ArrayList<>();
    private final ScriptVariables names;
    private final Map<String, String> given;
    private final long seed;
    private final RunClock clock;
    private final SqlErrors errors;
    private final TransactionTypes types;
    private final int allWeights;

    /** Reads and compiles the scripts; refuses one that is not there or has a mistake. */
    public ScriptWorkload(ScriptsConfig config, ProgramContext program, long seed, SqlErrors errors)
            throws UsageException {
        this.entries = config.scripts();
        this.seed = seed;
        this.clock = program.clock();
        this.errors = errors;
        this.names = new ScriptVariables(config.variables().keySet());
        this.given = new HashMap<>(Map.of("scale", "1", "default_seed", Long.toString(seed)));
        given.putAll(config.variables());
        Map<String, Boolean> areWriting = new LinkedHashMap<>();
        for (Entry entry : entries) {
            Script script = Script.parse(entry.file(), text(entry, program), names, false);
            scripts.add(script);
            areWriting.put(entry.name(), !script.isReadOnly());
        }
        this.types = TransactionTypes.of("scripts", areWriting);
        this.allWeights = entries.stream().mapToInt(Entry::weight).sum();
    }

    private static String text(Entry entry, ProgramContext program) throws UsageException {
        Path file = program.resolve(Path.of(entry.file()));
        if (entry.file().startsWith(ScriptsConfig.BUILTIN)) {
            file = DialectFolders.of(program).roots().stream()
                    .map(root -> root.resolve(BUILTINS + entry.name() + ".sql"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new UsageException("no script " + entry.name()
                            + " comes with the program: tpcb-like, simple-update and select-only do"));
        }
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UsageException("scripts: cannot read " + entry.file() + " (" + IoReason.of(e) + ")", e);
        }
    }

    @Override
    public TransactionTypes types() {
        return types;
    }

    @Override
    public Map<TransactionType, Double> percents() {
        Map<TransactionType, Double> percents = TransactionTypes.map();
        types.forEach(
                type -> percents.put(type, 100.0 * entries.get(type.ordinal()).weight() / allWeights));
        return percents;
    }

    @Override
    public Requests terminal(int number) {
        ScriptRequest request = new ScriptRequest(new ScriptClient(names, seed, number, given));
        return random -> request.choose(draw(random));
    }

    private TransactionType draw(RandomStream random) {
        int left = random.uniform(1, allWeights);
        int at = 0;
        for (left -= entries.get(0).weight(); left > 0; left -= entries.get(at).weight()) {
            at++;
        }
        return types.list().get(at);
    }

    /** The script that a terminal runs next; a further attempt must not draw other numbers. */
    private final class ScriptRequest implements Request {
        private final ScriptClient client;
        private TransactionType type = types.leading();
        private boolean hasBegun;

        ScriptRequest(ScriptClient client) {
            this.client = client;
        }

        ScriptRequest choose(TransactionType next) {
            type = next;
            hasBegun = false;
            return this;
        }

        @Override
        public TransactionType type() {
            return type;
        }

        private Script script() {
            return scripts.get(type.ordinal());
        }

        @Override
        public boolean isRetried() {
            return script().isRetried();
        }

        void run(ScriptStatements statements) throws SQLException, UsageException, InterruptedException {
            boolean isRetry = hasBegun;
            hasBegun = true;
            if (isRetry) {
                statements.retry(script(), client);
            } else {
                statements.run(script(), client);
            }
        }
    }

    @Override
    public Transactions open(WorkerConnection connection) throws SQLException {
        ScriptStatements statements = new ScriptStatements(connection.connection(), names, clock);
        return (request, epochMillis) -> execute((ScriptRequest) request, statements, connection);
    }

    private Outcome execute(ScriptRequest request, ScriptStatements statements, WorkerConnection connection)
            throws SQLException, CommitOutcomeUnknownException, InterruptedException {
        boolean ended = false;
        try {
            request.run(statements);
            ended = true;
            return Outcome.COMMITTED;
        } catch (SQLException e) {
            if (statements.isOutcomeOpen() && TransactionSet.leavesOutcomeOpen(e, errors, connection)) {
                ended = true;
                throw new CommitOutcomeUnknownException(e);
            }
            throw e;
        } catch (UsageException e) {
            // A mistake that shows itself only now: it ends the run.
            throw new IllegalStateException(e.getMessage(), e);
        } finally {
            if (!ended) {
                TransactionSet.endQuietly(statements::rollBack, connection);
            }
        }
    }
}
