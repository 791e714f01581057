package io.bmsql.result;

/**
 * The row of {@code runInfo.csv}, in column order (contract 6.2).
 *
 * @param run number of the run sequence
 * @param driver {@code simple} in every 5.x directory
 * @param driverVersion version of the program that ran
 * @param db the {@code db} setting
 * @param sessionStart {@code yyyy-MM-dd HH:mm:ss.f}, local time
 * @param runMins text of the {@code runMins} setting, {@code 0} in a run limited by count
 * @param loadWarehouses warehouses in the database
 * @param runWarehouses warehouses of the run
 * @param numSutThreads terminals of a 5.x run
 * @param limitTxnsPerMin 0 for none
 * @param rampupMinutes before the measured time, known from BenchmarkSQL 6 alone: its rows begin with the ramp-up
 * @param isVersion6 true for a directory of BenchmarkSQL 6, which does not tell when it started
 */
public record RunInfo(
        int run,
        String driver,
        String driverVersion,
        String db,
        String sessionStart,
        String runMins,
        int loadWarehouses,
        int runWarehouses,
        int numSutThreads,
        int limitTxnsPerMin,
        double thinkTimeMultiplier,
        double keyingTimeMultiplier,
        double rampupMinutes,
        boolean isVersion6) {

    /** Of BenchmarkSQL 5 or of this program. */
    public RunInfo(
            int run,
            String driver,
            String driverVersion,
            String db,
            String sessionStart,
            String runMins,
            int loadWarehouses,
            int runWarehouses,
            int numSutThreads,
            int limitTxnsPerMin,
            double thinkTimeMultiplier,
            double keyingTimeMultiplier) {
        this(
                run,
                driver,
                driverVersion,
                db,
                sessionStart,
                runMins,
                loadWarehouses,
                runWarehouses,
                numSutThreads,
                limitTxnsPerMin,
                thinkTimeMultiplier,
                keyingTimeMultiplier,
                0,
                false);
    }

    /** What BenchmarkSQL 5 writes into the column {@code driver}, and we too. */
    public static final String DRIVER = "simple";

    /** Where the measured time begins in the rows of {@code result.csv}, whole seconds. */
    public int rowsBeforeWindowSeconds() {
        return isVersion6 ? (int) Math.round(rampupMinutes * 60) : 0;
    }
}
