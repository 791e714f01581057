package io.bmsql.report;

/**
 * A series that a collector measured.
 *
 * @param label in its chart's legend
 * @param name where it stands alone, such as in the list of stalls
 * @param unit empty for plain counts
 * @param seconds end of each sample, from the start of the window, ascending
 * @param values {@link Double#NaN} where nothing was measured
 */
record Measured(String label, String name, String unit, double[] seconds, double[] values) {
    /** True when something other than zero was measured. */
    boolean isSomething() {
        for (double value : values) {
            if (value != 0 && !Double.isNaN(value)) {
                return true;
            }
        }
        return false;
    }

    /** The same values in another unit. */
    Measured times(double factor, String otherUnit) {
        double[] scaled = new double[values.length];
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] = values[i] * factor;
        }
        return new Measured(label, name, otherUnit, seconds, scaled);
    }
}
