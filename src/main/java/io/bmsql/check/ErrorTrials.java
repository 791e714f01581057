package io.bmsql.check;

import io.bmsql.check.TrialResult.UnprovenException;
import io.bmsql.check.TrialResult.WrongException;
import io.bmsql.common.RunClock;
import io.bmsql.db.Database;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableCallable;

/** Provokes errors on the real server and compares what comes with the {@code errors.*} tables of the database.dialect(). */
record ErrorTrials(Database database, RunClock clock) {
    /** Above MySQL's 50 seconds of waiting for a lock. */
    private static final long LIMIT_SECONDS = 75;

    private static final int KILL_ATTEMPTS = 50;
    private static final long KILL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final Set<ErrorClass> CONFLICTS =
            EnumSet.of(ErrorClass.DEADLOCK, ErrorClass.SERIALIZATION, ErrorClass.LOCK_TIMEOUT);

    void run(Consumer<TrialResult> points) throws InterruptedException {
        points.accept(tried(ErrorClass.DEADLOCK, this::deadlock));
        points.accept(tried(ErrorClass.LOCK_TIMEOUT, this::lockTimeout));
        points.accept(tried(ErrorClass.SERIALIZATION, this::serialization));
        points.accept(tried(ErrorClass.CONSTRAINT, this::duplicateKey));
        points.accept(tried(ErrorClass.CONNECTION, this::killedSession));
    }

    private static TrialResult tried(ErrorClass errorClass, FailableCallable<String, Exception> trial)
            throws InterruptedException {
        return TrialResult.of("error class: " + TrialResult.words(errorClass), () -> {
            try {
                return trial.call();
            } catch (SQLException e) {
                throw new WrongException("could not be provoked: " + TrialResult.text(e));
            }
        });
    }

    private String deadlock() throws Exception {
        try (TestSession one = new TestSession(database, clock);
                TestSession two = new TestSession(database, clock)) {
            one.lock(1);
            two.lock(2);
            one.begin(() -> one.lockAndCommit(2));
            two.begin(() -> two.lockAndCommit(1));
            return judged(
                    TestSession.end(LIMIT_SECONDS, one, two), ErrorClass.DEADLOCK, CONFLICTS, "two crossed sessions");
        }
    }

    private String lockTimeout() throws Exception {
        NamedStatement impatience = database.dialect().statement(StatementId.CONFORMANCE_IMPATIENCE);
        boolean byStatement =
                !database.dialect().statement(StatementId.CONFORMANCE_NO_WAIT).isEmpty();
        UnprovenException.unless(
                !impatience.isEmpty() || byStatement,
                "the folder has neither Conformance.impatience nor Conformance.lockNoWait");
        try (TestSession holder = new TestSession(database, clock);
                TestSession waiter = new TestSession(database, clock)) {
            holder.lock(1);
            if (!impatience.isEmpty()) {
                waiter.command(impatience.sql());
            }
            waiter.begin(() -> {
                if (byStatement) {
                    waiter.read(StatementId.CONFORMANCE_NO_WAIT, 1);
                } else {
                    waiter.lock(1);
                }
            });
            return judged(TestSession.end(LIMIT_SECONDS, waiter), ErrorClass.LOCK_TIMEOUT, Set.of(), "a locked row");
        }
    }

    /** Both read, both write: one of them has seen what is no longer true. Servers that lock what is read answer so too. */
    private String serialization() throws Exception {
        try (TestSession one = new TestSession(database, clock);
                TestSession two = new TestSession(database, clock)) {
            try {
                one.setLevel(Connection.TRANSACTION_SERIALIZABLE);
                two.setLevel(Connection.TRANSACTION_SERIALIZABLE);
            } catch (SQLException e) {
                throw new UnprovenException("the server has no serializable transactions: " + TrialResult.text(e));
            }
            one.read(StatementId.PAYMENT_DISTRICT, 1);
            two.read(StatementId.PAYMENT_DISTRICT, 1);
            one.begin(() -> one.lockAndCommit(1));
            two.begin(() -> two.lockAndCommit(1));
            return judged(
                    TestSession.end(LIMIT_SECONDS, one, two),
                    ErrorClass.SERIALIZATION,
                    CONFLICTS,
                    "two serializable sessions that read and write one row");
        }
    }

    private String duplicateKey() throws Exception {
        try (TestSession session = new TestSession(database, clock)) {
            try {
                session.insertOrderAgain();
            } catch (SQLException e) {
                return judged(e, ErrorClass.CONSTRAINT, Set.of());
            }
            throw new WrongException("the server took an order a second time: bmsql_oorder has no primary key");
        }
    }

    private String killedSession() throws Exception {
        NamedStatement sessionId = database.dialect().statement(StatementId.CONFORMANCE_SESSION_ID);
        NamedStatement kill = database.dialect().statement(StatementId.CONFORMANCE_KILL);
        UnprovenException.unless(
                !sessionId.isEmpty() && !kill.isEmpty(),
                "the folder has no Conformance.sessionId and Conformance.killSession");
        try (TestSession victim = new TestSession(database, clock);
                TestSession killer = new TestSession(database, clock)) {
            try {
                String id = victim.id(sessionId);
                victim.lock(1);
                killer.command(kill.sql().replace("{session}", id));
            } catch (SQLException e) {
                throw new UnprovenException("this user may not end a session: " + TrialResult.text(e));
            }
            Optional<SQLException> end = errorOf(victim);
            WrongException.unless(
                    end.isPresent(),
                    kill.place() + ": the session is still there after "
                            + kill.id().sqlName());
            return judged(end.get(), ErrorClass.CONNECTION, Set.of());
        }
    }

    private Optional<SQLException> errorOf(TestSession victim) {
        for (int attempt = 0; attempt < KILL_ATTEMPTS; attempt++) {
            try {
                victim.lock(1);
                clock.parkUntil(clock.nanoTime() + KILL_PAUSE_NANOS);
            } catch (SQLException e) {
                return Optional.of(e);
            }
        }
        return Optional.empty();
    }

    /** The first of several refusals is shown, unless another one is not as it must be. */
    private String judged(List<SQLException> refusals, ErrorClass expected, Set<ErrorClass> alsoFine, String occasion)
            throws WrongException, UnprovenException {
        UnprovenException.unless(!refusals.isEmpty(), "the server raised no error for " + occasion);
        List<String> seen = new ArrayList<>();
        for (SQLException refusal : refusals) {
            seen.add(judged(refusal, expected, alsoFine));
        }
        return seen.get(0);
    }

    private String judged(SQLException e, ErrorClass expected, Set<ErrorClass> alsoFine) throws WrongException {
        ErrorClass found = database.dialect().errors().classify(e);
        WrongException.unless(
                found == expected || alsoFine.contains(found),
                "counts as " + TrialResult.words(found) + " by the errors.* tables of "
                        + "sql." + String.join(", sql.", database.dialect().chain()) + ": "
                        + TrialResult.text(e));
        return TrialResult.code(e)
                + (found == expected ? "" : ": this server answers with a " + TrialResult.words(found));
    }
}
