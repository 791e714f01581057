package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workload folders from their tables to a run, on any server. */
abstract class WorkloadContract {
    @TempDir
    Path folder;

    abstract TestDatabase database();

    @BeforeEach
    void write() throws Exception {
        database().props(folder.resolve("p"), "terminals=2 runMins=0.03 seed=5 loadWorkers=2 resultDirectory=r%tL");
    }

    private Stage of(int status, String command, String... settings) throws Exception {
        String[] all = new String[2 + 2 * settings.length];
        all[0] = command;
        all[1] = "p";
        for (int i = 0; i < settings.length; i++) {
            all[2 + 2 * i] = "-D";
            all[3 + 2 * i] = settings[i];
        }
        return Stage.ended(folder, status, all);
    }

    @Test
    void sysbenchIsBuiltRunCheckedAndTakenAway() throws Exception {
        String[] size = {"workload=sysbench", "tables=2", "table_size=25000"};
        assertThat(of(0, "build", size).out()).contains("Built workload=sysbench: 50,000 rows");
        assertThat(database().text("select count(*) from sbtest2")).isEqualTo("25000");
        assertThat(database().text("select count(*) from sbtest1 where length(c) = 119 and length(pad) = 59"))
                .isEqualTo("25000");
        assertThat(Long.parseLong(database().text("select count(*) from sbtest1 where k between 12375 and 12625")))
                .as("three quarters in the hundredth in the middle")
                .isBetween(18_000L, 19_800L);

        String all = "scripts=oltp_read_write oltp_point_select oltp_read_only oltp_write_only oltp_update_index"
                + " oltp_update_non_index oltp_insert";
        Stage run = of(0, "run", "workload=sysbench", "tables=2", "table_size=25000", all);
        assertThat(run.out()).containsPattern(" transactions: +[1-9][0-9]* +\\([0-9.]+ per sec\\.\\)");
        assertThat(of(0, "check", size).out()).contains("rows of the tables 2").contains("ok");
        Stage doctor = new Stage(folder);
        doctor.run("doctor", "p", "-D", "workload=sysbench", "-D", "tables=2");
        assertThat(doctor.out())
                .containsPattern("problem +data +sbtest1 has 2\\d,\\d{3} rows, and this workload asks for 10,000");
        assertThat(of(2, "run", "workload=chbench").err()).contains("leave workload out, and set analyticStreams=2");
        of(0, "destroy", size);
        assertThat(of(2, "run", size).err()).contains("sbtest");
    }

    @Test
    void aBuildThatWasInterruptedLoadsWhatIsMissing() throws Exception {
        String[] size = {"workload=pgbench", "scale=1"};
        of(0, "build", size);
        assertThat(database().text("select sum(bid) from pgbench_accounts")).isEqualTo("100000");
        assertThat(of(2, "run", "workload=pgbench", "scale=7").err())
                .contains("scale=7 is set, but the tables hold 1: leave it out");

        // As a program that was killed leaves it: tables, a journal, and parts that are noted with their rows.
        of(0, "destroy", size);
        Path broken = Files.createDirectories(folder.resolve("workload.pgbench"));
        Files.writeString(
                broken.resolve("tables.sql"),
                Files.readString(Path.of("workload.pgbench/tables.sql"))
                        .replace("(rownum - 1) / 100000 + 1", "1 / (50000 - rownum) * 0 + 1"));
        assertThat(of(4, "build", size).err()).contains("division by zero").contains("start the same command again");
        long before = Long.parseLong(database().text("select count(*) from pgbench_accounts"));
        assertThat(before).isPositive().isLessThan(100_000);
        assertThat(of(4, "build", "workload=pgbench", "scale=2").err()).contains("was started with workload=pgbench");
        Files.delete(broken.resolve("tables.sql"));
        assertThat(of(0, "build", size).err()).contains("Resuming a build");
        assertThat(database().text("select count(*) from pgbench_accounts")).isEqualTo("100000");

        of(0, "run", size);
        assertThat(of(0, "check", size).out()).contains("balances of accounts");
        database().execute("update pgbench_accounts set abalance = abalance + 1 where aid = 1");
        assertThat(of(7, "check", size).out()).contains("FAILED");
        of(0, "reset", size);
        assertThat(database().text("select count(*) from pgbench_history")).isEqualTo("0");
        of(0, "destroy", size);
    }
}
