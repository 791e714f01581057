package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workload folders from their tables to a run, on any server. */
abstract class WorkloadContract {
    @TempDir
    Path folder;

    abstract TestDatabase database();

    @BeforeEach
    void write() throws Exception {
        database()
                .props(
                        folder.resolve("p"),
                        "terminals=2 runTxnsPerTerminal=60 seed=5 loadWorkers=2 resultDirectory=r%tQ");
    }

    Stage of(int status, String command, String... settings) throws Exception {
        String[] all = Stream.of(settings).map(setting -> "-D" + setting).toArray(String[]::new);
        return Stage.ended(folder, status, Stage.words(all, command, "p"));
    }

    @Test
    void aBuildThatWasInterruptedLoadsWhatIsMissing() throws Exception {
        String[] size = {"workload=pgbench", "scale=1"};
        of(0, "build", size);
        assertThat(database().text("select sum(bid) from pgbench_accounts")).isEqualTo("100000");
        of(2, "run", "workload=pgbench", "scale=7").warned("scale=7 is set, but the tables hold 1: leave it out");

        // As a program that was killed leaves it: tables, a journal, and parts that are noted with their rows.
        of(0, "destroy", size);
        Path broken = Files.createDirectories(folder.resolve("workload.pgbench"));
        Files.writeString(
                broken.resolve("tables.sql"),
                Files.readString(Path.of("workload.pgbench/tables.sql"))
                        .replace("(rownum - 1) / 100000 + 1", "1 / (50000 - rownum) * 0 + 1"));
        of(4, "build", size).warned("division by zero", "start the same command again");
        long before = Long.parseLong(database().text("select count(*) from pgbench_accounts"));
        assertThat(before).isPositive().isLessThan(100_000);
        of(4, "build", "workload=pgbench", "scale=2")
                .warned("was started with workload=pgbench", "'bmsql destroy p -D workload=pgbench'");
        for (String command : new String[] {"build", "load", "destroy"}) {
            of(4, command, "warehouses=1")
                    .warned("'bmsql build p -D workload=pgbench' was interrupted in this database");
        }
        of(2, "run", size).warned("the build of workload=pgbench was interrupted");
        Files.delete(broken.resolve("tables.sql"));
        Path indexes = broken.resolve("indexes.sql");
        Files.writeString(
                indexes,
                Files.readString(Path.of("workload.pgbench/indexes.sql")).replace("(aid)", "(aidx)"));
        of(4, "build", size).warned("Resuming a build").warned("aidx");
        Files.delete(indexes);
        // As one leaves it that was killed while the server made an index.
        database().execute("alter table pgbench_accounts add primary key (aid)");
        of(0, "build", size);
        assertThat(database().text("select count(*) from pgbench_accounts")).isEqualTo("100000");

        of(0, "run", size);
        of(0, "check", size).printed("balances of accounts");
        database().execute("update pgbench_accounts set abalance = abalance + 1 where aid = 1");
        of(7, "check", size).printed("FAILED");
        of(0, "reset", size);
        assertThat(database().text("select count(*) from pgbench_history")).isEqualTo("0");
        of(0, "destroy", size);
    }

    @Test
    void theBuildOfAWorkloadLeavesTheJournalOfTpccAlone() throws Exception {
        database().scripts("loadProgressCreates");
        database().execute("insert into bmsql_load_progress values ('warehouses', '1'), ('unit 0', 'items')");
        of(4, "build", "workload=pgbench", "scale=1")
                .warned("of TPC-C was interrupted in this database", "'bmsql destroy p -D workload=tpcc'");
        of(0, "destroy", "workload=pgbench");
        assertThat(database().text("select count(*) from bmsql_load_progress")).isEqualTo("2");
        of(0, "destroy", "warehouses=1");
    }

    /** Small, with conditions after the run; a second run on the same tables finds nothing in its way. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            smallbank | customers=500    |
            tatp      | subscribers=400  |
            ycsb      | records=500      | read update read_latest insert scan read_modify_write
            sysbench  | table_size=500   | oltp_read_write oltp_point_select oltp_read_only oltp_write_only oltp_insert
            """)
    void aShippedFolderIsRunTwiceAndItsConditionsHold(String name, String size, String scripts) throws Exception {
        String[] all = {"workload=" + name, size, "scripts=" + (scripts == null ? "" : scripts), "checkAfterRun=true"};
        of(0, "build", all);
        for (int run = 0; run < 2; run++) {
            Stage ended = of(0, "run", all).printed("Check 1 ", " hold");
            // As the tool itself ends; what is not known of several transactions is left out.
            assertThat(ended.out().matches("(?s).*\n    transactions: {24}[1-9][0-9 ]{6}\\([0-9.]+ per sec\\.\\)\n.*"))
                    .isEqualTo(name.equals("sysbench"));
            assertThat(ended.out()).doesNotContain("95th percentile");
        }
        for (String other : new String[] {"=77000", "=399"}) {
            of(2, "run", "workload=" + name, size.replaceFirst("=.*", other))
                    .warned(name.equals("sysbench") ? "leave it out" : "build them anew");
        }
        of(0, "destroy", all);
    }

    /** Nothing is there: no error. Something is there that cannot be dropped: one, with the statement. */
    @Test
    void onlyTablesThatAreThereAreTakenAway() throws Exception {
        of(0, "destroy", "workload=ycsb");
        database().execute("create view usertable as select 1 as one");
        of(4, "destroy", "workload=ycsb")
                .warned("workload.ycsb/drop.sql, line 1: the server refused `drop table usertable` (");
        database().execute("drop view usertable");
    }

    @Test
    void aConditionThatFailsIsSeenEverywhere() throws Exception {
        String[] all = {"workload=smallbank", "customers=500", "closed=1", "scripts=transfers", "checkAfterRun=true"};
        of(0, "build", all);
        of(0, "run", all);
        database().execute("update sb_savings set bal = bal + 20.20 where custid = 499");
        Stage run = of(7, "run", Stage.words(all, "resultDirectory=bad"));
        assertThat(run.out())
                .containsPattern("Check 5 +FAILED .*money with closed=1: 1 violation")
                .contains("    found=");
        assertThat(Files.readString(folder.resolve("bad/summary.json")))
                .contains("money with closed=1")
                .contains("smallbank, scale 1 is 100,000 customers, figure tps: scale=1 customers=500");
        of(0, "destroy", all);
        Stage.ended(folder, 0, "report", "bad");
        assertThat(Files.readString(folder.resolve("bad/report.md"))).contains("Inconsistent", "money with closed=1");
    }

    @Test
    @Tag("long")
    void studiesResetTheTablesBetweenTheirRuns() throws Exception {
        String[] all = {"workload=ycsb", "records=300", "scripts=d"};
        of(0, "build", all);
        database().execute("delete from usertable where ycsb_key = 3");
        String sweep = "sweep p -D workload=ycsb -D records=300 -D scripts=d -D checkAfterRun=true";
        Stage.line(folder, 0, sweep + " --terminals 1,2 --repeats 1 --between reset")
                .warned("reset");
        of(0, "destroy", all);
    }

    @Test
    void aNewFolderIsBuiltAndRunAtOnce() throws Exception {
        Stage.ended(folder, 0, "workload", "new", "shop").printed("bmsql build PROPS -D workload=shop");
        String[] all = {"workload=shop", "scale=2", "rows=500", "checkAfterRun=true", "thresholds=errors<1%"};
        assertThat(of(0, "build", all).out()).containsPattern("shop_account +rows: 1,000");
        of(0, "run", all).printed("balances follow from the history", "the condition holds");
        assertThat(database().text("select count(*) from shop_history")).isNotEqualTo("0");
        database().execute("update shop_account set balance = balance + 1 where id = 7");
        of(7, "check", all);
        of(0, "destroy", all);
    }

    /** All that the server refuses at once, and nothing is left behind. */
    @Test
    void eachStatementIsTriedOnTheServer() throws Exception {
        Stage.ended(folder, 0, "workload", "new", "shop");
        of(0, "build", "workload=shop", "rows=100");
        String[] validate = "validate p --server -D workload=shop -D rows=100".split(" ");
        Stage.ended(folder, 0, validate).printed("Tried on the server: 3 statements, 0 failed");
        Path deposit = folder.resolve("workload.shop/transactions/deposit.sql");
        Files.writeString(
                deposit,
                Files.readString(deposit)
                        .replace("+ :amount", "+ amuont")
                        .replace("(account_id, amount)", "(account_id, remark)")
                        .replace("END;", "END;\nCREATE TABLE shop_more (id integer);"));
        String file = "workload.shop/transactions/deposit.sql, line ";
        assertThat(Stage.ended(folder, 2, validate).out().lines().filter(line -> line.matches("(FAILED|not|Tried).*")))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("FAILED    " + file + "5 (UPDATE shop_account SET")
                                .contains("amuont"),
                        line -> assertThat(line)
                                .startsWith("FAILED    " + file + "6 (INSERT INTO shop_history")
                                .contains("remark"),
                        line -> assertThat(line)
                                .startsWith("not tried " + file + "8 (CREATE TABLE shop_more")
                                .contains("it may commit by itself"),
                        line -> assertThat(line).isEqualTo("Tried on the server: 3 statements, 2 failed; 1 not tried"));
        assertThat(database().text("select count(*) from shop_history")).isEqualTo("0");
        assertThat(database().text("select count(*) from shop_account where balance <> opened"))
                .isEqualTo("0");
        of(0, "destroy", "workload=shop");
    }

    @Test
    void branchesThatAreNotTakenAreTriedToo() throws Exception {
        database().execute("drop table if exists branched", "create table branched (id integer)");
        Files.writeString(
                folder.resolve("branches.sql"),
                """
                \\set n 1
                \\if :n = 99
                UPDATE branched SET missing = 1;
                \\sleep 1000 s
                INSERT INTO branched VALUES (1 + :n);
                \\set n 2
                \\elif :n = 1
                INSERT INTO branched VALUES (:n);
                \\else
                DELETE FROM branched;
                CREATE TABLE branched_more (id integer);
                \\endif
                SELECT id FROM branched \\gset
                """);
        assertThat(Stage.ended(folder, 0, "validate", "p", "--server", "-f", "branches.sql")
                        .out()
                        .lines()
                        .filter(line -> line.matches("(FAILED|not|Tried).*")))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("note      branches.sql, line 3 (UPDATE branched")
                                .contains("missing", "in a branch that is not taken here"),
                        line -> assertThat(line).startsWith("not tried branches.sql, line 11 (CREATE TABLE"),
                        line -> assertThat(line)
                                .isEqualTo("Tried on the server: 5 statements, 0 failed,"
                                        + " 1 refused in branches that are not taken; 1 not tried"));
        assertThat(database().text("select count(*) from branched")).isEqualTo("0");
        database().execute("drop table branched");
    }

    /** With NULL in place of all values; a table without rows is enough. */
    @Test
    void theStatementsOfTpccAreTriedOnTheServer() throws Exception {
        database().scripts("tableCreates");
        String[] form = {"validate", "p", "--server", "-D", "warehouses=1", "-D", "batchStatements=false"};
        assertThat(Stage.ended(folder, 0, form).out())
                .containsPattern("Tried on the server: [23]\\d statements, 0 failed");
        form[6] = "batchStatements=true";
        assertThat(Stage.ended(folder, 0, form).out())
                .containsPattern("Tried on the server: [34]\\d statements, 0 failed");
        database().execute("alter table bmsql_stock drop column s_ytd");
        assertThat(Stage.ended(folder, 2, form).out())
                .containsPattern("FAILED    NewOrder.updateStock \\(sql[.]\\w+/statements.sql:\\d+\\): .*s_ytd")
                .containsPattern("Tried on the server: [34]\\d statements, [12] failed");
        database().scripts("tableDrops");
    }
}
