package io.bmsql.preflight;

import io.bmsql.collector.database.ServerFacts;
import io.bmsql.db.Database;
import io.bmsql.db.ScriptRunner;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlFile;
import io.bmsql.db.BuildFailedException;
import io.bmsql.common.UsageException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a user may do in the database what a build and a run do. */
record RightsCheck(Database database, String user) {
    /** By the server's catalog, where the folder asks for it. */
    Finding known(ServerFacts server) {
        List<Map<String, String>> rows = server.rows("rights");
        if (rows.isEmpty()) {
            return Finding.unknown(
                    "rights", "not tried", "bmsql doctor --try-rights makes a table bmsql_doctor and drops it");
        }
        List<String> lacking = rows.stream()
                .filter(row -> !row.getOrDefault("granted", "").equals("yes"))
                .map(row -> row.getOrDefault("what", "") + " ("
                        + row.getOrDefault("granted", "").replaceFirst("^no$", "not allowed") + ")")
                .toList();
        boolean isCertain =
                rows.stream().anyMatch(row -> row.getOrDefault("granted", "").equals("no"));
        if (lacking.isEmpty()) {
            return Finding.ok("rights", user + " may " + rows.get(0).getOrDefault("what", ""));
        }
        String text = user + (isCertain ? " may not " : " perhaps may not ") + String.join(", ", lacking);
        return isCertain
                ? Finding.problem("rights", text, "grant it, or take another user")
                : Finding.warning("rights", text, "bmsql doctor --try-rights finds out");
    }

    /** Makes and drops a table of its own, where the user allows it. */
    Finding trial() throws SQLException, UsageException {
        Optional<SqlFile> script = database.dialect().script("rightsTrial");
        if (script.isEmpty()) {
            return Finding.unknown("rights", "no rightsTrial.sql says how to try them", "");
        }
        try (Connection connection = database.connection()) {
            new ScriptRunner(connection, statement -> {})
                    .run(script.get().script().statements());
            return Finding.ok("rights", user + " made a table bmsql_doctor and dropped it");
        } catch (BuildFailedException e) {
            String why = e.getCause() == null ? String.valueOf(e.getMessage()) : SqlErrors.line(e.getCause());
            return Finding.problem("rights", plain(why), "grant it, or take another user");
        }
    }

    /** What a server says of an error, without the place in a statement that the user did not write. */
    static String plain(String message) {
        return message.replaceAll(" Position: \\d+", "");
    }
}
