package io.bmsql.ledger;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of {@code bmsql_config} by which the last run on a range of warehouses is known. It tells a ledger whether other
 * runs came later, and whether the database went back to a time before the run.
 *
 * @param name {@code ledger 1-50} for warehouses 1 to 50; at most 30 characters
 * @param value differs for each run
 */
public record RunMark(String name, String value) {
    private static final Pattern NAME = Pattern.compile("ledger (\\d{1,9})-(\\d{1,9})");

    /** Of a run that starts now. */
    static RunMark of(int firstWarehouse, int lastWarehouse, long epochMillis, long nanos) {
        return new RunMark(
                "ledger " + firstWarehouse + "-" + lastWarehouse,
                String.format(Locale.ROOT, "%d-%08x", epochMillis, (int) (nanos ^ nanos >>> 32)));
    }

    /** True when the run used one of these warehouses, and for a name that nobody understands. */
    boolean touches(int firstWarehouse, int lastWarehouse) {
        Matcher matcher = NAME.matcher(name);
        return !matcher.matches()
                || Integer.parseInt(matcher.group(1)) <= lastWarehouse
                        && Integer.parseInt(matcher.group(2)) >= firstWarehouse;
    }
}
