package io.bmsql.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.common.NumberText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.db.Database;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.load.Fingerprint;
import io.bmsql.load.Fingerprint.TableSum;
import io.bmsql.schema.DataState;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql fingerprint}: a checksum of each table, and whether it is as the load made it. */
@Command(name = "fingerprint")
final class FingerprintCommand extends PropsCommand implements Signals.Stoppable {
    @Option(names = "--json")
    private boolean json;

    @Option(names = "--as-loaded")
    private boolean mustBeAsLoaded;

    @Override
    public Integer call() throws Exception {
        BenchmarkConfig config = loadTpcc(ConfigPurpose.BUILD);
        try (Database database = open(config, 1)) {
            Fingerprint.Result result = Fingerprint.take(database, config.load().loadWorkers());
            String moment = context.clock().moment();
            note(database, result, moment);
            if (json) {
                context.print(json(result, moment).toString());
            } else {
                for (TableSum table : result.tables()) {
                    context.printf(
                            "%-16s %,15d rows  %s  %s",
                            table.table().sqlName(), table.rows(), table.checksum(), verdict(table.asLoaded()));
                }
                context.printf(
                        "Fingerprint of %s: %s  %s",
                        NumberText.counted(result.warehouses(), "warehouse"),
                        result.checksum(),
                        verdict(result.asLoaded()));
            }
            boolean passed = !mustBeAsLoaded || Boolean.TRUE.equals(result.asLoaded());
            return (passed ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
        }
    }

    private void note(Database database, Fingerprint.Result result, String moment) {
        try {
            Map<String, String> tables = new TreeMap<>();
            result.tables().forEach(table -> tables.put(table.table().sqlName(), table.checksum()));
            new DataState(database).noteFingerprint(result.checksum(), result.asLoaded(), tables, moment);
        } catch (SQLException e) {
            context.printError("Warning: bmsql_config cannot take the fingerprint (" + SqlErrors.text(e)
                    + "): results of later runs will not show it");
        }
    }

    private static String verdict(@Nullable Boolean asLoaded) {
        return asLoaded == null
                ? "(loaded by another program: what it was cannot be known)"
                : asLoaded ? "as loaded" : "CHANGED";
    }

    private static ObjectNode json(Fingerprint.Result result, String moment) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("fingerprint", result.checksum());
        root.put("takenAt", moment);
        root.put("asLoaded", result.asLoaded());
        root.put("warehouses", result.warehouses());
        root.put("seed", result.seed());
        ObjectNode tables = root.putObject("tables");
        for (TableSum table : result.tables()) {
            tables.putObject(table.table().sqlName())
                    .put("rows", table.rows())
                    .put("checksum", table.checksum())
                    .put("asLoaded", table.asLoaded());
        }
        return root;
    }
}
