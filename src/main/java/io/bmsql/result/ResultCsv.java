package io.bmsql.result;

/** {@code data/result.csv}: one row a transaction that ended inside the window (contract 6.2). */
public final class ResultCsv {
    /** The header, byte for byte as BenchmarkSQL 5 writes it. */
    public static final String HEADER = "run,elapsed,latency,dblatency,ttype,rbk,dskipped,error";

    private ResultCsv() {}
}
