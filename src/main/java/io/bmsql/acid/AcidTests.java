package io.bmsql.acid;

import io.bmsql.db.Database;
import io.bmsql.random.RandomStream;
import io.bmsql.result.AcidResult.Trial;
import io.bmsql.time.RunClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The tests of atomicity (clause 3.2.2) and isolation (clause 3.4.2), one after the other. Each runs at the level of the
 * settings; one that fails there is tried at the higher ones, so that its line can say which passes.
 */
public final class AcidTests {
    private static final List<Integer> LEVELS = List.of(
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE);

    private static final List<Test> TESTS = List.of(
            new Test("3.2.2.1", "a committed Payment shows in all its rows", AtomicityTests::committed),
            new Test("3.2.2.2", "a Payment that was rolled back leaves nothing", AtomicityTests::rolledBack),
            new Test(
                    "3.4.2.1",
                    "Order-Status does not see a New-Order before its commit",
                    (one, two, at) -> IsolationTests.orderStatusAndNewOrder(one, two, at, true)),
            new Test(
                    "3.4.2.2",
                    "Order-Status does not see a New-Order that is rolled back",
                    (one, two, at) -> IsolationTests.orderStatusAndNewOrder(one, two, at, false)),
            new Test(
                    "3.4.2.3",
                    "two New-Orders of a district, the first commits",
                    (one, two, at) -> IsolationTests.twoNewOrders(one, two, at, true)),
            new Test(
                    "3.4.2.4",
                    "two New-Orders of a district, the first is rolled back",
                    (one, two, at) -> IsolationTests.twoNewOrders(one, two, at, false)),
            new Test(
                    "3.4.2.5",
                    "Payment and Delivery of a customer, the Delivery commits",
                    (one, two, at) -> IsolationTests.paymentAndDelivery(one, two, at, true)),
            new Test(
                    "3.4.2.6",
                    "Payment and Delivery of a customer, the Delivery is rolled back",
                    (one, two, at) -> IsolationTests.paymentAndDelivery(one, two, at, false)),
            new Test("3.4.2.7", "New-Order reads the same prices again while they are raised", IsolationTests::prices),
            new Test("3.4.2.8", "Delivery finds no new order where it found none", IsolationTests::deliveryPhantom),
            new Test("3.4.2.9", "Order-Status finds the same newest order again", IsolationTests::orderStatusPhantom));

    private final Database database;
    private final RunClock clock;
    private final RandomStream random;
    private final int warehouses;

    /**
     * On a loaded database without other users.
     *
     * @param database with room for two connections
     * @param random where the tests take place
     * @param warehouses loaded
     */
    public AcidTests(Database database, RunClock clock, RandomStream random, int warehouses) {
        this.database = database;
        this.clock = clock;
        this.random = random;
        this.warehouses = warehouses;
    }

    private record Test(String clause, String what, Body body) {}

    @FunctionalInterface
    private interface Body {
        /** What was seen; an exception when it must not be. */
        String run(AcidSession one, AcidSession two, AcidPlace at) throws Exception;
    }

    /**
     * Runs all tests.
     *
     * @param finished gets each as it comes
     * @throws SQLException when the server cannot be reached
     */
    public List<Trial> run(Consumer<Trial> finished) throws SQLException, InterruptedException {
        int level;
        try (Connection connection = database.connection()) {
            level = connection.getTransactionIsolation();
        }
        List<Trial> trials = new ArrayList<>();
        for (Test test : TESTS) {
            Trial trial = run(test, level);
            if (!trial.passed()) {
                trial = new Trial(
                        trial.clause(),
                        trial.what(),
                        trial.level(),
                        false,
                        trial.detail() + "; " + higher(test, level));
            }
            trials.add(trial);
            finished.accept(trial);
        }
        return List.copyOf(trials);
    }

    /** Which level above this one passes. */
    private String higher(Test test, int level) throws SQLException, InterruptedException {
        Optional<String> passing = Optional.empty();
        for (int candidate : LEVELS) {
            if (candidate > level && passing.isEmpty() && supports(candidate)) {
                Trial trial = run(test, candidate);
                passing = trial.passed() ? Optional.of(trial.level()) : Optional.empty();
            }
        }
        return passing.map(name -> "passes at " + name).orElse("passes at no higher level");
    }

    private boolean supports(int level) throws SQLException {
        try (Connection connection = database.connection()) {
            return connection.getMetaData().supportsTransactionIsolationLevel(level);
        }
    }

    private Trial run(Test test, int level) throws SQLException, InterruptedException {
        AcidPlace at = AcidPlace.draw(random, warehouses);
        String name = name(level);
        try (AcidSession one = new AcidSession(database, clock, level);
                AcidSession two = new AcidSession(database, clock, level)) {
            return new Trial(test.clause(), test.what(), name, true, test.body().run(one, two, at));
        } catch (AcidFailure e) {
            return new Trial(test.clause(), test.what(), name, false, at + ": " + e.getMessage());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new Trial(
                    test.clause(),
                    test.what(),
                    name,
                    false,
                    at + ": stopped: " + String.valueOf(e.getMessage()).strip());
        }
    }

    private static String name(int level) {
        return switch (level) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ UNCOMMITTED";
            case Connection.TRANSACTION_READ_COMMITTED -> "READ COMMITTED";
            case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
            case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
            default -> "level " + level;
        };
    }

    /** A test saw something that must not be; the message says what. */
    static final class AcidFailure extends Exception {
        private static final long serialVersionUID = 1;

        AcidFailure(String message) {
            super(message);
        }

        static void unless(boolean holds, String otherwise) throws AcidFailure {
            if (!holds) {
                throw new AcidFailure(otherwise);
            }
        }
    }
}
