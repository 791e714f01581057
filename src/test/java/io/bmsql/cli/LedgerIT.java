package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.LedgerEntry;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerResult;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.tpcc.Cents;
import io.bmsql.tpcc.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs with a ledger; then rows are lost, made up and set back, and each is named. The verdicts are judged by LedgerOracleTest. */
class LedgerIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(2);

    @TempDir
    static Path folder;

    private static Stage first;

    @BeforeAll
    static void runFirst() throws IOException {
        POSTGRES.props(
                folder.resolve("props.pg"),
                "warehouses=2 loadWorkers=2 terminals=4 runTxnsPerTerminal=60 newOrderWeight=45 paymentWeight=43"
                        + " orderStatusWeight=1 deliveryWeight=10 stockLevelWeight=1 checkAfterRun=true seed=7");
        first = run("first");
    }

    private static Stage run(String directory, String... more) {
        return Stage.ended(folder, 0, Stage.words(more, "run", "props.pg", "-DresultDirectory=" + directory));
    }

    /** Something is missing. */
    private static String verify(String directory) {
        return Stage.ended(folder, 7, "ledger", "verify", "props.pg", directory).out();
    }

    private static List<LedgerEntry> entries(String directory, Predicate<LedgerEntry> which) {
        List<LedgerEntry> entries = new ArrayList<>();
        LedgerFile.open(folder.resolve(directory).resolve("data/ledger.bin")).read(entry -> {
            if (entry.outcome() == Outcome.COMMITTED && which.test(entry)) {
                entries.add(entry);
            }
        });
        return entries;
    }

    @Test
    void aRunVerifiesItsOwnLedger() {
        first.printed(
                "Ledger run          ok",
                "0 unknown of which 0 happened: nothing of what the run committed is missing");
        LedgerResult ledger = Stage.summary(folder, "first").postRun().ledger();
        assertThat(ledger.passed()).isTrue();
        assertThat(ledger.counts().newOrders()).isGreaterThan(50);
        assertThat(ledger.counts().payments()).isGreaterThan(50);
        assertThat(ledger.counts().deliveries()).isGreaterThan(5);
        assertThat(ledger.checks())
                .allMatch(check -> check.state() == LedgerResult.State.OK)
                .extracting(LedgerResult.Check::name)
                .contains("new-orders", "payments", "deliveries", "phantoms", "duplicates", "unknown", "balances");
        assertThat(ledger.standing()).isEmpty();
    }

    @Test
    void aPlantedLossIsNamed() throws Exception {
        LedgerEntry.NewOrder lost = (LedgerEntry.NewOrder)
                entries("first", LedgerEntry.NewOrder.class::isInstance).get(3);
        delete(lost);
        LedgerEntry.Payment paid = (LedgerEntry.Payment)
                entries("first", LedgerEntry.Payment.class::isInstance).get(5);
        String amount = Cents.toDecimal(paid.cents()).toString();
        POSTGRES.execute("delete from bmsql_history where h_w_id = " + paid.warehouse() + " and h_d_id = "
                + paid.district() + " and h_c_w_id = " + paid.customerWarehouse() + " and h_c_d_id = "
                + paid.customerDistrict() + " and h_c_id = " + paid.customer() + " and h_amount = " + amount);
        long phantom = POSTGRES.number("select d_next_o_id from bmsql_district where d_w_id = 2 and d_id = 9");
        POSTGRES.execute(
                "insert into bmsql_oorder (o_w_id, o_d_id, o_id, o_c_id, o_ol_cnt, o_all_local, o_entry_d) values (2,"
                        + " 9, "
                        + phantom + ", 77, 5, 1, now())",
                "insert into bmsql_new_order (no_w_id, no_d_id, no_o_id) values (2, 9, " + phantom + ")");

        assertThat(verify("first"))
                .contains(
                        "lost New-Order order w=" + lost.warehouse() + " d=" + lost.district() + " o=" + lost.order()
                                + " (customer " + lost.customer() + ", " + lost.lines() + " lines, "
                                + Cents.toDecimal(lost.totalCents()) + ")",
                        "lost Payment w=" + paid.warehouse() + " d=" + paid.district() + " customer "
                                + paid.customerWarehouse() + "/" + paid.customerDistrict() + "/" + paid.customer()
                                + " amount " + amount,
                        "phantom order w=2 d=9 o=" + phantom + " (customer 77, 5 lines): no run made it",
                        "Ledger new-orders   FAILED",
                        "Ledger payments     FAILED",
                        "Ledger phantoms     FAILED")
                .contains("Ledger d_next_o_id  ok", "Ledger run          ok");
        // Else a later New-Order of the district would meet the phantom's key.
        POSTGRES.execute("update bmsql_district set d_next_o_id = d_next_o_id + 1 where d_w_id = 2 and d_id = 9");
    }

    private static void delete(LedgerEntry.NewOrder order) throws Exception {
        String key = "%1$sw_id = " + order.warehouse() + " and %1$sd_id = " + order.district() + " and %1$s%2$s = "
                + order.order();
        POSTGRES.execute(
                "delete from bmsql_order_line where " + key.formatted("ol_", "o_id"),
                "delete from bmsql_new_order where " + key.formatted("no_", "o_id"),
                "delete from bmsql_oorder where " + key.formatted("o_", "id"));
    }

    @Test
    @Tag("long")
    void anOlderStateOfTheDatabaseIsNoticedAndItsLossesNamed() throws Exception {
        POSTGRES.keepAs("older");
        run("forgotten", "-DcheckAfterRun=false", "-Dledger=true");
        int orders =
                entries("forgotten", LedgerEntry.NewOrder.class::isInstance).size();
        assertThat(orders).isGreaterThan(20);
        POSTGRES.becomeCopyOf("older");

        String out = verify("forgotten");
        assertThat(out)
                .contains("Ledger run          FAILED", "the database was restored to an older state")
                .contains("Ledger new-orders   FAILED", "Ledger payments     FAILED", "Ledger d_next_o_id  FAILED")
                .contains("Ledger w_ytd        FAILED", orders + " violations", "and " + (orders - 20) + " more");
        assertThat(out.lines().filter(line -> line.contains("lost New-Order"))).hasSize(20);
    }
}
