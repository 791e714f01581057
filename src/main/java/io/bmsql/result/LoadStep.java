package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bmsql.common.TransactionType;
import io.bmsql.config.LoadProfile;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a shaped load and what it brought: the transactions that ended in it, to the second. Their response times count
 * from when they were due, which may lie in a step before.
 *
 * @param failed transactions given up
 * @param errorsPercent of all that ended
 * @param backlog transactions that were due and not begun at the end of the step; negative where terminals are the load
 * @param types those that were completed
 */
public record LoadStep(
        @JsonUnwrapped Plan plan,
        double tpmC,
        double tpmTotal,
        long failed,
        double errorsPercent,
        long backlog,
        List<Type> types) {
    /** A rate that was set counts as reached from this share of it on. */
    public static final double RATE_REACHED = 0.95;

    /**
     * What was asked for.
     *
     * @param from transactions a minute or terminals at the begin, {@code to} at the end
     * @param fromSeconds from the start of the window; {@code untilSeconds} as far as the step was measured
     */
    public record Plan(LoadProfile.Unit unit, double from, double to, double fromSeconds, double untilSeconds) {
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public String load() {
            return LoadProfile.label(from, to, unit);
        }

        /** {@link #load} without its unit. */
        public String levels() {
            return LoadProfile.levels(from, to);
        }

        public double seconds() {
            return untilSeconds - fromSeconds;
        }

        /** Transactions a minute that were due on average; 0 where terminals are the load. */
        public double perMinute() {
            return unit == LoadProfile.Unit.RATE ? (from + to) / 2 : 0;
        }
    }

    public record Type(String type, long count, Latency response) {
        static @Nullable Type of(TransactionType wanted, List<Type> types) {
            return types.stream()
                    .filter(row -> row.type.equals(wanted.name()))
                    .findFirst()
                    .orElse(null);
        }
    }

    public @Nullable Type newOrder() {
        return Type.of(TpccTransaction.NEW_ORDER, types);
    }

    /** True when an open model asked for more than the server did; what failed was begun in time. */
    public boolean isBehind() {
        double minutes = plan.seconds() / 60;
        return !isReached(tpmTotal * minutes + failed, plan.perMinute() * minutes);
    }

    /** True when enough of those that were due began. They come evenly: where the time begins and ends makes a difference of one. */
    public static boolean isReached(double begun, double due) {
        return begun >= RATE_REACHED * due || begun > due - 2;
    }
}
