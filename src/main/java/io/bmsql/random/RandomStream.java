package io.bmsql.random;

/**
 * A deterministic stream of random values that starts at an address. The same address always gives the same values, on
 * every machine and in any order of asking; different addresses give streams that are independent for our purpose.
 *
 * <p>The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators"): one addition and
 * a three-step mix per draw, no state but one long, so that seeking costs a few nanoseconds and a row can own a stream.
 *
 * <p>Not safe for use by several threads: each owner has its own. Nothing here allocates.
 */
public final class RandomStream {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    private static final int ALPHANUMERIC_COUNT = 62;
    private static final int LETTER_COUNT = 52;
    private static final byte[] ALPHANUMERICS = alphanumerics();

    /** Characters taken from one 64-bit draw: 8 leave 16 bits of slack, so that no symbol is favoured measurably. */
    private static final int CHARACTERS_PER_DRAW = 8;

    private long state;

    /** A stream at address (seed, 0, 0, 0, 0). */
    public RandomStream(long seed) {
        seek(seed, 0, 0, 0, 0);
    }

    private static byte[] alphanumerics() {
        byte[] symbols = new byte[ALPHANUMERIC_COUNT];
        int count = 0;
        for (char c = 'a'; c <= 'z'; c++) {
            symbols[count++] = (byte) c;
        }
        for (char c = 'A'; c <= 'Z'; c++) {
            symbols[count++] = (byte) c;
        }
        for (char c = '0'; c <= '9'; c++) {
            symbols[count++] = (byte) c;
        }
        return symbols;
    }

    /** Moves to the start of the stream with this address and returns this stream. */
    public RandomStream seek(long seed, long place, long warehouse, long district, long row) {
        long hash = mix(seed + GOLDEN_GAMMA);
        hash = mix((hash ^ place) + GOLDEN_GAMMA);
        hash = mix((hash ^ warehouse) + GOLDEN_GAMMA);
        hash = mix((hash ^ district) + GOLDEN_GAMMA);
        state = mix((hash ^ row) + GOLDEN_GAMMA);
        return this;
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** The next 64 uniform bits. */
    public long nextLong() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /**
     * A whole number, uniform in low..high, both included (clause 2.1.5 "random").
     *
     * @throws IllegalArgumentException when high is below low
     */
    public int uniform(int low, int high) {
        if (high < low) {
            throw new IllegalArgumentException("empty range " + low + ".." + high);
        }
        long range = (long) high - low + 1;
        // Multiply-shift on the upper 32 bits: its bias is below range / 2^32, invisible for TPC-C's ranges.
        return (int) (low + (((nextLong() >>> 32) * range) >>> 32));
    }

    /** True in the given number of cases out of a hundred; takes fractions of a percent. */
    public boolean percent(double percentage) {
        return nextDouble() * 100.0 < percentage;
    }

    /** Uniform in [0, 1), with 53 random bits. */
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /** Fills the array with 1..length in a random order (Fisher and Yates). */
    public void permutation(int[] target) {
        for (int i = 0; i < target.length; i++) {
            int j = uniform(0, i);
            target[i] = target[j];
            target[j] = i + 1;
        }
    }

    /**
     * Writes an a-string (clause 4.3.2.2): a random length in min..max, random letters and digits.
     *
     * @return the length written
     */
    public int alphanumeric(byte[] target, int offset, int min, int max) {
        int length = uniform(min, max);
        symbols(target, offset, length, ALPHANUMERIC_COUNT);
        return length;
    }

    /** Writes letters only, exactly length of them, upper case when asked for by {@code upperCase}. */
    public void letters(byte[] target, int offset, int length, boolean upperCase) {
        symbols(target, offset, length, LETTER_COUNT);
        if (upperCase) {
            for (int i = offset; i < offset + length; i++) {
                target[i] &= ~0x20;
            }
        }
    }

    /** Writes an n-string (clause 4.3.2.2): random digits, exactly length of them. */
    public void digits(byte[] target, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            target[i] = (byte) ('0' + uniform(0, 9));
        }
    }

    private void symbols(byte[] target, int offset, int length, int symbolCount) {
        int end = offset + length;
        int position = offset;
        while (position < end) {
            int stop = Math.min(end, position + CHARACTERS_PER_DRAW);
            long fraction = nextLong() >>> 1;
            while (position < stop) {
                // The draw is a fraction in [0, 1); its integer part after scaling is a symbol, the rest goes on.
                long high = Math.multiplyHigh(fraction, (long) symbolCount << 1);
                fraction = (fraction * symbolCount) & Long.MAX_VALUE;
                target[position++] = ALPHANUMERICS[(int) high];
            }
        }
    }
}
