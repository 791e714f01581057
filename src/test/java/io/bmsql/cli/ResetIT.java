package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.result.LoadFacts;
import io.bmsql.schema.DataState;
import io.bmsql.schema.DatabaseLock;
import io.bmsql.testing.PostgresExtension;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A reset on PostgreSQL, foreign keys on. */
class ResetIT extends ResetContract {
    ResetIT() {
        super(new PostgresExtension(), 40, 0);
    }

    /** A copy, with the note of a load that the command writes beside its rows. */
    @Override
    void build() throws Exception {
        server.becomeLoaded(1);
        try (Database database = server.open(IsolationLevel.SERVER_DEFAULT, 1)) {
            new DataState(database).noteLoad("postgres", new LoadFacts.Writing("COPY", 2, 1, 600_000, 1, 0));
        }
    }

    @Test
    @Tag("long")
    @Order(5)
    void commandsThatChangeTheDatabaseWaitForEachOther() throws Exception {
        String who = "another 'bmsql run' (" + System.getProperty("user.name") + "@";
        try (Database database = server.open(IsolationLevel.SERVER_DEFAULT, 1);
                DatabaseLock run = DatabaseLock.take(database, RunClock.SYSTEM, "run", line -> {})) {
            for (String command : List.of("run", "build", "load", "reset", "destroy", "prepare", "acid")) {
                assertThat(Stage.ended(folder, 2, command, "props").err())
                        .as(command)
                        .contains(who)
                        .contains(" is at work on this database: wait for its end, or stop it.");
            }
            assertThat(Stage.ended(folder, 0, "doctor", "props").out())
                    .containsPattern("(?m)^warning +lock +another 'bmsql run' \\(");
            Stage.ended(folder, 0, "prepare", "props", "--anyway").printed(who);
        }
    }

    @Test
    @Tag("long")
    @Order(5)
    void whereAViewForbidsToWriteTheStockAgainItIsChangedRowByRow() throws Exception {
        server.execute("create view own as select s_quantity from bmsql_stock");
        server.execute("update bmsql_stock set s_quantity = 5, s_order_cnt = 1 where s_i_id % 2 = 0");

        Stage.ended(folder, 0, "reset", "props");

        server.execute("drop view own");
        assertThat(server.number("select count(*) from bmsql_stock where s_quantity < 10 or s_order_cnt <> 0"))
                .isZero();
    }

    @Test
    @Tag("long")
    @Order(5)
    void customersFollowTheirDataHoweverLongADistrictIsHeldUp() throws Exception {
        server.execute(
                "update bmsql_customer set c_data = 'paid', c_payment_cnt = 2 where c_credit = 'BC' and c_d_id = 1");
        server.execute("update bmsql_customer set c_payment_cnt = 2 where c_w_id = 1 and c_d_id = 10 and c_id = 1");
        server.execute("update bmsql_district set d_ytd = 1");
        Thread reset = new Thread(() -> Stage.ended(folder, 0, "reset", "props"), "held-up-reset");
        try (Connection other = server.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("update bmsql_district set d_tax = d_tax where d_w_id = 1 and d_id = 1");
            reset.start();
            await(() -> server.number("select c_payment_cnt from bmsql_customer"
                            + " where c_w_id = 1 and c_d_id = 10 and c_id = 1")
                    == 1);
            other.rollback();
        }
        reset.join();

        assertThat(fingerprint(0).at("/fingerprint").asText()).isEqualTo(asLoaded());
    }

    @Test
    @Tag("long")
    @Order(6)
    void theFirstResetByTemplateKeepsACopyAndTheNextOnesComeFromIt() throws Exception {
        long loadedSize = server.number("select pg_relation_size('bmsql_history')");
        long loadedStock = server.number("select pg_relation_size('bmsql_stock')");
        server.execute("update bmsql_stock set s_quantity = 5, s_order_cnt = 1");
        for (int i = 0; i < 2; i++) {
            server.execute(
                    "insert into bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)"
                            + " select h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data from bmsql_history");
        }
        assertThat(template(0).out()).contains("Kept the loaded state as the database test_", "_loaded");
        assertThat(server.number("select last_value from bmsql_hist_id_seq")).isEqualTo(30_001);
        assertThat(server.number("select pg_relation_size('bmsql_stock')"))
                .as("a table of which most rows changed is written again")
                .isLessThanOrEqualTo(loadedStock);
        assertThat(server.number("select pg_relation_size('bmsql_history')"))
                .as("a table from which more went than stayed is written again")
                .isLessThan(loadedSize * 5 / 4);
        server.execute("delete from bmsql_order_line where ol_w_id = 1");
        server.execute("vacuum full bmsql_order_line");

        assertThat(template(0).out()).contains("copied from the database test_");

        assertThat(fingerprint(0).at("/fingerprint").asText()).isEqualTo(asLoaded());
    }

    /** Also when it was killed between the drop and the copy. */
    @Test
    @Tag("long")
    @Order(7)
    void whatIsSetOnTheDatabaseItselfIsSetAfterwards() throws Exception {
        String on = " database \"" + server.name() + "\" ";
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
            server.execute(sql);
        }
        String before = ownState();

        template(0);
        assertThat(ownState()).isEqualTo(before).contains("work_mem=7MB", "tuner=CTc*/tuner", "it's mine");

        try (Connection other = DriverManager.getConnection(
                server.url().replace(server.name(), "postgres"), "postgres", server.password())) {
            other.createStatement().execute("drop" + on);
            other.createStatement().execute("create database \"" + server.name() + "_copying\"");
        }
        template(0);
        assertThat(ownState()).isEqualTo(before);
        assertThat(server.number("select count(*) from pg_database where datname like '%\\_copying'"))
                .isZero();
    }

    /** A user who may copy and drop it, and not give it the setting of a superuser, or its owner. */
    @Test
    @Tag("long")
    @Order(7)
    void whatCannotBeSetAgainIsARefusalBeforeAnythingIsDropped() throws Exception {
        server.execute("create role plain login createdb in role postgres password '" + server.password() + "'");
        server.execute(
                "grant connect on database \"" + server.name() + "\", \"" + server.name() + "_loaded\" to plain");
        server.execute("alter database \"" + server.name() + "\" set log_min_duration_statement = '10min'");

        assertThat(template(2, "-Duser=plain").err()).contains("nothing was changed. Reset by rows instead.");

        assertThat(server.number("select count(*) from bmsql_warehouse")).isOne();
        server.execute("alter database \"" + server.name() + "\" reset log_min_duration_statement");
    }

    private String ownState() throws SQLException {
        String sql =
                "select datconnlimit, pg_get_userbyid(datdba), datacl, shobj_description(oid, 'pg_database'), dattablespace,"
                        + " datcollate, (select string_agg(setrole || ' ' || setting, '; ' order by setrole, setting)"
                        + " from pg_db_role_setting, unnest(setconfig) as setting where setdatabase = d.oid) from pg_database d where datname = current_database()";
        return String.join(" | ", server.row(sql));
    }

    @Test
    @Tag("long")
    @Order(7)
    void aCopyIsRefusedWhileSessionsAreOpenAndNothingIsDropped() throws Exception {
        for (String open : List.of(server.name(), server.name() + "_loaded")) {
            try (Connection session = DriverManager.getConnection(
                    server.url().replace(server.name(), open), "postgres", server.password())) {
                session.createStatement().execute("set application_name = 'monitor'");
                assertThat(template(2).err())
                        .contains("sessions are connected with " + open + " (monitor, process ")
                        .contains("nothing was changed. End them, then reset.");
            }
        }
        assertThat(server.number("select count(*) from bmsql_warehouse")).isOne();
    }

    /** The server would cut the copy's name, and take an escaped name for another one. */
    @Test
    @Tag("long")
    @Order(7)
    void aNameThatHasNoCopyIsRefused() throws Exception {
        String longName = "n".repeat(56);
        server.execute("create database " + longName);
        server.execute("create database \"a b\"");
        assertThat(template(2, "-Dconn=" + server.url().replace(server.name(), longName))
                        .err())
                .contains("the server would cut the name of a copy of " + longName, "to 55 bytes at most");
        assertThat(template(2, "-Dconn=" + server.url().replace(server.name(), "a%20b"))
                        .err())
                .contains("conn does not end in its plain name");
    }

    @Test
    @Tag("long")
    @Order(8)
    void aCopyOfAnotherLoadIsRefused() throws Exception {
        server.execute("update bmsql_config set cfg_value = '12' where cfg_name = 'seed'");

        assertThat(template(2).err()).contains("holds the copy of another load: drop it");
        assertThat(template(2, "--through", server.name()).err())
                .contains("cannot be replaced while this command is connected with it");
    }

    private static Stage template(int status, String... more) {
        return Stage.ended(folder, status, Stage.words(more, "reset", "props", "--way", "template"));
    }
}
