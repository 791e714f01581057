package io.bmsql.common;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The figure that a benchmark is judged by, and what its results have that those of others have not.
 *
 * @param name of the figure a minute, as files and thresholds have it
 * @param unit in which people read it
 * @param title of the unit on the console
 * @param work that it counts, in the plural
 * @param perSeconds the time that the unit is for
 * @param counted the type that alone is counted; null for all that terminals wait for
 * @param maxPerWarehouse the most that keying and think times leave to a warehouse; 0 where they set no bound
 * @param parts sections, columns and files that only this benchmark has, by the names that the report gives them
 */
public record Metric(
        String name,
        String unit,
        String title,
        String work,
        int perSeconds,
        @Nullable TransactionType counted,
        double maxPerWarehouse,
        Set<String> parts) {
    private static final int MINUTE = 60;

    /** All transactions, of a benchmark that has no figure of its own. */
    public static final Metric TRANSACTIONS =
            new Metric("tpmTotal", "tps", "transactions a second", "transactions", 1, null, 0, Set.of());

    /** A figure a minute as people read it. */
    public double inUnit(double perMinute) {
        return perMinute / (MINUTE / perSeconds);
    }

    public boolean has(String part) {
        return parts.contains(part);
    }

    public boolean hasBound() {
        return maxPerWarehouse > 0;
    }

    /** The figure as a share of the most that so many warehouses can give, percent; 0 for no warehouses. */
    public double efficiencyPercent(double perMinute, int warehouses) {
        return hasBound() && warehouses > 0 ? perMinute / (warehouses * maxPerWarehouse) * 100 : 0;
    }
}
