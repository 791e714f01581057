package io.bmsql.schema;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaBuilderIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final String SEQUENCE = "create sequence bmsql_hist_id_seq;\n";

    private final RecordingListener listener = new RecordingListener();
    private Database database;

    @BeforeEach
    void open() throws Exception {
        database = POSTGRES.open(3);
    }

    @AfterEach
    void close() throws Exception {
        builder(1).destroy(PlannedStep.of(database.dialect(), BuildStep.DESTROY));
        database.close();
    }

    private SchemaBuilder builder(int workers) {
        return new SchemaBuilder(database, workers, RunClock.SYSTEM, listener);
    }

    private void build(int workers) throws Exception {
        builder(workers).build(PlannedStep.of(database.dialect(), BuildStep.BUILD), () -> {});
    }

    /** A folder of a user with a tableCreates.sql of a vendor, which begins with these statements. */
    private static Database openOwn(Path folder, String first, String text, String instead) throws Exception {
        String tables = Files.readString(Path.of("sql.common/tableCreates.sql"))
                .replaceFirst("(?i)create sequence bmsql_hist_id_seq[^;]*;", "");
        tables = text.isEmpty() ? tables : tables.replaceFirst(text, instead + " ");
        Dialect vendor = TestDatabase.own(
                folder, "vendor", "dialect.properties", "extends = postgres\n", "tableCreates.sql", first + tables);
        return POSTGRES.open(IsolationLevel.READ_COMMITTED, vendor, 2);
    }

    /** What the load, the indexes, the foreign keys, the primary keys and the numbers of the history need. */
    @ParameterizedTest
    @CsvSource({
        "true, '(?s),\\s*h_data\\s+varchar.24.', '', the load needs the column h_data of bmsql_history",
        "true, table bmsql_new_order (?=.), temp table bmsql_other, the load needs the table bmsql_new_order",
        "true, '(?m)^ +c_id ', cust_id, the load needs the column c_id of bmsql_customer",
        "false, '', '', needs the sequence bmsql_hist_id_seq"
    })
    void whatIsMissedLaterIsMissedBeforeTheLoad(
            boolean hasSequence, String text, String instead, String said, @TempDir Path folder) throws Exception {
        List<String> loads = new ArrayList<>();
        try (Database own = openOwn(folder, hasSequence ? SEQUENCE : "", text, instead)) {
            SchemaBuilder builder = new SchemaBuilder(own, 1, RunClock.SYSTEM, listener);
            assertThatThrownBy(() ->
                            builder.build(PlannedStep.of(own.dialect(), BuildStep.BUILD), () -> loads.add("a load")))
                    .isInstanceOf(BuildFailedException.class)
                    .hasMessageContainingAll(said, "No row is loaded yet.");
        }
        assertThat(loads).isEmpty();
    }

    @Test
    void whatAnOwnScriptAfterTheLoadNeedsIsMissedBeforeIt(@TempDir Path folder) throws Exception {
        try (Database own = openOwn(folder, SEQUENCE, "", "")) {
            Dialect vendor = TestDatabase.own(
                    folder,
                    "vendor",
                    "indexCreates.sql",
                    "create table bmsql_own (o_id integer);\ncreate index i on bmsql_own (o_id);\n"
                            + "create index j on bmsql_item (i_name, i_nosuch desc);\n");
            SchemaBuilder builder = new SchemaBuilder(own, 1, RunClock.SYSTEM, listener);
            List<PlannedStep> plan = PlannedStep.of(vendor, BuildStep.BUILD);
            assertThatThrownBy(() -> builder.build(plan, () -> {}))
                    .isInstanceOf(BuildFailedException.class)
                    .hasMessageContainingAll("indexCreates.sql:3 needs the column i_nosuch of bmsql_item");
        }
    }

    /** As a tablespace: no destroy drops it, and the next build meets it. */
    @Test
    void whatBelongsToTheServerMayBeThereAlready(@TempDir Path folder) throws Exception {
        String role = "vendor_" + POSTGRES.name();
        try (Database own = openOwn(folder, "CREATE ROLE " + role + ";\n" + SEQUENCE, "", "")) {
            SchemaBuilder builder = new SchemaBuilder(own, 1, RunClock.SYSTEM, listener);
            for (int build = 0; build < 2; build++) {
                builder.build(PlannedStep.of(own.dialect(), BuildStep.BUILD), () -> {});
                builder.destroy(PlannedStep.of(own.dialect(), BuildStep.DESTROY));
            }
        } finally {
            POSTGRES.execute("DROP ROLE " + role);
        }
    }

    /**
     * The schema that BenchmarkSQL 5 leaves on PostgreSQL, as the catalogue shows it; only hist_id is wider. Its parts are tables,
     * indexes and foreign keys.
     */
    private static List<String> original(int part) throws IOException {
        String all = Files.readString(Path.of("src/test/resources/golden/postgres-schema.txt"));
        return all.split("\n\n")[part].lines().toList();
    }

    private List<String> indexes() throws Exception {
        return POSTGRES.texts("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname").stream()
                .map(definition -> definition
                        .replaceFirst("CREATE (UNIQUE )?INDEX", "$1")
                        .replace("USING btree ", "")
                        .replace("public.", "")
                        .strip())
                .toList();
    }

    @Test
    void tablesAndKeysAreTheOriginalsAndOneIndexMoreAndDestroyLeavesNothing() throws Exception {
        build(2);
        List<String> columns = POSTGRES.texts(
                """
                SELECT c.relname || ': ' || string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                        || CASE WHEN a.attnotnull THEN ' !' ELSE '' END, ', ' ORDER BY a.attnum)
                    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
                    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
                    GROUP BY c.relname ORDER BY c.relname
                """);
        assertThat(columns).containsExactlyElementsOf(original(0));
        assertThat(POSTGRES.texts("SELECT relname FROM pg_class WHERE relkind = 'S'"))
                .containsExactly("bmsql_hist_id_seq");
        List<String> expected = new ArrayList<>(original(1));
        expected.add("bmsql_oorder_idx2 ON bmsql_oorder (o_w_id, o_d_id, o_c_id, o_id)");
        assertThat(indexes()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(POSTGRES.texts("SELECT conname || ' ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid)"
                        + " FROM pg_constraint WHERE contype = 'f' ORDER BY conname"))
                .containsExactlyElementsOf(original(2));

        for (int time = 1; time <= 2; time++) {
            builder(1).destroy(PlannedStep.of(database.dialect(), BuildStep.DESTROY));
            assertThat(POSTGRES.texts("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"))
                    .isEmpty();
        }
    }

    @Test
    void foreignKeysFillFactorsAndTheOneIndexMoreCanBeLeftOut() throws Exception {
        String full = "SELECT relname FROM pg_class WHERE reloptions::text LIKE '%fillfactor%' ORDER BY relname";
        Layout layout = new Layout(
                0,
                List.of(),
                Map.of(
                        PropertyKey.FOREIGN_KEYS, false,
                        PropertyKey.FILL_FACTORS, false,
                        PropertyKey.ORDER_CUSTOMER_INDEX, false));
        builder(1).build(PlannedStep.of(database.dialect().laidOut(layout), BuildStep.BUILD), () -> {});
        assertThat(indexes()).containsExactlyElementsOf(original(1));
        assertThat(listener.skipped)
                .hasSize(2)
                .anySatisfy(step -> assertThat(step).endsWith("extraCommandsBeforeLoad.sql holds no statement"))
                .contains("foreignKeys: foreignKeys is false");
        assertThat(listener.finished).doesNotContain("statisticsBeforeKeys").contains("buildFinish");
        assertThat(POSTGRES.texts("SELECT conname FROM pg_constraint WHERE contype = 'f'"))
                .isEmpty();
        assertThat(POSTGRES.texts(full)).isEmpty();
        builder(1).destroy(PlannedStep.of(database.dialect(), BuildStep.DESTROY));
        build(1);
        assertThat(POSTGRES.texts(full))
                .containsExactly(
                        "bmsql_customer", "bmsql_district", "bmsql_order_line", "bmsql_stock", "bmsql_warehouse");
    }

    @Test
    void reportsEachStepAndStatementAndThePlaceOfTheOneThatFails() throws Exception {
        List<String> events = new ArrayList<>();
        List<PlannedStep> plan = PlannedStep.of(database.dialect(), BuildStep.BUILD);
        builder(3).build(plan, () -> events.addAll(listener.finished));
        assertThat(events)
                .as("done before the load")
                .containsExactly("tableCreates", "extraCommandsBeforeLoad", "storedProcedureCreates");
        assertThat(listener.skipped).isEmpty();
        assertThat(listener.finished)
                .containsExactlyElementsOf(plan.stream().map(PlannedStep::name).toList());
        assertThat(listener.statements)
                .containsExactlyInAnyOrderElementsOf(plan.stream()
                        .flatMap(step -> step.statements().stream())
                        .toList());

        List<PlannedStep> again = plan.stream()
                .filter(step -> step.step() == BuildStep.INDEX_CREATES)
                .toList();
        assertThrown(
                BuildFailedException.class, () -> builder(3).build(again, () -> {}), "sql.common/indexCreates.sql:");
    }

    @Test
    void destroyTakesAwayTheFunctionsOfBenchmarkSql51() throws Exception {
        POSTGRES.execute(
                """
                create function bmsql_cid_from_clast(in_c_w_id integer, in_c_d_id integer, in_c_last varchar(16))
                    returns integer as 'select 1' language sql;
                create function bmsql_proc_new_order(in_w_id integer, in_d_id integer, in_c_id integer,
                    in_ol_supply_w_id integer[], in_ol_i_id integer[], in_ol_quantity integer[],
                    out out_w_tax decimal(4,4), out out_d_tax decimal(4,4)) as 'select 1.0, 1.0' language sql;
                create function bmsql_proc_payment(in_w_id integer, in_d_id integer, inout in_c_id integer,
                    in_c_d_id integer, in_c_w_id integer, in_c_last varchar(16), in_h_amount decimal(6,2),
                    out out_w_name varchar(10)) as 'select 1, ''x''::varchar' language sql;
                create function bmsql_proc_order_status(in_w_id integer, in_d_id integer, inout in_c_id integer,
                    in_c_last varchar(16), out out_c_first varchar(16)) as 'select 1, ''x''::varchar' language sql;
                create function bmsql_proc_stock_level(in_w_id integer, in_d_id integer, in_threshold integer,
                    out out_low_stock integer) as 'select 1' language sql;
                create function bmsql_proc_delivery_bg(in_w_id integer, in_o_carrier_id integer,
                    in_ol_delivery_d timestamp, out out_delivered_o_id integer[]) as 'select null::integer[]' language sql;
                """);
        builder(1).destroy(PlannedStep.of(database.dialect(), BuildStep.DESTROY));
        assertThat(POSTGRES.texts("SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"))
                .isEmpty();
    }

    @Test
    void newHistoryRowsAreNumberedFromAboveTheLoadedOnesUntilTruncateEmptiesTheTables() throws Exception {
        String loaded = "insert into bmsql_history (hist_id, h_amount) values (3000000000, 10), (7, 10)";
        builder(1).build(PlannedStep.of(database.dialect(), BuildStep.BUILD), () -> assertThatCode(
                        () -> POSTGRES.execute(loaded))
                .doesNotThrowAnyException());
        POSTGRES.execute("insert into bmsql_history (h_amount) values (1)");
        assertThat(POSTGRES.texts("SELECT hist_id FROM bmsql_history WHERE h_amount = 1"))
                .containsExactly("3000000001");

        POSTGRES.execute("insert into bmsql_item (i_id) values (1)");
        POSTGRES.scripts("tableTruncates");
        assertThat(POSTGRES.texts("SELECT count(*) FROM bmsql_item UNION ALL SELECT count(*) FROM bmsql_history"))
                .containsExactly("0", "0");
    }

    @Test
    void indexDropsUndoIndexCreates() throws Exception {
        List<PlannedStep> plan = PlannedStep.of(database.dialect(), BuildStep.BUILD).stream()
                .filter(step -> step.step() == BuildStep.TABLE_CREATES || step.step() == BuildStep.INDEX_CREATES)
                .toList();
        builder(2).build(plan, () -> {});
        POSTGRES.scripts("indexDrops");
        assertThat(POSTGRES.texts("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'"))
                .containsExactly("bmsql_config_pkey");
    }
}
