package io.bmsql.bench;

import io.bmsql.result.ResultCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunInfo;
import io.bmsql.tpcc.TpccTransaction;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Makes the result directory of half an hour at a million transactions a minute, as BenchmarkSQL 5 would have left it:
 * run info and one row a transaction, so that every number has to come from the rows. The same bytes each time.
 */
public final class ReportBench {
    private static final int MINUTES = 30;
    private static final int[] SHARES_PERCENT = {43, 43, 4, 4, 3, 3};
    private static final double[] MEANS_MS = {24, 12, 6, 9, 1, 70};

    private ReportBench() {}

    /** Arguments: the directory to make and the number of rows. */
    public static void main(String[] args) throws IOException {
        long rows = Long.parseLong(args[1]);
        ResultDirectory directory = ResultDirectory.create(Path.of(args[0]));
        new RunInfo(
                        1,
                        "simple",
                        "5.0",
                        "postgres",
                        "2026-01-02 03:04:05.6",
                        Integer.toString(MINUTES),
                        2000,
                        2000,
                        500,
                        0,
                        1,
                        1)
                .write(directory.runInfo());
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(directory.result()), 1 << 20)) {
            out.write((ResultCsv.HEADER + "\n").getBytes(StandardCharsets.US_ASCII));
            write(out, rows);
        }
        System.out.println(Files.size(directory.result()));
    }

    private static void write(OutputStream out, long rows) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder line = new StringBuilder();
        for (long row = 0; row < rows; row++) {
            int type = type(random.nextInt(100));
            long elapsedMs = (long) (row / (double) rows * MINUTES * 60_000);
            long latencyMs = (long) (-Math.log(1 - random.nextDouble()) * MEANS_MS[type]);
            line.setLength(0);
            line.append("1,").append(elapsedMs).append(',').append(latencyMs).append(',');
            line.append(latencyMs).append(',').append(TpccTransaction.values()[type].name());
            line.append(type == 0 && random.nextInt(100) == 0 ? ",1,0,0\n" : ",0,0,0\n");
            for (int i = 0; i < line.length(); i++) {
                out.write(line.charAt(i));
            }
        }
    }

    private static int type(int percent) {
        int type = 0;
        for (int left = percent - SHARES_PERCENT[0]; left >= 0; left -= SHARES_PERCENT[type]) {
            type++;
        }
        return type;
    }
}
