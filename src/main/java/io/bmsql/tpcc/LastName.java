package io.bmsql.tpcc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Customer last names: three syllables, one per decimal digit of a number in 0..999 (clause 4.3.2.3). */
public final class LastName {
    public static final int COUNT = 1_000;

    private static final String[] SYLLABLES = {
        "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
    };
    private static final String[] NAMES = IntStream.range(0, COUNT)
            .mapToObj(number -> SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10])
            .toArray(String[]::new);
    private static final byte[][] BYTES = Arrays.stream(NAMES)
            .map(name -> name.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    private LastName() {}

    /** Gives the name with this number, 0..999; always the same object. */
    public static String of(int number) {
        return NAMES[number];
    }

    /** The name's ASCII bytes, shared: do not write to them. */
    public static byte[] ascii(int number) {
        return BYTES[number];
    }
}
