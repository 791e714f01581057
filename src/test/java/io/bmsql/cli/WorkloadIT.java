package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On PostgreSQL, with what no server is asked for. */
class WorkloadIT extends WorkloadContract {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @Override
    TestDatabase database() {
        return POSTGRES;
    }

    @Test
    void aLockThatAnotherHoldsIsNotWaitedFor() throws Exception {
        POSTGRES.execute("create table held (id integer)");
        Files.writeString(folder.resolve("held.sql"), "INSERT INTO held VALUES (1);");
        try (Connection other = POSTGRES.connect()) {
            other.setAutoCommit(false);
            Sql.executeOn(other, "lock table held");
            Stage.line(folder, 2, "validate p --server -f held.sql")
                    .printed("canceling statement due to lock timeout", "1 statement, 1 failed");
        }
        POSTGRES.execute("drop table held");
    }

    @Test
    void aRightThatIsMissingIsSaid() throws Exception {
        Stage.ended(folder, 0, "workload", "new", "shop");
        String[] all = {"p", "-D", "workload=shop", "-D", "rows=100"};
        Stage.ended(folder, 0, Stage.words(all, "build"));
        POSTGRES.execute(
                "drop role if exists reader",
                "create role reader login password '" + POSTGRES.password() + "'",
                "grant select on shop_account to reader");
        assertThat(Stage.ended(folder, 2, Stage.words(all, "validate", "--server", "-D", "user=reader"))
                        .out())
                .containsPattern("FAILED .*UPDATE shop_account.*permission denied for table shop_account")
                .containsPattern("FAILED .*INSERT INTO shop_history.*permission denied for table shop_history")
                .contains("Tried on the server: 3 statements, 2 failed");
        POSTGRES.execute(
                "grant all on shop_account, shop_history to reader",
                "alter role reader set default_transaction_read_only = on");
        // After that the connection is given up: what was refused is said all the same.
        assertThat(Stage.ended(folder, 2, Stage.words(all, "validate", "--server", "-D", "user=reader"))
                        .out())
                .containsPattern("FAILED .*UPDATE shop_account.*cannot execute UPDATE in a read-only transaction")
                .contains("not tried deposit, the rest: the connection was given up before", "not tried look: ")
                .contains("Tried on the server: 1 statement, 1 failed; 2 not tried");
        Stage.ended(folder, 0, Stage.words(all, "destroy"));
        POSTGRES.execute("drop owned by reader", "drop role reader");
    }

    @Test
    void whatIsForTpccAloneSaysSo() throws Exception {
        for (String command : new String[] {"fingerprint", "prepare", "load"}) {
            of(2, command, "workload=tatp").warned("'bmsql " + command + "' knows TPC-C's tables alone");
        }
        of(2, "run", "workload=tatp", "ledger=true").warned("cannot be used with scripts");
    }

    @Test
    void aNewFolderNeedsAFreeName() throws Exception {
        Files.createDirectory(folder.resolve("workload.mine"));
        for (String taken : new String[] {"mine", "tatp", "tpcc"}) {
            Stage.ended(folder, 2, "workload", "new", taken).warned("workload=" + taken + " is there already");
        }
        for (String wrong : new String[] {"My", "1a", "a-b", "../a", "a".repeat(21)}) {
            Stage.ended(folder, 2, "workload", "new", wrong).warned("is no name of a workload");
        }
        assertThat(folder.resolve("workload.mine")).isEmptyDirectory();
    }

    @Test
    void aLimitOfATransactionThatIsLeftOutIsNoMistake() {
        Stage.ended(folder, 0, "workload", "new", "shop");
        String validate = "validate p -D workload=shop -D rows=100 -D scripts=deposit";
        Stage.line(folder, 0, validate);
        Stage.line(folder, 2, validate + " -D thresholds=look.p90<1s")
                .warned("thresholds: `look.p90<1s` names no transaction of this run, which are deposit");
    }

    /** Before anything is connected, and without a server. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            textBlock =
                    """
            workload.properties ~ mix = a@1 b ~ line 1, column 11: mix gives b no weight; write b@1
            workload.properties ~ mix = ~ line 1, column 6: mix has no transaction; write mix = a@3 b@1
            workload.properties ~ mix = a@7 beta@1 ~ line 1, column 11: mix names beta, which is no transaction; known are a, b
            workload.properties ~ mix = a@7 bb@1 ~ mix names bb, which is no transaction: did you mean `b`?; known are a, b
            workload.properties ~ mix = a@ b@1 ~ line 1, column 7: mix has a@, which is no transaction@weight
            workload.properties ~ limit = a.p90<5ms ~ line 1, column 9: limit is no setting of a workload: did you mean `limits`?
            table.sql           ~ create table t (a int); ~ is not used: did you mean `tables.sql`?
            workload.properties ~ limits = a.p90<5 ~ line 1, column 10: limits has `a.p90`, which is a time
            workload.properties ~ limits = c.p90<5ms ~ limits in workload.properties: `c.p90<5ms` names no transaction of this run, which are a, b
            transactions/a.sql  ~ SELECT :nothing; ~ line 1, column 8
            tables.sql          ~ -- row: 5000 ~ workload.own/tables.sql, line 1, column 1: `-- row: 5000` is not understood
            checks.sql          ~ -- check: t | expect: one row ~ line 1, column 22: expect: one row is not known
            """)
    void mistakesInAFolderAreFoundByValidate(String file, String text, String message) throws Exception {
        Path own = Files.createDirectories(folder.resolve("workload.own/transactions"))
                .getParent();
        Files.writeString(own.resolve("workload.properties"), "mix = a@1 b@1\n");
        Files.writeString(own.resolve("transactions/a.sql"), "SELECT 1;\n");
        Files.writeString(own.resolve("transactions/b.sql"), "-- read-only\nSELECT 1;\n");
        String before = file.equals("workload.properties") && !text.startsWith("mix") ? "\nmix = a@1 b@1\n" : "\n";
        Files.writeString(own.resolve(file), text + before);
        of(2, "validate", "workload=own").warned(message);
    }

    /** The folder stands beside the props file, and the editor began its files with a byte order mark. */
    @Test
    void aFolderMayStandBesideThePropsFile() throws Exception {
        Path home = Files.createDirectories(folder.resolve("home/workload.own/transactions"));
        Files.copy(folder.resolve("p"), folder.resolve("home/p"));
        Files.writeString(home.resolve("a.sql"), "\ufeff-- weight: 3\nSELECT 1;\n");
        Files.writeString(home.resolveSibling("workload.properties"), "\ufeffmix = a\n");
        Stage.ended(folder, 0, "validate", "home/p", "-D", "workload=own").printed("100.0%  a");
        of(2, "validate", "workload=own")
                .warned("there is no folder workload.own in " + folder + ", ", "; available are");
        Files.writeString(home.resolve("a.sql"), "SELECT 1;\n", StandardCharsets.UTF_16);
        Stage.refused(
                folder, "validate home/p -D workload=own", "a.sql cannot be read (it is in UTF-16: save it as UTF-8)");
    }
}
