package io.bmsql.result;

import io.bmsql.result.LedgerFormat.DamagedException;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TransactionType;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** A ledger on disk, finished, cut off or still growing. Reads block after block, so that its length does not matter. */
public record LedgerFile(Path path, LedgerHeader header) {
    /** Reads the header; throws {@link ResultReadException} when there is no ledger. */
    public static LedgerFile open(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new ResultReadException("There is no ledger " + path
                    + ": the run must have ledger=true (the default with checkAfterRun=true) and a resultDirectory");
        }
        try (DataInputStream in = stream(path)) {
            ByteBuffer content = new Block(in).next(LedgerFormat.HEADER);
            if (content == null) {
                throw new ResultReadException(path + " is empty: the run was killed before it began");
            }
            return new LedgerFile(path, LedgerHeader.read(content));
        } catch (EOFException e) {
            throw new ResultReadException(
                    path + " is cut off within its header: the run was killed before it began", e);
        } catch (IOException e) {
            throw new ResultReadException("Cannot read the ledger " + path + ": " + e.getMessage(), e);
        }
    }

    private static DataInputStream stream(Path path) throws IOException {
        InputStream in = Files.newInputStream(path);
        return new DataInputStream(new BufferedInputStream(in, 1 << 16));
    }

    /** Reads up to the end or the first damage; gives the reason why entries may be missing, null when none are. */
    public @Nullable String read(Consumer<LedgerEntry> reader) {
        try (DataInputStream in = stream(path)) {
            Block block = new Block(in);
            block.next(LedgerFormat.HEADER);
            return readEntries(block, reader);
        } catch (IOException e) {
            throw new ResultReadException("Cannot read the ledger " + path + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable String readEntries(Block block, Consumer<LedgerEntry> reader) throws IOException {
        try {
            for (ByteBuffer content = block.next(); content != null; content = block.next()) {
                if (block.kind == LedgerFormat.END) {
                    return end(content);
                }
                while (content.hasRemaining()) {
                    reader.accept(entry(content));
                }
            }
            return "it has no end: the run was killed or is still running, and its last second or two are missing";
        } catch (EOFException e) {
            return "it is cut off in a block of " + block.readBytes
                    + " bytes: the run was killed, and what it wrote last is missing";
        } catch (DamagedException | BufferUnderflowException e) {
            return "it is damaged after " + block.goodBytes + " good bytes (" + e.getMessage()
                    + "): the rest is missing";
        }
    }

    private static @Nullable String end(ByteBuffer content) {
        long dropped = content.getLong();
        int leftBehind = content.getInt();
        if (dropped > 0) {
            return dropped + " entries were dropped because the disk did not keep up";
        }
        return leftBehind == 0
                ? null
                : leftBehind + " workers hung at the end of the run: the outcome of their last transactions is missing";
    }

    private static LedgerEntry entry(ByteBuffer bytes) throws DamagedException {
        byte tag = bytes.get();
        TransactionType type = LedgerFormat.type(tag);
        Outcome outcome = LedgerFormat.outcome(tag);
        return switch (type) {
            case NEW_ORDER ->
                new LedgerEntry.NewOrder(
                        outcome,
                        bytes.getInt(),
                        bytes.get(),
                        bytes.getInt(),
                        bytes.getShort(),
                        bytes.get(),
                        bytes.getInt());
            case PAYMENT ->
                new LedgerEntry.Payment(
                        outcome,
                        bytes.getInt(),
                        bytes.get(),
                        bytes.getInt(),
                        bytes.get(),
                        bytes.getShort(),
                        bytes.getInt());
            case DELIVERY_BG -> delivery(outcome, bytes);
            case ORDER_STATUS, STOCK_LEVEL, DELIVERY -> throw new DamagedException(type + " is in no ledger");
        };
    }

    private static LedgerEntry delivery(Outcome outcome, ByteBuffer bytes) {
        int warehouse = bytes.getInt();
        int carrier = bytes.get();
        List<Integer> orders = new ArrayList<>(Scale.DISTRICTS_PER_WAREHOUSE);
        for (int district = 1; district <= Scale.DISTRICTS_PER_WAREHOUSE; district++) {
            orders.add(bytes.getInt());
        }
        return new LedgerEntry.Delivery(outcome, warehouse, carrier, orders);
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
                throw new DamagedException(
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
            readBytes = LedgerFormat.FRAME_BYTES;
            int magic = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
            if (magic != LedgerFormat.MAGIC) {
                throw new DamagedException("no block begins there");
            }
            kind = in.readByte();
            int length = in.readInt();
            int checksum = in.readInt();
            if (length < 0 || length > LedgerFormat.MAX_CONTENT_BYTES) {
                throw new DamagedException("a block claims " + length + " bytes");
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
                throw new DamagedException("a checksum is wrong");
            }
            goodBytes += readBytes;
            return ByteBuffer.wrap(content);
        }
    }
}
