package io.bmsql.workload;

import io.bmsql.evidence.OracleClauses;
import java.nio.file.Files;
import java.nio.file.Path;

/** The package of sql.oracle, run by an engine that understands PL/SQL. */
class OracleProceduresIT extends PlSqlFormsContract {
    @Override
    String db() {
        return "oracle";
    }

    @Override
    String facts() {
        return "# Oracle reports its codes as positive numbers too.\n";
    }

    @Override
    String withoutPhysical(String script) throws Exception {
        return OracleClauses.withoutPhysical(Files.readString(Path.of("sql.oracle", script + ".sql")));
    }
}
