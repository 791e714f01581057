package io.bmsql.result;

import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TransactionType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The layout of {@code data/ledger.bin}, all numbers big-endian. A file is a row of blocks; a block that is not whole, or whose
 * checksum is wrong, ends what can be read.
 *
 * <pre>
 * block    4 bytes "BML1" │ 1 kind │ 4 length of the content │ 4 CRC-32 of kind and content │ content
 * kinds    H header (first, once) │ E entries │ Z end (last, once; missing when the run was killed)
 *
 * entry    1 byte: transaction type in the low four bits, outcome in the high four
 * New-Order   4 w_id │ 1 d_id │ 4 o_id, 0 when it came to none │ 2 c_id │ 1 lines │ 4 total amount, cents
 * Payment     4 w_id │ 1 d_id │ 4 c_w_id │ 1 c_d_id │ 2 c_id │ 4 amount, cents
 * Delivery    4 w_id │ 1 carrier │ ten times 4 o_id, 0 for a skipped district
 * end         8 entries that were dropped │ 4 workers that were left behind at the end of the run
 * </pre>
 */
public final class LedgerFormat {
    /** The header's content has the version too, for changes inside of blocks. */
    static final int VERSION = 1;

    static final int MAGIC = 0x424D4C31;
    public static final byte HEADER = 'H';
    public static final byte ENTRIES = 'E';
    public static final byte END = 'Z';

    public static final int FRAME_BYTES = 13;

    /** No block is longer: a length beyond it is damage. Enough for the header of 1,000,000 warehouses. */
    static final int MAX_CONTENT_BYTES = 1 << 29;

    /** About 240 entries: a worker on a fast server fills it some times a second. */
    static final int PAGE_BYTES = 4096;

    public static final int NEW_ORDER_BYTES = 17;
    public static final int PAYMENT_BYTES = 17;
    public static final int DELIVERY_BYTES = 46;
    private static final int OUTCOME_SHIFT = 4;
    private static final int TYPE_MASK = 0xF;

    private static final TransactionType[] TYPES = TransactionType.values();
    private static final Outcome[] OUTCOMES = Outcome.values();

    private LedgerFormat() {}

    /** A part of a ledger that cannot be what was written; everything before it is good. */
    static final class DamagedException extends IOException {
        DamagedException(String message) {
            super(message);
        }
    }

    public static byte tag(TransactionType type, Outcome outcome) {
        return (byte) (type.ordinal() | outcome.ordinal() << OUTCOME_SHIFT);
    }

    public static TransactionType type(byte tag) throws DamagedException {
        return constant(TYPES, tag & TYPE_MASK, "transaction type");
    }

    public static Outcome outcome(byte tag) throws DamagedException {
        return constant(OUTCOMES, tag >> OUTCOME_SHIFT & TYPE_MASK, "outcome");
    }

    private static <T> T constant(T[] constants, int ordinal, String what) throws DamagedException {
        if (ordinal >= constants.length) {
            throw new DamagedException("there is no " + what + " " + ordinal);
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
}
