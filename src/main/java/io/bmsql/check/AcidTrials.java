package io.bmsql.check;

import io.bmsql.common.RunClock;
import io.bmsql.db.Database;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.result.AcidTrial;
import io.bmsql.tpcc.RandomStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableFunction;
import org.jspecify.annotations.Nullable;

/**
 * The tests of atomicity (clause 3.2.2) and isolation (clause 3.4.2), one after the other. Each runs at the level of the
 * settings; one that fails there is tried at the higher ones, so that its line can say which passes. The database is
 * loaded, without other users, and allows two connections.
 */
public record AcidTrials(Database database, RunClock clock, RandomStream random, int warehouses) {
    private static final List<Integer> LEVELS = List.of(
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE);

    private static final List<Test> TESTS = List.of(
            new Test("3.2.2.1", "a committed Payment shows in all its rows", true, ClauseTrials::payment),
            new Test("3.2.2.2", "a Payment that was rolled back leaves nothing", false, ClauseTrials::payment),
            new Test("3.4.2.1", "Order-Status does not see a New-Order before its commit", true, ClauseTrials::orders),
            new Test(
                    "3.4.2.2",
                    "Order-Status does not see a New-Order that is rolled back",
                    false,
                    ClauseTrials::orders),
            new Test("3.4.2.3", "two New-Orders of a district, the first commits", true, ClauseTrials::twoNewOrders),
            new Test(
                    "3.4.2.4",
                    "two New-Orders of a district, the first is rolled back",
                    false,
                    ClauseTrials::twoNewOrders),
            new Test(
                    "3.4.2.5",
                    "Payment and Delivery of a customer, the Delivery commits",
                    true,
                    ClauseTrials::balances),
            new Test(
                    "3.4.2.6",
                    "Payment and Delivery of a customer, the Delivery is rolled back",
                    false,
                    ClauseTrials::balances),
            new Test(
                    "3.4.2.7",
                    "New-Order reads the same prices again while they are raised",
                    true,
                    ClauseTrials::prices),
            new Test("3.4.2.8", "Delivery finds no new order where it found none", true, ClauseTrials::deliveryPhantom),
            new Test(
                    "3.4.2.9",
                    "Order-Status finds the same newest order again",
                    true,
                    ClauseTrials::orderStatusPhantom));

    /** @param body gives what was seen, and an exception when it must not be */
    private record Test(
            String clause, String what, boolean commit, FailableFunction<ClauseTrials, String, Exception> body) {}

    public List<AcidTrial> run(Consumer<AcidTrial> finished) throws SQLException, InterruptedException {
        int level;
        try (Connection connection = database.connection()) {
            level = connection.getTransactionIsolation();
        }
        List<AcidTrial> trials = new ArrayList<>();
        for (Test test : TESTS) {
            AcidTrial trial = run(test, level);
            if (trial.failed()) {
                trial = trial.withDetail(trial.detail() + "; " + higher(test, level));
            }
            trials.add(trial);
            finished.accept(trial);
        }
        return List.copyOf(trials);
    }

    private String higher(Test test, int level) throws SQLException, InterruptedException {
        String open = "";
        for (int candidate : LEVELS) {
            if (candidate > level && supports(candidate)) {
                AcidTrial trial = run(test, candidate);
                if (trial.holds()) {
                    return "passes at " + trial.level();
                }
                open = trial.failed() ? open : ", not judged at " + trial.level() + ": " + trial.detail();
            }
        }
        return "passes at no higher level" + open;
    }

    private boolean supports(int level) throws SQLException {
        try (Connection connection = database.connection()) {
            return connection.getMetaData().supportsTransactionIsolationLevel(level);
        }
    }

    private AcidTrial run(Test test, int level) throws SQLException, InterruptedException {
        String at = "";
        String seen;
        @Nullable Boolean passed = null;
        try (TestSession one = new TestSession(database, clock);
                TestSession two = new TestSession(database, clock)) {
            one.setLevel(level);
            two.setLevel(level);
            ClauseTrials place = new ClauseTrials(one, two, test.commit(), random, warehouses);
            at = place + ": ";
            seen = test.body().apply(place);
            passed = true;
        } catch (TrialResult.WrongException e) {
            passed = false;
            seen = at + e.getMessage();
        } catch (TrialResult.UnprovenException e) {
            seen = at + e.getMessage();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            seen = at + "stopped: " + SqlErrors.text(e);
        }
        return new AcidTrial(
                test.clause(), test.what(), Database.isolationName(level).replace('_', ' '), passed, seen);
    }
}
