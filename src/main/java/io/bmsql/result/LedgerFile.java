package io.bmsql.result;

import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TpccTransaction;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * {@code data/ledger.bin}, finished, cut off or still growing, read block after block, so that its length does not matter.
 * All numbers are big-endian. A file is a row of blocks; a block that is not whole, or whose checksum is wrong, ends what can be read.
 *
 * <pre>
 * block    4 bytes "BML3" │ 1 kind │ 4 length of the content │ 4 CRC-32 of kind and content │ content
 * kinds    H header (first, once): LedgerHeader as JSON │ E entries │ Z end (last, once; missing when the run was killed)
 *
 * entry    1 byte: transaction type in the low four bits, outcome in the high four │ 4 when it ended, milliseconds since the start
 *          in the header
 * New-Order   4 w_id │ 1 d_id │ 4 o_id, 0 when it came to none or is not known │ 2 c_id │ 1 lines │ 4 total amount, cents
 * Payment     4 w_id │ 1 d_id │ 4 c_w_id │ 1 c_d_id │ 2 c_id │ 4 amount, cents
 * Delivery    4 w_id │ 1 carrier │ ten times 4 o_id, 0 for a skipped district, -1 when not known
 * end         8 entries that were dropped │ 4 workers that were left behind at the end of the run
 * </pre>
 *
 * @param standing what {@code checksums.txt} says of it, which a run writes that comes to its end
 * @param committed transactions that the run's own verification read in it; 0 when that is not known
 */
public record LedgerFile(Path path, LedgerHeader header, Checksums.Standing standing, long committed) {
    /** Its last character counts the formats. */
    private static final int MAGIC = 0x424D4C33;

    public static final byte HEADER = 'H';
    public static final byte ENTRIES = 'E';
    public static final byte END = 'Z';

    public static final int FRAME_BYTES = 13;

    /** No block is longer: a length beyond it is damage. Enough for the header of 1,000,000 warehouses. */
    private static final int MAX_CONTENT_BYTES = 1 << 29;

    /** About 190 entries: a worker on a fast server fills it some times a second. */
    private static final int PAGE_BYTES = 4096;

    public static final int NEW_ORDER_BYTES = 21;
    public static final int PAYMENT_BYTES = 21;
    public static final int DELIVERY_BYTES = 50;
    private static final int OUTCOME_SHIFT = 4;
    private static final int TYPE_MASK = 0xF;

    private static final TpccTransaction[] TYPES = TpccTransaction.values();
    private static final Outcome[] OUTCOMES = Outcome.values();

    /** Reads the header; throws {@link ResultReadException} when there is no ledger. */
    public static LedgerFile open(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new ResultReadException("There is no ledger " + path
                    + ": the run must have ledger=true (the default with checkAfterRun=true) and a resultDirectory");
        }
        try (DataInputStream in = stream(path)) {
            ByteBuffer content = new Block(in).next(HEADER);
            if (content == null) {
                throw new ResultReadException(path + " is empty: the run was killed before it began");
            }
            return new LedgerFile(path, LedgerHeader.read(content), Checksums.Standing.AS_LEFT, 0);
        } catch (EOFException e) {
            throw new ResultReadException(
                    path + " is cut off within its header: the run was killed before it began", e);
        } catch (IOException e) {
            throw new ResultReadException("Cannot read the ledger " + path + ": " + e.getMessage(), e);
        }
    }

    /** The ledgers of a directory, with what its checksums and its summary say of them. */
    public static List<LedgerFile> of(ResultDirectory directory) {
        List<Path> paths = directory.ledgers();
        List<LedgerFile> files = new ArrayList<>();
        for (Path path : paths) {
            LedgerFile file = open(path);
            RunSummary summary =
                    Files.isRegularFile(directory.summary()) ? SummaryJson.read(directory.summary()) : null;
            boolean isAtWork = summary != null && summary.ending().status() == RunSummary.Status.RUNNING;
            LedgerResult then =
                    paths.size() == 1 && summary != null ? summary.postRun().ledger() : null;
            files.add(new LedgerFile(
                    path,
                    file.header,
                    isAtWork ? Checksums.Standing.AS_LEFT : Checksums.standing(directory, path),
                    then == null ? 0 : then.counts().committed()));
        }
        return files;
    }

    private static DataInputStream stream(Path path) throws IOException {
        InputStream in = ResultFile.open(path);
        return new DataInputStream(new BufferedInputStream(in, 1 << 16));
    }

    /** Reads up to the end or the first damage; gives the reason why entries may be missing, null when none are. */
    public @Nullable String read(Consumer<LedgerEntry> reader) {
        try (DataInputStream in = stream(path)) {
            Block block = new Block(in);
            block.next(HEADER);
            return readEntries(block, reader);
        } catch (IOException e) {
            throw new ResultReadException("Cannot read the ledger " + path + ": " + e.getMessage(), e);
        }
    }

    private @Nullable String readEntries(Block block, Consumer<LedgerEntry> reader) throws IOException {
        try {
            for (ByteBuffer content = block.next(); content != null; content = block.next()) {
                if (block.kind == END) {
                    long dropped = content.getLong();
                    int leftBehind = content.getInt();
                    return dropped > 0
                            ? dropped + " entries were dropped because the disk did not keep up"
                            : leftBehind == 0
                                    ? null
                                    : leftBehind + " workers hung at the end of the run: the outcome of their last"
                                            + " transactions is missing";
                }
                while (content.hasRemaining()) {
                    reader.accept(entry(content));
                }
            }
            return "it has no end: the run was killed or is still running, and its last second or two are missing";
        } catch (EOFException e) {
            return "it is cut off in a block of " + block.readBytes
                    + " bytes: the run was killed, or could write no more, and what came last is missing";
        } catch (StreamCorruptedException | BufferUnderflowException e) {
            return "it is damaged after " + block.goodBytes + " good bytes (" + e.getMessage()
                    + "): the rest is missing";
        }
    }

    private LedgerEntry entry(ByteBuffer bytes) throws IOException {
        byte tag = bytes.get();
        TpccTransaction type = type(tag);
        Outcome outcome = outcome(tag);
        long ended = header.startEpochMillis() + Integer.toUnsignedLong(bytes.getInt());
        return switch (type) {
            case NEW_ORDER ->
                new LedgerEntry.NewOrder(
                        outcome,
                        ended,
                        bytes.getInt(),
                        bytes.get(),
                        bytes.getInt(),
                        bytes.getShort(),
                        bytes.get(),
                        bytes.getInt());
            case PAYMENT ->
                new LedgerEntry.Payment(
                        outcome,
                        ended,
                        bytes.getInt(),
                        bytes.get(),
                        bytes.getInt(),
                        bytes.get(),
                        bytes.getShort(),
                        bytes.getInt());
            case DELIVERY_BG -> {
                int warehouse = bytes.getInt();
                int carrier = bytes.get();
                List<Integer> orders = new ArrayList<>(Scale.DISTRICTS_PER_WAREHOUSE);
                for (int district = 1; district <= Scale.DISTRICTS_PER_WAREHOUSE; district++) {
                    orders.add(bytes.getInt());
                }
                yield new LedgerEntry.Delivery(outcome, ended, warehouse, carrier, orders);
            }
            case ORDER_STATUS, STOCK_LEVEL, DELIVERY -> throw new StreamCorruptedException(type + " is in no ledger");
        };
    }

    public static byte tag(TpccTransaction type, Outcome outcome) {
        return (byte) (type.ordinal() | outcome.ordinal() << OUTCOME_SHIFT);
    }

    public static TpccTransaction type(byte tag) throws IOException {
        return constant(TYPES, tag & TYPE_MASK, "transaction type");
    }

    public static Outcome outcome(byte tag) throws IOException {
        return constant(OUTCOMES, tag >> OUTCOME_SHIFT & TYPE_MASK, "outcome");
    }

    private static <T> T constant(T[] constants, int ordinal, String what) throws IOException {
        if (ordinal >= constants.length) {
            throw new StreamCorruptedException("there is no " + what + " " + ordinal);
        }
        return constants[ordinal];
    }

    /** An empty page of entries, laid out as one block; used again and again. Not safe for several threads. */
    public static ByteBuffer page() {
        return ByteBuffer.allocate(PAGE_BYTES).position(FRAME_BYTES);
    }

    public static boolean isEmpty(ByteBuffer page) {
        return page.position() == FRAME_BYTES;
    }

    /** Fills in the frame in front of a content that begins at {@link #FRAME_BYTES} and ends where the block does. */
    public static void seal(ByteBuffer block, byte kind, CRC32 crc) {
        int length = block.position() - FRAME_BYTES;
        crc.reset();
        crc.update(kind);
        crc.update(block.array(), FRAME_BYTES, length);
        block.putInt(0, MAGIC).put(4, kind).putInt(5, length).putInt(9, (int) crc.getValue());
    }

    public static byte[] block(byte kind, ByteBuffer content) {
        ByteBuffer block = ByteBuffer.allocate(FRAME_BYTES + content.remaining());
        block.position(FRAME_BYTES).put(content);
        seal(block, kind, new CRC32());
        return block.array();
    }

    private static final class Block {
        private final DataInputStream in;
        private final CRC32 crc = new CRC32();
        private byte kind;
        private int readBytes;
        private long goodBytes;

        Block(DataInputStream in) {
            this.in = in;
        }

        /** The next block, which must be of this kind; null at the end of the file. */
        @Nullable
        ByteBuffer next(byte wanted) throws IOException {
            ByteBuffer content = next();
            if (content != null && kind != wanted) {
                throw new StreamCorruptedException(
                        "a block of kind " + (char) kind + " is in place of a block of kind " + (char) wanted);
            }
            return content;
        }

        /** The content of the next block; null at the end of the file. */
        @Nullable
        ByteBuffer next() throws IOException {
            int first = in.read();
            if (first < 0) {
                return null;
            }
            readBytes = FRAME_BYTES;
            int magic = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
            if (magic != MAGIC) {
                boolean isOther = magic >>> 8 == MAGIC >>> 8;
                throw new StreamCorruptedException(
                        isOther
                                ? "it has another format: use the version of bmsql that wrote it"
                                : "no block begins there");
            }
            kind = in.readByte();
            int length = in.readInt();
            int checksum = in.readInt();
            if (length < 0 || length > MAX_CONTENT_BYTES) {
                throw new StreamCorruptedException("a block claims " + length + " bytes");
            }
            readBytes += length;
            byte[] content = in.readNBytes(length);
            if (content.length < length) {
                throw new EOFException();
            }
            crc.reset();
            crc.update(kind);
            crc.update(content);
            if ((int) crc.getValue() != checksum) {
                throw new StreamCorruptedException("a checksum is wrong");
            }
            goodBytes += readBytes;
            return ByteBuffer.wrap(content);
        }
    }
}
