package io.bmsql.workload;

import io.bmsql.dialect.DialectFolders;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.evidence.DmClauses;
import java.nio.file.Path;
import java.util.List;

/** The procedures of sql.dm, run by an engine that understands PL/SQL. */
class DmProceduresIT extends PlSqlFormsContract {
    @Override
    String db() {
        return "dm";
    }

    /** DM reports its codes as they were raised, this server as positive numbers. */
    @Override
    String facts() {
        return "errors.missingRow = vendor:20102\n";
    }

    @Override
    String withoutPhysical(String script) throws Exception {
        StringBuilder rest = new StringBuilder();
        for (SqlStatement statement : new DialectFolders(List.of(Path.of("").toAbsolutePath()))
                .load("dm", "")
                .script(script)
                .orElseThrow()
                .script()
                .statements()) {
            rest.append(new DmClauses().remove(statement.text())).append(";\n\n");
        }
        return rest.toString();
    }
}
