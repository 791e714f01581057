package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.data.LoadRecord;
import io.bmsql.db.Database;
import io.bmsql.result.LoadFacts;
import io.bmsql.testing.LoadedDatabase;
import io.bmsql.testing.PostgresExtension;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A reset on PostgreSQL, foreign keys on. */
class ResetIT extends ResetContract {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @Override
    void writeProps() throws IOException {
        props("postgres", POSTGRES.url(), "postgres", 120, 0, true);
    }

    /** A copy, with the note of a load that the command writes beside its rows. */
    @Override
    void build() throws Exception {
        LoadedDatabase.build(POSTGRES, warehouses());
        try (Database database = POSTGRES.open(1)) {
            new LoadRecord(database)
                    .write(new LoadFacts(
                            new LoadFacts.Origin("any", "postgres", warehouses(), null, null),
                            new LoadFacts.Writing("COPY", 2, 1, 600_000, 1, 0),
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            0,
                            Map.of()));
        }
    }

    @Override
    Connection connect() throws SQLException {
        return POSTGRES.connect();
    }

    @Override
    int warehouses() {
        return 1;
    }

    @Test
    @Order(5)
    void theSessionsOfARunAreInTheWay() throws Exception {
        try (Connection run = POSTGRES.connect()) {
            run.createStatement().execute("set application_name = 'bmsql'");
            assertThat(Stage.ended(folder, 2, "reset", "props").err())
                    .contains("1 other sessions are at work on this database");
        }
    }

    @Test
    @Order(5)
    void whereAViewForbidsToWriteTheStockAgainItIsChangedRowByRow() throws Exception {
        execute("create view own as select s_quantity from bmsql_stock");
        execute("update bmsql_stock set s_quantity = 5, s_order_cnt = 1 where s_i_id % 2 = 0");

        Stage.ended(folder, 0, "reset", "props");

        execute("drop view own");
        assertThat(number("select count(*) from bmsql_stock where s_quantity < 10 or s_order_cnt <> 0"))
                .isZero();
    }

    @Test
    @Order(5)
    void customersFollowTheirDataHoweverLongADistrictIsHeldUp() throws Exception {
        execute("update bmsql_customer set c_data = 'paid', c_payment_cnt = 2 where c_credit = 'BC' and c_d_id = 1");
        execute("update bmsql_customer set c_payment_cnt = 2 where c_w_id = 1 and c_d_id = 10 and c_id = 1");
        execute("update bmsql_district set d_ytd = 1");
        Thread reset = new Thread(() -> Stage.ended(folder, 0, "reset", "props"), "held-up-reset");
        try (Connection other = POSTGRES.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("update bmsql_district set d_tax = d_tax where d_w_id = 1 and d_id = 1");
            reset.start();
            await().atMost(1, TimeUnit.MINUTES)
                    .until(() -> number("select c_payment_cnt from bmsql_customer"
                                    + " where c_w_id = 1 and c_d_id = 10 and c_id = 1")
                            == 1);
            other.rollback();
        }
        reset.join();

        assertThat(fingerprint(0).at("/fingerprint").asText()).isEqualTo(asLoaded());
    }

    @Test
    @Order(5)
    void newVersionsOfLinesAndCustomersStayInThePagesOfTheOldOnes() throws Exception {
        execute(
                "update bmsql_order_line set ol_delivery_d = o_entry_d from bmsql_oorder where ol_w_id = 1 and o_w_id = 1"
                        + " and o_d_id = ol_d_id and o_id = ol_o_id and o_id > 2100");
        execute("update bmsql_customer set c_delivery_cnt = 1 where c_w_id = 1");
        execute("vacuum");
        String moved = "select sum(n_tup_newpage_upd) from pg_stat_user_tables"
                + " where relname in ('bmsql_order_line', 'bmsql_customer')";
        long movedBefore = number(moved);

        Stage.ended(folder, 0, "reset", "props", "-D", "loadWorkers=1");

        // With one worker: a second one's transaction keeps old versions from being removed while it lasts. 5,900
        // were seen to move; in two parts it is a quarter.
        assertThat(number(moved) - movedBefore)
                .as("of 90,000 lines and 30,000 customers")
                .isLessThan(15_000);
    }

    @Test
    @Order(6)
    void theFirstResetByTemplateKeepsACopyAndTheNextOnesComeFromIt() throws Exception {
        long loadedSize = number("select pg_relation_size('bmsql_history')");
        long loadedStock = number("select pg_relation_size('bmsql_stock')");
        execute("update bmsql_stock set s_quantity = 5, s_order_cnt = 1");
        for (int i = 0; i < 2; i++) {
            execute(
                    "insert into bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)"
                            + " select h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data from bmsql_history");
        }
        assertThat(Stage.ended(folder, 0, "reset", "props", "--way", "template").out())
                .contains("Kept the loaded state as the database test_", "_loaded");
        assertThat(number("select last_value from bmsql_hist_id_seq")).isEqualTo(30_001);
        assertThat(number("select pg_relation_size('bmsql_stock')"))
                .as("a table of which most rows changed is written again")
                .isLessThanOrEqualTo(loadedStock);
        assertThat(number("select pg_relation_size('bmsql_history')"))
                .as("a table from which more went than stayed is written again")
                .isLessThan(loadedSize * 5 / 4);
        execute("delete from bmsql_order_line where ol_w_id = 1");
        execute("vacuum full bmsql_order_line");

        assertThat(Stage.ended(folder, 0, "reset", "props", "--way", "template").out())
                .contains("copied from the database test_");

        assertThat(fingerprint(0).at("/fingerprint").asText()).isEqualTo(asLoaded());
    }

    /** Also when it was killed between the drop and the copy. */
    @Test
    @Order(7)
    void whatIsSetOnTheDatabaseItselfIsSetAfterwards() throws Exception {
        String on = " database \"" + name() + "\" ";
        for (String sql : List.of(
                "create role tuner",
                "alter" + on + "owner to tuner",
                "alter" + on + "set work_mem = '7MB'",
                "alter" + on + "set search_path = \"$user\", public, \"Odd, \"\"one\"",
                "alter" + on + "set temp_tablespaces = ''",
                "alter" + on + "set my.text = 'it''s, so'",
                "alter role tuner in" + on + "set lock_timeout = '3s'",
                "alter" + on + "connection limit 50",
                "revoke all on" + on + "from public",
                "grant connect on" + on + "to tuner with grant option",
                "comment on" + on + "is 'it''s mine'")) {
            execute(sql);
        }
        String before = ownState();

        Stage.ended(folder, 0, "reset", "props", "--way", "template");
        assertThat(ownState()).isEqualTo(before).contains("work_mem=7MB", "tuner=CTc*/tuner", "it's mine");

        try (Connection other =
                DriverManager.getConnection(POSTGRES.url().replace(name(), "postgres"), "postgres", "")) {
            other.createStatement().execute("drop" + on);
            other.createStatement().execute("create database \"" + name() + "_copying\"");
        }
        Stage.ended(folder, 0, "reset", "props", "--way", "template");
        assertThat(ownState()).isEqualTo(before);
        assertThat(number("select count(*) from pg_database where datname like '%\\_copying'"))
                .isZero();
    }

    /** A user who may copy and drop it, and not give it the setting of a superuser, or its owner. */
    @Test
    @Order(7)
    void whatCannotBeSetAgainIsARefusalBeforeAnythingIsDropped() throws Exception {
        execute("create role plain login createdb in role postgres");
        execute("grant connect on database \"" + name() + "\", \"" + name() + "_loaded\" to plain");
        execute("alter database \"" + name() + "\" set log_min_duration_statement = '10min'");

        assertThat(Stage.ended(folder, 2, "reset", "props", "--way", "template", "-Duser=plain")
                        .err())
                .contains("nothing was changed. Reset by rows instead.");

        assertThat(number("select count(*) from bmsql_warehouse")).isOne();
        execute("alter database \"" + name() + "\" reset log_min_duration_statement");
    }

    private String ownState() throws SQLException {
        String sql =
                "select datconnlimit, pg_get_userbyid(datdba), datacl, shobj_description(oid, 'pg_database'), dattablespace,"
                        + " datcollate, (select string_agg(setrole || ' ' || setting, '; ' order by setrole, setting)"
                        + " from pg_db_role_setting, unnest(setconfig) as setting where setdatabase = d.oid) from pg_database d where datname = current_database()";
        try (Connection connection = connect();
                ResultSet row = connection.createStatement().executeQuery(sql)) {
            row.next();
            List<String> state = new ArrayList<>();
            for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                state.add(row.getString(column));
            }
            return String.join(" | ", state);
        }
    }

    @Test
    @Order(7)
    void aCopyIsRefusedWhileSessionsAreOpenAndNothingIsDropped() throws Exception {
        for (String open : List.of(name(), name() + "_loaded")) {
            try (Connection session =
                    DriverManager.getConnection(POSTGRES.url().replace(name(), open), "postgres", "")) {
                session.createStatement().execute("set application_name = 'monitor'");
                assertThat(Stage.ended(folder, 2, "reset", "props", "--way", "template")
                                .err())
                        .contains("sessions are connected with " + open + " (monitor, process ")
                        .contains("nothing was changed. End them, then reset.");
            }
        }
        assertThat(number("select count(*) from bmsql_warehouse")).isOne();
    }

    @Test
    @Order(8)
    void aCopyOfAnotherLoadIsRefused() throws Exception {
        execute("update bmsql_config set cfg_value = '12' where cfg_name = 'seed'");

        assertThat(Stage.ended(folder, 2, "reset", "props", "--way", "template").err())
                .contains("holds the copy of another load: drop it");
        assertThat(Stage.ended(folder, 2, "reset", "props", "--way", "template", "--through", name())
                        .err())
                .contains("cannot be replaced while this command is connected with it");
    }

    private static String name() {
        return POSTGRES.url().substring(POSTGRES.url().lastIndexOf('/') + 1);
    }
}
