package io.bmsql.ledger;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The first block of a ledger.
 *
 * @param runMark by which this run is known in {@code bmsql_config}
 * @param earlierMarks those that stood there when the run began
 * @param runId the number from the run sequence
 * @param startEpochMillis when the baseline was read
 * @param firstWarehouse first home warehouse of the run
 * @param lastWarehouse last home warehouse of the run
 */
public record LedgerHeader(
        RunMark runMark,
        List<RunMark> earlierMarks,
        int runId,
        long seed,
        long startEpochMillis,
        int firstWarehouse,
        int lastWarehouse,
        Baseline baseline) {

    ByteBuffer bytes() {
        List<byte[]> texts = new ArrayList<>();
        texts.add(text(runMark));
        earlierMarks.forEach(mark -> texts.add(text(mark)));
        int textBytes =
                texts.stream().mapToInt(text -> Integer.BYTES + text.length).sum();
        ByteBuffer bytes = ByteBuffer.allocate(5 * Integer.BYTES + 2 * Long.BYTES + textBytes + baseline.byteCount());
        bytes.putInt(LedgerFormat.VERSION).putInt(runId).putLong(seed).putLong(startEpochMillis);
        bytes.putInt(firstWarehouse).putInt(lastWarehouse).putInt(earlierMarks.size());
        texts.forEach(text -> bytes.putInt(text.length).put(text));
        baseline.writeTo(bytes);
        return bytes.flip();
    }

    private static byte[] text(RunMark mark) {
        return (mark.name() + "=" + mark.value()).getBytes(StandardCharsets.UTF_8);
    }

    static LedgerHeader read(ByteBuffer bytes) throws LedgerDamagedException {
        try {
            int version = bytes.getInt();
            if (version != LedgerFormat.VERSION) {
                throw new LedgerDamagedException("it has format " + version + " and this program reads "
                        + LedgerFormat.VERSION + ": use the version of bmsql that wrote it");
            }
            int runId = bytes.getInt();
            long seed = bytes.getLong();
            long startEpochMillis = bytes.getLong();
            int firstWarehouse = bytes.getInt();
            int lastWarehouse = bytes.getInt();
            int earlierCount = bytes.getInt();
            RunMark runMark = readMark(bytes);
            List<RunMark> earlier = new ArrayList<>();
            for (int at = 0; at < earlierCount; at++) {
                earlier.add(readMark(bytes));
            }
            return new LedgerHeader(
                    runMark,
                    List.copyOf(earlier),
                    runId,
                    seed,
                    startEpochMillis,
                    firstWarehouse,
                    lastWarehouse,
                    Baseline.readFrom(bytes));
        } catch (BufferUnderflowException e) {
            throw new LedgerDamagedException("its header is too short");
        }
    }

    private static RunMark readMark(ByteBuffer bytes) throws LedgerDamagedException {
        int length = bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw new LedgerDamagedException("its header is too short");
        }
        byte[] text = new byte[length];
        bytes.get(text);
        String[] parts = new String(text, StandardCharsets.UTF_8).split("=", 2);
        return new RunMark(parts[0], parts.length > 1 ? parts[1] : "");
    }
}
