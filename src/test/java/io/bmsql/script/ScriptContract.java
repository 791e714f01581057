package io.bmsql.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.RunClock;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What scripts do on any server. */
abstract class ScriptContract {
    private static final Path FOLDER = Path.of("workload.pgbench");

    abstract TestDatabase database();

    @Test
    void theShippedScriptsRun() throws Exception {
        database()
                .execute(Files.readString(FOLDER.resolve("tables.sql"))
                        .replaceAll("(?m)^--.*", "")
                        .strip()
                        .split(";"));
        database().execute("insert into pgbench_branches values (1, 0, null)");
        for (int id = 1; id <= 10; id++) {
            database().execute("insert into pgbench_tellers values (" + id + ", 1, 0, null)");
        }
        database().execute("insert into pgbench_accounts values (1, 1, 0, '')");
        ScriptVariables names = new ScriptVariables(java.util.Set.of());
        for (String name : java.util.List.of("tpcb-like", "simple-update", "select-only")) {
            String file = name + ".sql";
            Script script = Script.parse(file, Files.readString(FOLDER.resolve("transactions/" + file)), names, false);
            ScriptClient client = new ScriptClient(names, 1, 0, Map.of("scale", "1", "default_seed", "1"));
            try (Connection connection = database().connect();
                    ScriptStatements statements = new ScriptStatements(connection, names, RunClock.SYSTEM)) {
                for (int i = 0; i < 20; i++) {
                    statements.run(script, client);
                }
            }
        }
        assertThat(database().text("select count(*) from pgbench_history")).isEqualTo("40");
    }
}
