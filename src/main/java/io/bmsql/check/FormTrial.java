package io.bmsql.check;

import io.bmsql.check.TrialResult.WrongException;
import io.bmsql.common.RunClock;
import io.bmsql.config.RunConfig;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.CommitOutcomeUnknownException;
import io.bmsql.workload.InputGenerator;
import io.bmsql.workload.MissingRowException;
import io.bmsql.workload.TransactionInput;
import io.bmsql.workload.TransactionSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * All transactions in one form, enough to meet customers by name and with bad credit; a New-Order to be rolled back,
 * and one without a warehouse. Each type has its own connection: a failure leaves the others to be tried.
 */
record FormTrial(
        Database database,
        StatementForm form,
        String title,
        int warehouses,
        NURand constants,
        RandomStream random,
        RunClock clock) {
    private static final List<Map.Entry<TpccTransaction, Integer>> COUNTS = List.of(
            Map.entry(TpccTransaction.NEW_ORDER, 20),
            Map.entry(TpccTransaction.PAYMENT, 60),
            Map.entry(TpccTransaction.ORDER_STATUS, 20),
            Map.entry(TpccTransaction.STOCK_LEVEL, 10),
            Map.entry(TpccTransaction.DELIVERY_BG, 3));

    /** Other sessions, or the parts of a distributed server, may still be busy with the build. */
    private static final int ATTEMPTS = 5;

    private static final double NO_ROLLBACK = 0;
    private static final double ALWAYS_ROLLBACK = 100;

    void run(Consumer<TrialResult> points) throws SQLException, InterruptedException {
        for (Map.Entry<TpccTransaction, Integer> each : COUNTS) {
            TpccTransaction type = each.getKey();
            points.accept(tried(
                    name(type), worker -> transactions(worker, type, each.getValue(), Outcome.COMMITTED, NO_ROLLBACK)));
        }
        points.accept(tried(
                "planned rollback of New-Order, " + title,
                worker -> transactions(worker, TpccTransaction.NEW_ORDER, 3, Outcome.ROLLED_BACK, ALWAYS_ROLLBACK)));
        points.accept(tried("error class: missing row, " + title, this::missingRow));
    }

    private String name(TpccTransaction type) {
        return (type == TpccTransaction.DELIVERY_BG ? TpccTransaction.DELIVERY : type).title() + ", " + title;
    }

    private TrialResult tried(String name, FailableFunction<WorkerConnection, String, Exception> trial)
            throws SQLException, InterruptedException {
        try (WorkerConnection worker = database.worker()) {
            return TrialResult.of(name, () -> {
                try {
                    return trial.apply(worker);
                } catch (SQLException e) {
                    String sent = worker.timer().sentLast();
                    throw new WrongException((sent.isEmpty() ? "" : sent + ": ") + TrialResult.text(e));
                }
            });
        }
    }

    private SqlErrors errors() {
        return database.dialect().errors();
    }

    private TransactionSet transactions(WorkerConnection worker) throws SQLException {
        return new TransactionSet(worker, errors(), form);
    }

    private String transactions(
            WorkerConnection worker, TpccTransaction type, int count, Outcome expected, double rollbackPercent)
            throws SQLException, MissingRowException, WrongException {
        TransactionSet transactions = transactions(worker);
        InputGenerator inputs = new InputGenerator(
                new RunConfig.Inputs(warehouses, 1, warehouses, false, rollbackPercent, 0), constants);
        TransactionInput input = new TransactionInput();
        for (int number = 0; number < count; number++) {
            fill(inputs, input, type, number);
            Outcome outcome = attempt(transactions, input);
            if (outcome != expected) {
                throw new WrongException("ended as " + outcome + ", expected " + expected);
            }
            requirePlausible(input, outcome);
        }
        return count + " ended as " + TrialResult.words(expected);
    }

    private void fill(InputGenerator inputs, TransactionInput input, TpccTransaction type, int number) {
        if (type == TpccTransaction.DELIVERY_BG) {
            input.keyDeferredDelivery(number % warehouses + 1, number % Scale.CARRIERS + 1);
        } else {
            inputs.fill(input, type, 1, number % Scale.DISTRICTS_PER_WAREHOUSE + 1, random);
        }
    }

    private Outcome attempt(TransactionSet transactions, TransactionInput input)
            throws SQLException, MissingRowException, WrongException {
        List<SQLException> refused = new ArrayList<>();
        while (true) {
            try {
                return transactions.execute(input, clock.epochMillis());
            } catch (CommitOutcomeUnknownException e) {
                throw new WrongException("the commit's outcome is unknown: " + TrialResult.text(e.error()));
            } catch (SQLException e) {
                refused.add(e);
                ErrorClass errorClass = errors().classify(e);
                boolean again = errorClass.isRetryable() && errorClass != ErrorClass.CONNECTION;
                if (!again || refused.size() == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** What a transaction reports must fit a database that began with the initial population. */
    private static void requirePlausible(TransactionInput input, Outcome outcome) throws WrongException {
        if (outcome != Outcome.COMMITTED) {
            return;
        }
        switch (input.type) {
            case NEW_ORDER -> {
                WrongException.unless(
                        input.orderId > Scale.ORDERS_PER_DISTRICT, "a transaction made order " + input.orderId);
                WrongException.unless(
                        input.totalCents > 0, "a transaction made an order of " + input.totalCents + " cents");
            }
            case PAYMENT, ORDER_STATUS -> {
                int id = input.foundCustomerId;
                WrongException.unless(
                        id >= 1 && id <= Scale.CUSTOMERS_PER_DISTRICT, "a transaction found customer " + id);
            }
            case STOCK_LEVEL ->
                WrongException.unless(input.lowStock >= 0, "a transaction counted " + input.lowStock + " items");
            case DELIVERY, DELIVERY_BG ->
                WrongException.unless(
                        input.skippedDistricts == 0,
                        "a transaction found no order in " + input.skippedDistricts + " districts");
        }
    }

    /** A New-Order in a warehouse behind the last one. */
    private String missingRow(WorkerConnection worker) throws SQLException, WrongException {
        int absent = warehouses + 1;
        TransactionInput input = new TransactionInput();
        new InputGenerator(new RunConfig.Inputs(absent, absent, absent, true, NO_ROLLBACK, 0), constants)
                .fill(input, TpccTransaction.NEW_ORDER, absent, 1, random);
        try {
            Outcome outcome = transactions(worker).execute(input, clock.epochMillis());
            throw new WrongException(
                    "a New-Order of warehouse " + absent + ", which does not exist, ended as " + outcome);
        } catch (MissingRowException e) {
            return "found by the program";
        } catch (CommitOutcomeUnknownException e) {
            throw new WrongException("the commit's outcome is unknown: " + TrialResult.text(e.error()));
        } catch (SQLException e) {
            if (errors().classify(e) != ErrorClass.MISSING_ROW) {
                throw e;
            }
            return TrialResult.code(e) + " is missing_row";
        }
    }
}
