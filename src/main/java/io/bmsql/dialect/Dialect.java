package io.bmsql.dialect;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is special about one database, resolved through its chain of folders. Threads: immutable.
 *
 * @param name the word after {@code db=}
 * @param profile the statement overlay, empty for the default shapes
 * @param chain folders from the nearest to the most general, without {@code sql.}: {@code [newdb, postgres, common]}
 * @param driver JDBC driver class, empty when no folder names one
 * @param bulk how rows are loaded: {@code copy}, {@code loaddata} or {@code batch}
 * @param urlExample for messages, may be empty
 * @param statistics the script that renews the optimizer's statistics, empty when there is none
 * @param tried a sentence: what was run on a real server with this folder; empty for nothing. Not inherited
 * @param untried a sentence: what was not; may be empty. Not inherited
 * @param connectionProperties handed to the driver unless the URL sets them
 * @param checks the consistency conditions in order
 * @param population the checks of the initial population in order
 */
public record Dialect(
        String name,
        String profile,
        List<String> chain,
        String driver,
        String bulk,
        String urlExample,
        String statistics,
        String tried,
        String untried,
        Map<String, String> connectionProperties,
        SqlErrors errors,
        StatementBook statements,
        List<NamedSql> checks,
        List<NamedSql> population,
        DialectFolders folders) {

    /**
     * A script by its name without {@code .sql}, or by the path of an existing {@code .sql} file.
     *
     * @return nothing when no folder of the chain has it
     * @throws DialectException when a file was found but cannot be read
     */
    public Optional<SqlFile> script(String script) throws DialectException {
        return folders.script(chain, script);
    }
}
