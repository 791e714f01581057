package io.bmsql.datagen;

import io.bmsql.spec.NURand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The four rows of BenchmarkSQL (contract 3.3), which the original and this program read by name, and two of ours: what a
 * later run needs to know, or to make the same data again.
 */
final class ConfigGenerator implements TableGenerator {
    private final long seed;
    private final int warehouses;
    private final long loadEpochMillis;
    private final NURand constants;

    ConfigGenerator(long seed, int warehouses, long loadEpochMillis, NURand constants) {
        this.seed = seed;
        this.warehouses = warehouses;
        this.loadEpochMillis = loadEpochMillis;
        this.constants = constants;
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        row(sink, "warehouses", warehouses);
        row(sink, "nURandCLast", constants.cLast());
        row(sink, "nURandCC_ID", constants.cCustomerId());
        row(sink, "nURandCI_ID", constants.cItemId());
        row(sink, "seed", seed);
        row(sink, "loadEpochMillis", loadEpochMillis);
    }

    private static void row(RowSink sink, String name, long value) throws IOException {
        text(sink, name);
        text(sink, Long.toString(value));
        sink.endRow();
    }

    private static void text(RowSink sink, String text) throws IOException {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        sink.text(ascii, 0, ascii.length);
    }
}
