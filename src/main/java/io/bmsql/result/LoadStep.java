package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bmsql.common.TransactionType;
import io.bmsql.config.LoadProfile;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says what a step of a shaped load brought, by the transactions that ended in it.
 *
 * @param backlog transactions that were due and not begun at its end; negative where terminals are the load
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

    /** Says what was asked for, transactions a minute or terminals; seconds count from the start of the window. */
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

    /** True when an open model asked for more than the server did. */
    public boolean isBehind() {
        return tpmTotal < RATE_REACHED * plan.perMinute();
    }
}
