package io.bmsql.result;

/** {@code data/runInfo.csv}: one row about the run (contract 6.2). */
public final class RunInfoCsv {
    /** The header, byte for byte as BenchmarkSQL 5 writes it. */
    public static final String HEADER = "run,driver,driverVersion,db,sessionStart,runMins,loadWarehouses,runWarehouses,"
            + "numSUTThreads,limitTxnsPerMin,thinkTimeMultiplier,keyingTimeMultiplier";

    private RunInfoCsv() {}
}
