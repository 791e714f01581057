package io.bmsql.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a directory as BenchmarkSQL 5.0 leaves it. */
final class MadeUpForeign {
    private MadeUpForeign() {}

    /**
     * Of a minute, and a New-Order more that ends after it.
     *
     * @param sizes warehouses of the load and of the run, terminals and the limit, with commas
     */
    static void write(Path directory, String sizes, int millisBetween) throws IOException {
        Path data = Files.createDirectories(directory.resolve("data"));
        Files.writeString(
                data.resolve("runInfo.csv"),
                "run,driver,driverVersion,db,sessionStart,runMins,loadWarehouses,runWarehouses,numSUTThreads,"
                        + "limitTxnsPerMin,thinkTimeMultiplier,keyingTimeMultiplier\n"
                        + "3,simple,5.0,postgres,2026-01-02 03:04:05.6,1," + sizes + ",1.0,1.0\n");
        StringBuilder rows = new StringBuilder("run,elapsed,latency,dblatency,ttype,rbk,dskipped,error\n");
        for (int millis = millisBetween; millis <= 60_000 + millisBetween; millis += millisBetween) {
            rows.append("3,").append(millis).append(",9,9,NEW_ORDER,0,0,0\n");
        }
        Files.writeString(data.resolve("result.csv"), rows);
    }
}
