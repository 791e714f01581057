package io.bmsql.tpcc;

import io.bmsql.common.RunClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

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
    /** A seed that differs from run to run. */
    public static long drawSeed(RunClock clock) {
        return new RandomStream(clock.epochMillis() ^ clock.nanoTime()).uniform(1, Integer.MAX_VALUE);
    }

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    private static final byte[] ALPHANUMERICS =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".getBytes(StandardCharsets.US_ASCII);

    /** Every pair of symbols as the two bytes of a char, the first symbol in the low byte: half the draws and stores. */
    private static final char[] PAIRS = pairs();

    private static final int PAIR_COUNT = 62 * 62;

    /** Characters taken from one 64-bit draw: four pairs of 12 bits each leave 16 bits of slack against bias. */
    private static final int CHARACTERS_PER_DRAW = 8;

    private static final VarHandle LONG_VIEW =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int DIGITS_PER_DRAW = 4;
    private static final int DIGIT_GROUPS = 10_000;

    private long base;
    private long state;

    /** A stream at address (seed, 0, 0, 0, 0). */
    public RandomStream(long seed) {
        seek(seed, 0, 0, 0, 0);
    }

    private static char[] pairs() {
        char[] pairs = new char[PAIR_COUNT];
        for (int pair = 0; pair < pairs.length; pair++) {
            int first = ALPHANUMERICS[pair / ALPHANUMERICS.length];
            int second = ALPHANUMERICS[pair % ALPHANUMERICS.length];
            pairs[pair] = (char) (first | second << 8);
        }
        return pairs;
    }

    public RandomStream seek(long seed, long place, long warehouse, long district, long row) {
        long hash = mix(seed + GOLDEN_GAMMA);
        hash = mix((hash ^ place) + GOLDEN_GAMMA);
        hash = mix((hash ^ warehouse) + GOLDEN_GAMMA);
        base = mix((hash ^ district) + GOLDEN_GAMMA);
        return seekRow(row);
    }

    /** Another row of the same place, warehouse and district: as the full address gives, for a fifth of the work. */
    public RandomStream seekRow(long row) {
        state = mix((base ^ row) + GOLDEN_GAMMA);
        return this;
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    public long nextLong() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /** A whole number, uniform in low..high, both included (clause 2.1.5 "random"). */
    public int uniform(int low, int high) {
        if (high < low) {
            throw new IllegalArgumentException("empty range " + low + ".." + high);
        }
        long range = (long) high - low + 1;
        // Multiply-shift on the upper 32 bits: its bias is below range / 2^32, invisible for TPC-C's ranges.
        return (int) (low + (((nextLong() >>> 32) * range) >>> 32));
    }

    /** The same of any range whose size is a long. */
    public long uniformLong(long low, long high) {
        long range = Math.addExact(Math.subtractExact(high, low), 1);
        if (range <= 0) {
            throw new IllegalArgumentException("empty range " + low + ".." + high);
        }
        if (range < 1L << 62) {
            return low + Math.multiplyHigh(nextLong() >>> 1, range << 1);
        }
        long draw = nextLong() >>> 1;
        while (draw >= range) {
            draw = nextLong() >>> 1;
        }
        return low + draw;
    }

    /** For {@link #resume}: where the stream is now. */
    public long position() {
        return state;
    }

    /** From now on the stream gives what it gave at that position. */
    public void resume(long position) {
        state = position;
    }

    /** True in the given number of cases out of a hundred; takes fractions of a percent. */
    public boolean percent(double percentage) {
        return nextDouble() * 100.0 < percentage;
    }

    /** Draws uniformly in [0, 1), with 53 random bits. */
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

    /** Writes an a-string (clause 4.3.2.2) of random letters and digits and gives its length, random in min..max. */
    public int alphanumeric(byte[] target, int offset, int min, int max) {
        int length = uniform(min, max);
        alphanumeric(target, offset, length);
        return length;
    }

    /**
     * Writes exactly length random letters and digits. Most bytes of a load are made here, and a load runs on the quick compiler's
     * code (run/bmsql), which inlines next to nothing: so nothing is called in the loop and the state stays in a register.
     */
    public void alphanumeric(byte[] target, int offset, int length) {
        char[] pairs = PAIRS;
        int end = offset + length;
        int position = offset;
        long place = state;
        while (position < end) {
            place += GOLDEN_GAMMA;
            // As mix() does.
            long draw = (place ^ (place >>> 30)) * 0xBF58476D1CE4E5B9L;
            draw = (draw ^ (draw >>> 27)) * 0x94D049BB133111EBL;
            draw ^= draw >>> 31;
            // Eight symbols from one draw: each half is a fraction of 32 bits, which gives two pairs.
            long first = (draw >>> 32) * PAIR_COUNT;
            long second = (first & 0xFFFF_FFFFL) * PAIR_COUNT;
            long third = (draw & 0xFFFF_FFFFL) * PAIR_COUNT;
            long fourth = (third & 0xFFFF_FFFFL) * PAIR_COUNT;
            long symbols = pairs[(int) (first >>> 32)]
                    | (long) pairs[(int) (second >>> 32)] << 16
                    | (long) pairs[(int) (third >>> 32)] << 32
                    | (long) pairs[(int) (fourth >>> 32)] << 48;
            if (end - position >= CHARACTERS_PER_DRAW) {
                LONG_VIEW.set(target, position, symbols);
                position += CHARACTERS_PER_DRAW;
            } else {
                for (; position < end; symbols >>>= Byte.SIZE) {
                    target[position++] = (byte) symbols;
                }
            }
        }
        state = place;
    }

    /** Writes upper-case letters only, exactly length of them. */
    public void capitals(byte[] target, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            target[i] = (byte) ('A' + uniform(0, 25));
        }
    }

    /** Writes an n-string (clause 4.3.2.2): random digits, exactly length of them. */
    public void digits(byte[] target, int offset, int length) {
        int end = offset + length;
        for (int position = offset; position < end; position += DIGITS_PER_DRAW) {
            int group = uniform(0, DIGIT_GROUPS - 1);
            for (int i = position; i < Math.min(end, position + DIGITS_PER_DRAW); i++) {
                target[i] = (byte) ('0' + group % 10);
                group /= 10;
            }
        }
    }
}
