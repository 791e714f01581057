package io.bmsql.ledger;

import java.util.zip.CRC32;

/** Some entries on their way to the disk, laid out as one block; used again and again. Not safe for several threads. */
final class LedgerPage {
    /** About 240 entries: a worker on a fast server fills it some times a second. */
    static final int BYTES = 4096;

    private final byte[] bytes = new byte[BYTES];
    private int end = LedgerFormat.FRAME_BYTES;

    boolean hasRoom(int entryBytes) {
        return end + entryBytes <= BYTES;
    }

    boolean isEmpty() {
        return end == LedgerFormat.FRAME_BYTES;
    }

    void putByte(int value) {
        bytes[end++] = (byte) value;
    }

    void putShort(int value) {
        bytes[end++] = (byte) (value >>> 8);
        bytes[end++] = (byte) value;
    }

    void putInt(int value) {
        LedgerFormat.putInt(bytes, end, value);
        end += 4;
    }

    /** The finished block; {@link #length()} bytes of it count. */
    byte[] seal(CRC32 crc) {
        LedgerFormat.seal(bytes, end, LedgerFormat.ENTRIES, crc);
        return bytes;
    }

    int length() {
        return end;
    }

    void clear() {
        end = LedgerFormat.FRAME_BYTES;
    }
}
