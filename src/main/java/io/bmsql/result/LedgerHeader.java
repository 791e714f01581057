package io.bmsql.result;

import io.bmsql.result.LedgerFormat.DamagedException;
import io.bmsql.config.AgentShare;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first block: this run's mark, the marks found at its start, its home warehouses and their baseline. */
public record LedgerHeader(
        RunMark runMark,
        List<RunMark> earlierMarks,
        int runId,
        long seed,
        long startEpochMillis,
        int firstWarehouse,
        int lastWarehouse,
        Baseline baseline) {

    public ByteBuffer bytes() {
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

    static LedgerHeader read(ByteBuffer bytes) throws DamagedException {
        try {
            int version = bytes.getInt();
            if (version != LedgerFormat.VERSION) {
                throw new DamagedException("it has format " + version + " and this program reads "
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
            throw new DamagedException("its header is too short");
        }
    }

    private static RunMark readMark(ByteBuffer bytes) throws DamagedException {
        int length = bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw new DamagedException("its header is too short");
        }
        byte[] text = new byte[length];
        bytes.get(text);
        String[] parts = new String(text, StandardCharsets.UTF_8).split("=", 2);
        return new RunMark(parts[0], parts.length > 1 ? parts[1] : "");
    }

    /**
     * A row of {@code bmsql_config} by which the last run on a range of warehouses is known: {@code ledger 1-50} (at most 30
     * characters), for one of several drivers {@code ledger 1-50 d2}, and a value that differs for each run. It shows a ledger
     * whether later runs took place, and whether the database was restored to a state before the run. The value of one of several
     * drivers ends in {@code 2/3} and their group.
     */
    public record RunMark(String name, String value) {
        private static final Pattern NAME = Pattern.compile("ledger (\\d{1,9})-(\\d{1,9})( d\\d+)?");
        private static final Pattern SHARED = Pattern.compile("\\S+ (\\d{1,9})/(\\d{1,9}) (\\w+)");

        public static RunMark of(int firstWarehouse, int lastWarehouse, AgentShare share, long epochMillis, long nanos) {
            String range = "ledger " + firstWarehouse + "-" + lastWarehouse;
            String run = String.format(Locale.ROOT, "%d-%08x", epochMillis, (int) (nanos ^ nanos >>> 32));
            return share.isWhole()
                    ? new RunMark(range, run)
                    : new RunMark(
                            range + " d" + share.number(),
                            run + " " + share.number() + "/" + share.agents() + " " + share.group());
        }

        /** Which of several drivers left it; the whole when there was only one. */
        public AgentShare share() {
            Matcher matcher = SHARED.matcher(value);
            return matcher.matches()
                    ? new AgentShare(
                            Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), matcher.group(3))
                    : AgentShare.WHOLE;
        }

        /** True when the run used one of these warehouses, and for a name that cannot be read. */
        public boolean touches(int firstWarehouse, int lastWarehouse) {
            Matcher matcher = NAME.matcher(name);
            return !matcher.matches()
                    || Integer.parseInt(matcher.group(1)) <= lastWarehouse
                            && Integer.parseInt(matcher.group(2)) >= firstWarehouse;
        }
    }

    /** How the database stood when a run began; history rows above the mark are newer ({@code Ledger.historyMark}). */
    public record Baseline(long historyMark, List<Warehouse> warehouses) {
        public record Warehouse(int id, long ytdCents, List<District> districts) {}

        /** A district with the first order numbers that this run can give out and deliver. */
        public record District(int id, int nextOrderId, int oldestOpenOrderId, long ytdCents) {}

        int byteCount() {
            int districts = warehouses.stream()
                    .mapToInt(warehouse -> warehouse.districts().size())
                    .sum();
            int numberBytes = Integer.BYTES + warehouses.size() * 2 * Integer.BYTES + districts * 3 * Integer.BYTES;
            return numberBytes + (1 + warehouses.size() + districts) * Long.BYTES;
        }

        void writeTo(ByteBuffer bytes) {
            bytes.putLong(historyMark).putInt(warehouses.size());
            for (Warehouse warehouse : warehouses) {
                bytes.putInt(warehouse.id())
                        .putLong(warehouse.ytdCents())
                        .putInt(warehouse.districts().size());
                for (District district : warehouse.districts()) {
                    bytes.putInt(district.id()).putInt(district.nextOrderId());
                    bytes.putInt(district.oldestOpenOrderId()).putLong(district.ytdCents());
                }
            }
        }

        static Baseline readFrom(ByteBuffer bytes) {
            long historyMark = bytes.getLong();
            int count = bytes.getInt();
            List<Warehouse> warehouses = new ArrayList<>();
            for (int at = 0; at < count; at++) {
                int id = bytes.getInt();
                long ytdCents = bytes.getLong();
                int districtCount = bytes.getInt();
                List<District> districts = new ArrayList<>();
                for (int district = 0; district < districtCount; district++) {
                    districts.add(new District(bytes.getInt(), bytes.getInt(), bytes.getInt(), bytes.getLong()));
                }
                warehouses.add(new Warehouse(id, ytdCents, List.copyOf(districts)));
            }
            return new Baseline(historyMark, List.copyOf(warehouses));
        }
    }
}
