package io.bmsql.spec;

import java.nio.charset.StandardCharsets;

/** Customer last names: three syllables, one per decimal digit of a number in 0..999 (clause 4.3.2.3). */
public final class LastName {
    /** How many names there are. */
    public static final int COUNT = 1_000;

    private static final String[] SYLLABLES = {
        "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
    };
    private static final String[] NAMES = names();
    private static final byte[][] BYTES = bytes();

    private LastName() {}

    /** The name with this number, 0..999; always the same object. */
    public static String of(int number) {
        return NAMES[number];
    }

    /** The name's ASCII bytes, shared: do not write to them. */
    public static byte[] ascii(int number) {
        return BYTES[number];
    }

    private static String[] names() {
        String[] names = new String[COUNT];
        for (int number = 0; number < COUNT; number++) {
            names[number] = SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
        }
        return names;
    }

    private static byte[][] bytes() {
        byte[][] bytes = new byte[COUNT][];
        for (int number = 0; number < COUNT; number++) {
            bytes[number] = NAMES[number].getBytes(StandardCharsets.US_ASCII);
        }
        return bytes;
    }
}
