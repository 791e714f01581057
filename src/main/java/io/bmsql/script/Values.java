package io.bmsql.script;

import io.bmsql.common.UsageException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Typed values in numbered places, without an object for each. */
final class Values {
    static final byte UNSET = 0;
    static final byte NULL = 1;
    static final byte BOOLEAN = 2;
    static final byte LONG = 3;
    static final byte DOUBLE = 4;
    /** Made by the script: pattern() or a text in quotes. */
    static final byte TEXT = 5;
    /** From outside: -D, a column, a program. In an expression it becomes what it looks like, in SQL it is put as it is. */
    static final byte READ = 6;

    /** Of a long, with its sign. */
    private static final int MAX_DIGITS = 20;

    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

    private final byte[] kinds;
    /** A boolean is 0 or 1, a double its bits. */
    private final long[] bits;

    private final @Nullable String[] texts;

    Values(int count) {
        kinds = new byte[count];
        bits = new long[count];
        texts = new String[count];
    }

    void copyFrom(Values other) {
        System.arraycopy(other.kinds, 0, kinds, 0, kinds.length);
        System.arraycopy(other.bits, 0, bits, 0, bits.length);
        System.arraycopy(other.texts, 0, texts, 0, texts.length);
    }

    void copy(int at, Values from, int fromAt) {
        kinds[at] = from.kinds[fromAt];
        bits[at] = from.bits[fromAt];
        texts[at] = from.texts[fromAt];
    }

    byte kind(int at) {
        return kinds[at];
    }

    boolean isNull(int at) {
        return kinds[at] == NULL;
    }

    boolean isDouble(int at) {
        return kinds[at] == DOUBLE;
    }

    void setNull(int at) {
        kinds[at] = NULL;
    }

    void set(int at, boolean value) {
        kinds[at] = BOOLEAN;
        bits[at] = value ? 1 : 0;
    }

    void set(int at, long value) {
        kinds[at] = LONG;
        bits[at] = value;
    }

    void set(int at, double value) {
        kinds[at] = DOUBLE;
        bits[at] = Double.doubleToRawLongBits(value);
    }

    void set(int at, String value) {
        kinds[at] = TEXT;
        texts[at] = value;
    }

    /** A value from outside, which is a whole number where the text is just how we write one. */
    void setRead(int at, @Nullable String text) {
        if (text == null) {
            setNull(at);
            return;
        }
        set(at, text);
        kinds[at] = READ;
        if (text.length() <= MAX_DIGITS && INTEGER.matcher(text).matches()) {
            interpret(at);
            if (kinds[at] == LONG && !Long.toString(bits[at]).equals(text)) {
                kinds[at] = READ;
            }
        }
    }

    /** A text from outside becomes what an expression takes it for: null, a boolean or a number; others stay texts. */
    void interpret(int at) {
        String text = text(at);
        String word = text.toLowerCase(Locale.ROOT);
        if (word.equals("null")) {
            setNull(at);
        } else if (isStartOf(word, "true", "yes", "on")) {
            set(at, true);
        } else if (isStartOf(word, "false", "no", "off")) {
            set(at, false);
        } else if (isNumber(text)) {
            try {
                if (INTEGER.matcher(text).matches()) {
                    set(at, Long.parseLong(text));
                } else {
                    set(at, Double.parseDouble(text));
                }
            } catch (NumberFormatException tooLarge) {
                kinds[at] = TEXT;
            }
        }
    }

    /** As PostgreSQL reads booleans; "o" could be two of them. */
    private static boolean isStartOf(String word, String... words) {
        return !word.isEmpty() && !word.equals("o") && Arrays.stream(words).anyMatch(whole -> whole.startsWith(word));
    }

    static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    boolean bool(int at) {
        return bits[at] != 0;
    }

    long bits(int at) {
        return bits[at];
    }

    double real(int at) {
        return Double.longBitsToDouble(bits[at]);
    }

    String text(int at) {
        String text = texts[at];
        return text == null ? "" : text;
    }

    /** A double becomes the nearest whole number, the even one of two, as in pgbench. */
    long asLong(int at, Place place) throws UsageException {
        if (kinds[at] == LONG) {
            return bits[at];
        }
        if (kinds[at] != DOUBLE) {
            throw noNumber(at, place);
        }
        double value = Math.rint(real(at));
        if (!(value >= -0x1p63 && value < 0x1p63)) {
            throw place.error(value + " is too large for an integer; keep it a double or make it smaller");
        }
        return (long) value;
    }

    double asDouble(int at, Place place) throws UsageException {
        if (kinds[at] == LONG) {
            return bits[at];
        }
        if (kinds[at] != DOUBLE) {
            throw noNumber(at, place);
        }
        return real(at);
    }

    private UsageException noNumber(int at, Place place) {
        return place.error((kinds[at] == BOOLEAN ? (bool(at) ? "true" : "false") : "'" + text(at) + "'")
                + " stands where a number is needed; use a number");
    }

    /** As in a condition: a number is true when it is not 0; null is not. */
    boolean isTrue(int at, Place place) throws UsageException {
        return switch (kinds[at]) {
            case NULL -> false;
            case BOOLEAN, LONG -> bits[at] != 0;
            case DOUBLE -> real(at) != 0;
            default -> throw noNumber(at, place);
        };
    }
}
