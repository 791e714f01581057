package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.RunClock;
import io.bmsql.common.Secret;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.StatementForm;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.BuildStep;
import io.bmsql.schema.PlannedStep;
import io.bmsql.schema.SchemaBuilder;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.MariaDbServer;
import io.bmsql.testing.TestServers;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stored procedures of a folder in PL/SQL, executed: its own text, on MariaDB in Oracle mode, beside the folder's own
 * statements for the same inputs. In other words stand only what that server lacks: physical clauses of the tables, the keys of
 * history, statistics, RAISE_APPLICATION_ERROR and the catalog. The outputs come by MariaDB's driver as output parameters.
 */
@Tag("grammars")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
abstract class PlSqlFormsContract {
    /** Some moment of 2026; MariaDB's TIMESTAMP takes none of 1970. */
    private static final long NOW = 1_780_000_000_000L;

    @RegisterExtension
    static final MariaDbExtension PLAIN = new MariaDbExtension();

    @RegisterExtension
    static final MariaDbExtension PROCEDURES = new MariaDbExtension();

    private static final Map<String, String> LESS_ROWS = Map.of(
            "bmsql_order_line", " WHERE ol_o_id > 2000 OR ol_number = 1",
            "bmsql_history", " WHERE h_c_id <= 300");

    private static final Path REPOSITORY = Path.of("").toAbsolutePath();

    private static final String RAISE_APPLICATION_ERROR =
            """
            create procedure raise_application_error(code in int, text in varchar2) as
                error_number int := -code;
            begin
                signal sqlstate 'HY000' set mysql_errno = error_number, message_text = text;
            end;
            """;

    private static final List<String> CATALOG = List.of(
            "create view user_errors as select '' as name, '' as type, 0 as line, '' as text, '' as attribute,"
                    + " 0 as sequence from dual where 1 = 0",
            "create view user_objects as select upper(routine_name) as object_name, routine_type as object_type"
                    + " from information_schema.routines"
                    + " where routine_schema = database() and routine_type <> 'PACKAGE BODY'");

    private Path folder = REPOSITORY;
    private final Map<StatementForm, SameWork.Result> results = new EnumMap<>(StatementForm.class);

    /** The folder's name. */
    abstract String db();

    /** Lines of dialect.properties for what MariaDB reports in another way than the folder's server. */
    abstract String facts();

    /** The text of a script of tables or indexes without the clauses that only its database has. */
    abstract String withoutPhysical(String script) throws Exception;

    @BeforeAll
    void workInBothForms(@TempDir Path own) throws Exception {
        folder = own;
        Path scripts = Files.createDirectories(folder.resolve("sql." + db()));
        Files.writeString(scripts.resolve("tableCreates.sql"), withoutPhysical("tableCreates"));
        Files.writeString(scripts.resolve("indexCreates.sql"), withoutPhysical("indexCreates"));
        for (String script : List.of("extraHistID", "buildFinish", "foreignKeys", "storedProcedureCreates")) {
            Files.writeString(scripts.resolve(script + ".sql"), "-- Not here.\n");
        }
        Files.writeString(scripts.resolve("dialect.properties"), "urls = jdbc:mariadb:\n" + facts());
        Files.writeString(scripts.resolve("statements.sql"), "-- name: Session.build\n\n-- name: Session.check\n");
        try (Database database = open(StatementForm.PLAIN)) {
            new SchemaBuilder(database, 2, RunClock.SYSTEM, new BuildListener() {})
                    .build(PlannedStep.of(database.dialect(), BuildStep.BUILD), PlSqlFormsContract::load);
            PROCEDURES.copyTablesOf(PLAIN.name());
            results.put(StatementForm.PLAIN, SameWork.in(database, StatementForm.PLAIN));
        }
        try (Database database = open(StatementForm.PROCEDURES)) {
            createProcedures(database);
            results.put(StatementForm.PROCEDURES, SameWork.in(database, StatementForm.PROCEDURES));
        }
    }

    /** Rows of another folder's load: what is tested are procedures. Of orders that were delivered long ago one line each. */
    private static void load() throws BuildFailedException {
        String other = TestServers.loaded(SameWork.WAREHOUSES);
        try (Connection connection = PLAIN.connect();
                Statement statement = connection.createStatement();
                Statement insert = connection.createStatement()) {
            // Together they let an empty table be filled in bulk.
            insert.execute("SET foreign_key_checks = 0, unique_checks = 0, SESSION group_concat_max_len = 10000");
            try (ResultSet tables = statement.executeQuery("SELECT table_name, group_concat(column_name)"
                    + " FROM information_schema.columns own JOIN information_schema.columns other"
                    + " USING (table_name, column_name) WHERE own.table_schema = database()"
                    + " AND other.table_schema = '" + other + "' GROUP BY table_name")) {
                while (tables.next()) {
                    String table = tables.getString(1);
                    insert.execute("INSERT INTO " + table + " (" + tables.getString(2) + ") SELECT "
                            + tables.getString(2) + " FROM " + other + "." + table
                            + LESS_ROWS.getOrDefault(table, ""));
                }
            }
        } catch (SQLException e) {
            throw new BuildFailedException("cannot copy the rows", e);
        }
    }

    private void createProcedures(Database database) throws Exception {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(RAISE_APPLICATION_ERROR);
            for (String view : CATALOG) {
                statement.execute(view);
            }
            run(statement, "storedProcedureCreates");
        }
    }

    private void run(Statement statement, String script) throws Exception {
        for (SqlStatement each : shipped().script(script).orElseThrow().script().statements()) {
            statement.execute(each.text());
        }
    }

    private Dialect shipped() throws Exception {
        return new DialectFolders(List.of(REPOSITORY)).load(db(), "");
    }

    private Database open(StatementForm form) throws Exception {
        String url = (form == StatementForm.PLAIN ? PLAIN : PROCEDURES).mariadbUrl()
                + "?sessionVariables=sql_mode='ORACLE,STRICT_TRANS_TABLES'";
        ConnectionConfig config = new ConnectionConfig(
                db(),
                "org.mariadb.jdbc.Driver",
                url,
                MariaDbServer.USER,
                new Secret(PLAIN.password()),
                IsolationLevel.READ_COMMITTED,
                "",
                true);
        Dialect dialect = new DialectFolders(List.of(folder, REPOSITORY)).load(db(), "");
        return Database.open(config, dialect, new DriverFolders(List.of(REPOSITORY)), 4);
    }

    @Test
    void proceduresLeaveTheSameState() {
        SameWork.Result plain = results.get(StatementForm.PLAIN);
        SameWork.Result procedures = results.get(StatementForm.PROCEDURES);

        assertThat(procedures.answers()).isEqualTo(plain.answers());
        assertThat(procedures.tables()).isEqualTo(plain.tables());
        assertThat(plain.answers())
                .anyMatch(answer -> answer.startsWith("NEW_ORDER ROLLED_BACK"))
                .anyMatch(answer -> answer.contains(" skipped 10 "))
                .anyMatch(answer -> answer.contains("STOCK_LEVEL COMMITTED") && !answer.contains(" low 0 "));
    }

    @Test
    void theirErrorsAreKnownByTheFoldersCodes() throws Exception {
        try (Database database = open(StatementForm.PROCEDURES)) {
            WorkerConnection connection = database.worker();
            TransactionSet transactions =
                    new TransactionSet(connection, database.dialect().errors(), StatementForm.PROCEDURES);
            TransactionInput unused = FormsContract.order();
            unused.itemIds[1] = 200_000;
            assertThatThrownBy(() -> transactions.execute(unused, NOW))
                    .isInstanceOf(MissingRowException.class)
                    .hasMessageContaining("200000");
            TransactionInput missing = FormsContract.order();
            missing.customerId = 3_001;
            assertMissing(database, transactions, missing, "no customer 3001 in warehouse 1, district 2");
            missing.type = TpccTransaction.PAYMENT;
            missing.customerWarehouseId = 1;
            missing.customerDistrictId = 2;
            missing.byLastName = true;
            missing.lastName = "NOBODY";
            missing.paymentCents = 100;
            assertMissing(database, transactions, missing, "no customer NOBODY in warehouse 1, district 2");
            connection.close();
        }
    }

    private static void assertMissing(
            Database database, TransactionSet transactions, TransactionInput input, String message) {
        assertThatThrownBy(() -> transactions.execute(input, NOW))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(database.dialect().errors().classify(e)).isEqualTo(ErrorClass.MISSING_ROW))
                .hasMessageContaining(message);
    }

    @Test
    void theDropScriptLeavesNoneAndMayRunTwice() throws Exception {
        try (Database database = open(StatementForm.PLAIN);
                Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            createProcedures(database);
            assertThat(routines(statement)).isGreaterThan(2);

            run(statement, "storedProcedureDrops");
            run(statement, "storedProcedureDrops");

            assertThat(routines(statement)).as("the stand-in alone").isEqualTo(1);
        }
    }

    private static int routines(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(
                "select count(*) from information_schema.routines where routine_schema = database()")) {
            row.next();
            return row.getInt(1);
        }
    }
}
