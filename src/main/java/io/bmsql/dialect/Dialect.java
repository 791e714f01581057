package io.bmsql.dialect;

import io.bmsql.spec.SchemaOption;
import io.bmsql.spec.StatementForm;
import java.util.EnumMap;
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
 * @param bulk how rows are loaded: {@code copy}, {@code loaddata}, {@code direct} or {@code batch}
 * @param bulkInsert what stands in place of INSERT in the loader's statements when bulk is {@code direct}
 * @param urlExample for messages
 * @param statistics the script that renews the optimizer's statistics, empty when there is none
 * @param megabytesPerWarehouse about what a loaded warehouse takes on disk, indexes included
 * @param tried a sentence: what was run on a real server with this folder; empty for nothing. Not inherited
 * @param untried a sentence: what was not; may be empty. Not inherited
 * @param connectionProperties handed to the driver unless the URL sets them
 * @param runProperties likewise, only for the connections of a run's workers: how long they wait for the server
 * @param checks the consistency conditions in order
 * @param population the checks of the initial population in order
 * @param storage the dialect of the servers behind this one, empty where it stores its rows itself
 * @param storageUrl the JDBC URL of one of them, with {@code {node}} for {@code host:port}
 * @param loadGoesOn true when the rows of a unit and its entry in the load's journal are committed together or not at all
 * @param layout fills templates in; what the folder says unless the settings say otherwise
 */
public record Dialect(
        String name,
        String profile,
        List<String> chain,
        String driver,
        String bulk,
        String bulkInsert,
        String urlExample,
        String statistics,
        int megabytesPerWarehouse,
        String tried,
        String untried,
        Map<String, String> connectionProperties,
        Map<String, String> runProperties,
        SqlErrors errors,
        StatementBook statements,
        List<NamedSql> checks,
        List<NamedSql> population,
        String storage,
        String storageUrl,
        boolean loadGoesOn,
        Layout layout,
        DialectFolders folders) {

    /**
     * Makes sure that the folders hold the statements of a form.
     *
     * @param setting what asked for it, such as {@code useStoredProcedures=true}, for the message
     * @throws DialectException naming the first statement that is missing
     */
    public void requireForm(StatementForm form, String setting) throws DialectException {
        for (StatementId id : StatementId.values()) {
            if (id.form() == form && id.isNeededByForm() && statements.get(id).isEmpty()) {
                throw new DialectException(setting + ": db=" + name + " has no such form, " + id.sqlName()
                        + " is empty in " + statements.get(id).place() + "; leave " + setting + " out");
            }
        }
    }

    /**
     * A script by its name without {@code .sql}, or by the path of an existing {@code .sql} file.
     *
     * @return nothing when no folder of the chain has it
     * @throws DialectException when a file was found but cannot be read
     */
    public Optional<SqlFile> script(String script) throws DialectException {
        return folders.script(chain, script, layout);
    }

    /**
     * The same dialect with its tables laid out in this way.
     *
     * @param wanted 0 partitions, and options that it does not name, for what the folder itself says
     * @throws DialectException when an option is to be on that the folders do not know
     */
    public Dialect laidOut(Layout wanted) throws DialectException {
        int partitions = wanted.partitions() > 0 ? wanted.partitions() : layout.partitions();
        return new Dialect(
                name,
                profile,
                chain,
                driver,
                bulk,
                bulkInsert,
                urlExample,
                statistics,
                megabytesPerWarehouse,
                tried,
                untried,
                connectionProperties,
                runProperties,
                errors,
                statements,
                checks,
                population,
                storage,
                storageUrl,
                loadGoesOn,
                new Layout(partitions, wanted.shards(), together(wanted)),
                folders);
    }

    private Map<SchemaOption, Boolean> together(Layout wanted) throws DialectException {
        Map<SchemaOption, Boolean> options = new EnumMap<>(SchemaOption.class);
        options.putAll(layout.options());
        for (SchemaOption option : wanted.options().keySet()) {
            if (wanted.isOn(option) && !options.containsKey(option)) {
                throw new DialectException("`" + option.word() + "` is set, but db=" + name
                        + " has nothing of the kind; leave it out, or write " + option.word() + " = true into sql."
                        + name
                        + "/dialect.properties and \"-- when " + option.word() + "\" into its scripts");
            }
            options.put(option, wanted.isOn(option));
        }
        return options;
    }

    /**
     * Makes sure that the script that creates the tables does what the layout asks for.
     *
     * @throws DialectException naming the setting that would have no effect
     */
    public void requireLayout() throws DialectException {
        Optional<SqlFile> creates = script("tableCreates");
        if (creates.isEmpty()) {
            return;
        }
        SqlFile file = creates.get();
        Optional<String> unused = file.unusedLayout();
        if (unused.isPresent()) {
            throw new DialectException("`" + unused.get() + "` is set, but " + file.path() + " is no template for it;"
                    + " leave it out, or write a sql." + name + "/tableCreates.sql that is");
        }
    }
}
