package io.bmsql.check;

import io.bmsql.common.UsageException;
import io.bmsql.result.LedgerEntry;
import io.bmsql.result.LedgerFile;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The entries of ledgers, and rows of the history, sorted into temporary files of a size that fits into memory. Orders of a
 * district go by {@link #CHUNK_ORDERS} numbers, payments by what their row holds: one warehouse with all entries is
 * spread as evenly as a thousand. Threads: one writes; then each part is read by any.
 */
final class LedgerParts implements Closeable {
    /** Orders of a district that are in one part, and asked for in one query. */
    static final int CHUNK_ORDERS = 10_000;

    /** Limits what one part takes of the ledgers: about 190,000 entries, some 20 MB in memory. */
    static final int PART_BYTES = 2_500_000;

    private static final int BUFFERS_BYTES = 32 << 20;
    private static final int MIN_BUFFER_BYTES = 1 << 12;
    private static final int MAX_BUFFER_BYTES = 1 << 16;
    /** Ledgers of several runs may be years apart, so that a record holds its time in full. */
    private static final int RECORD_BYTES = LedgerFile.NEW_ORDER_BYTES - Integer.BYTES + Long.BYTES;

    private static final byte HISTORY_ROW = (byte) 0xFF;
    /** Payments are in the parts once more as rows of the history, and a Delivery is ten records. */
    private static final int BYTES_A_LEDGER_BYTE = 3;

    private static final int BYTES_A_MEGABYTE = 1_000_000;

    private final Path folder;
    private final ByteBuffer[] buffers;

    private LedgerParts(Path folder, int count) {
        this.folder = folder;
        this.buffers = new ByteBuffer[count];
        int bytes = Math.max(MIN_BUFFER_BYTES, Math.min(MAX_BUFFER_BYTES, BUFFERS_BYTES / count));
        for (int part = 0; part < count; part++) {
            buffers[part] = ByteBuffer.allocate(bytes);
        }
    }

    /** Makes a folder for the parts; refuses when the disk has no space for ledgers of so many bytes. */
    static LedgerParts create(Path place, long ledgerBytes, int partBytes) throws UsageException {
        try {
            long free = Files.getFileStore(place).getUsableSpace();
            long needed = ledgerBytes * BYTES_A_LEDGER_BYTE;
            if (free < needed) {
                throw new UsageException("verifying the ledger needs " + (needed / BYTES_A_MEGABYTE + 1) + " MB in "
                        + place + ", and " + free / BYTES_A_MEGABYTE + " MB are free: " + advice());
            }
            int count = (int) Math.min(Integer.MAX_VALUE, 1 + ledgerBytes / partBytes);
            return new LedgerParts(Files.createTempDirectory(place, "ledger-parts"), count);
        } catch (IOException e) {
            throw new UsageException(
                    "the temporary files of the verification cannot be made in " + place + " (" + e + "): " + advice(),
                    e);
        }
    }

    static String advice() {
        return "make room, or name another directory with 'bmsql ledger verify --temporary-directory'";
    }

    int count() {
        return buffers.length;
    }

    /** The part with the orders of a district from {@code chunk * CHUNK_ORDERS} on. */
    int partOf(int warehouse, int district, int chunk) {
        long mixed = (RunStart.place(warehouse, district) << Integer.SIZE | chunk) * 0x9E3779B97F4A7C15L;
        return (int) ((mixed >>> Integer.SIZE) % buffers.length);
    }

    private ByteBuffer begin(int part, byte tag, long endedEpochMillis, int warehouse, int district) {
        ByteBuffer to = buffers[part];
        if (to.remaining() < RECORD_BYTES) {
            flush(part);
        }
        return to.put(tag).putLong(endedEpochMillis).putInt(warehouse).put((byte) district);
    }

    private ByteBuffer beginOrder(TpccTransaction type, LedgerEntry entry, int district, int order) {
        int part = partOf(entry.warehouse(), district, order / CHUNK_ORDERS);
        return begin(part, LedgerFile.tag(type, entry.outcome()), entry.endedEpochMillis(), entry.warehouse(), district)
                .putInt(order);
    }

    void made(LedgerEntry.NewOrder entry) {
        beginOrder(TpccTransaction.NEW_ORDER, entry, entry.district(), entry.order())
                .putShort((short) entry.customer())
                .put((byte) entry.lines())
                .putInt(entry.totalCents());
    }

    void delivered(LedgerEntry.Delivery entry, int district, int order) {
        beginOrder(TpccTransaction.DELIVERY_BG, entry, district, order)
                .putShort((short) 0)
                .put((byte) entry.carrier())
                .putInt(0);
    }

    void paid(LedgerEntry.Payment entry) {
        put(entry, LedgerFile.tag(TpccTransaction.PAYMENT, entry.outcome()));
    }

    void historyRow(LedgerEntry.Payment row) {
        put(row, HISTORY_ROW);
    }

    private void put(LedgerEntry.Payment entry, byte tag) {
        int part = Math.floorMod(entry.spread(), buffers.length);
        begin(part, tag, entry.endedEpochMillis(), entry.warehouse(), entry.district())
                .putInt(entry.customerWarehouse())
                .putShort((short) entry.customer())
                .put((byte) entry.customerDistrict())
                .putInt(entry.cents());
    }

    private Path file(int part) {
        return folder.resolve(Integer.toString(part));
    }

    /** Opens and closes the file each time: there may be more of them than a process may hold open. */
    private void flush(int part) {
        ByteBuffer from = buffers[part];
        try (OutputStream out = new FileOutputStream(file(part).toFile(), true)) {
            if (Thread.interrupted()) {
                throw new InterruptedIOException("interrupted");
            }
            out.write(from.array(), 0, from.position());
            from.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nothing more comes. */
    void finish() {
        for (int part = 0; part < buffers.length; part++) {
            flush(part);
            buffers[part] = ByteBuffer.allocate(0);
        }
    }

    /** Hands on what was put in, in that order. */
    void read(int part, LedgerPart to) throws IOException {
        byte[] bytes = new byte[RECORD_BYTES];
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file(part)), MAX_BUFFER_BYTES))) {
            while (in.readNBytes(bytes, 0, RECORD_BYTES) == RECORD_BYTES) {
                pass(ByteBuffer.wrap(bytes), to);
            }
        }
    }

    private void pass(ByteBuffer from, LedgerPart to) throws IOException {
        byte tag = from.get();
        long ended = from.getLong();
        int warehouse = from.getInt();
        int district = from.get();
        int orderOrWarehouse = from.getInt();
        int customer = from.getShort();
        int small = from.get();
        int cents = from.getInt();
        @Nullable TpccTransaction type = tag == HISTORY_ROW ? null : LedgerFile.type(tag);
        Outcome outcome = type == null ? Outcome.COMMITTED : LedgerFile.outcome(tag);
        if (type == TpccTransaction.NEW_ORDER) {
            to.made(new LedgerEntry.NewOrder(
                    outcome, ended, warehouse, district, orderOrWarehouse, customer, small, cents));
        } else if (type == TpccTransaction.DELIVERY_BG) {
            to.delivered(outcome, ended, warehouse, district, orderOrWarehouse, small);
        } else {
            LedgerEntry.Payment payment = new LedgerEntry.Payment(
                    outcome, ended, warehouse, district, orderOrWarehouse, small, customer, cents);
            if (type == null) {
                to.historyRow(payment.key());
            } else {
                to.paid(payment);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (int part = 0; part < buffers.length; part++) {
            Files.deleteIfExists(file(part));
        }
        Files.delete(folder);
    }
}
