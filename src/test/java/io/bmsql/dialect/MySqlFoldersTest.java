package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.config.StatementForm;
import io.bmsql.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The folders of MySQL and its kin. */
class MySqlFoldersTest {
    private static Dialect load(String db) throws UsageException {
        return TestDatabase.folders().load(db, "");
    }

    /** On OceanBase and TiDB LOAD DATA commits by itself: a load that was killed could not be continued. */
    @ParameterizedTest
    @CsvSource({"mysql, 1, LOAD_DATA", "mariadb, 2, LOAD_DATA", "tidb, 2, BATCH", "oceanbase, 2, BATCH"})
    void aliasesExtendMySql(String db, int folders, BulkPath bulk) throws Exception {
        Dialect dialect = load(db);
        assertThat(dialect.chain()).hasSize(folders + 1).contains("mysql").endsWith("common");
        assertThat(dialect.properties().driver()).isEqualTo("com.mysql.cj.jdbc.Driver");
        assertThat(dialect.properties().bulk()).isEqualTo(bulk);
        assertThat(dialect.properties().ownConnection()).containsEntry("rewriteBatchedStatements", "true");
        assertThat(dialect.properties().runConnection())
                .containsEntry("jdbc:mariadb:rewriteBatchedStatements", "false");
    }

    /** In as many round trips as StatementOrderTest counts; the others have no block of statements outside procedures. */
    @Test
    void onlyMariaDbOpensAnOrderAndPaysByBlocks() throws Exception {
        for (StatementId id :
                List.of(StatementId.BATCH_OPEN_ORDER, StatementId.BATCH_PAY, StatementId.BATCH_PAY_CUSTOMER)) {
            assertThat(load("mariadb").statement(id).sql())
                    .startsWith("BEGIN NOT ATOMIC")
                    .endsWith("END");
            for (String db : List.of("mysql", "tidb", "oceanbase")) {
                assertThat(load(db).statement(id).isEmpty()).as(db).isTrue();
            }
        }
        for (String db : List.of("mariadb", "mysql", "tidb", "oceanbase")) {
            load(db).requireForm(StatementForm.BATCH, "batchStatements");
            assertThat(load(db).statement(StatementId.BATCH_UPDATE_STOCKS).isEmpty())
                    .as(db)
                    .isFalse();
        }
    }

    @Test
    void onlyProceduresThatAreNamedSoCommitInside() throws Exception {
        for (String db : List.of("mariadb", "mysql", "oceanbase")) {
            Dialect dialect = load(db);
            NamedStatement call = dialect.statement(StatementId.PROCEDURE_NEW_ORDER);
            NamedStatement own = new NamedStatement(
                    call.id(), "CALL own_new_order(?)", call.place(), call.positions(), call.outputPositions());
            assertThat(call.mayCommit(dialect.properties())).as(db).isTrue();
            assertThat(own.mayCommit(dialect.properties())).as(db).isFalse();
        }
    }

    /** Seen on Galera: orders without their lines, because one transaction's statements went to several nodes. */
    @Test
    void refusesUrlsThatTearTransactionsApart() throws Exception {
        DialectProperties access = load("mariadb").properties();
        assertThat(access.refusal("jdbc:mysql:loadbalance://a:3306,b:3306/d"))
                .contains("prepared statements stay behind");
        assertThat(access.refusal("jdbc:mysql:replication://a:3306,b:3306/d")).isNotEmpty();
        assertThat(access.refusal("jdbc:mysql://a:3306,b:3306/d")).isEmpty();
        assertThat(access.refusal("jdbc:mariadb:loadbalance://a,b/d")).isEmpty();
        assertThat(load("postgres").properties().refusal("jdbc:mysql:loadbalance://a/d"))
                .isEmpty();
    }

    @Test
    void oceanBaseLoadsWithoutItsTimeLimit() throws Exception {
        Dialect dialect = load("oceanbase");
        assertThat(dialect.properties().ownConnection().get("sessionVariables"))
                .contains("ob_query_timeout=86400000000");
        assertThat(dialect.properties().runConnection()).containsEntry("sessionVariables", "ob_query_timeout=10000000");
    }
}
