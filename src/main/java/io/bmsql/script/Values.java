package io.bmsql.script;

import io.bmsql.common.UsageException;
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

    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]++\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    /** As PostgreSQL reads booleans: a word may be cut where it stays clear. */
    private static final Pattern YES = Pattern.compile("t(r(ue?)?)?|y(es?)?|on");

    private static final Pattern NO = Pattern.compile("f(a(l(se?)?)?)?|no?|off?");

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

    /** Whether both are put into SQL as the same text. */
    boolean isSame(int at, Values other, int otherAt) {
        byte kind = kinds[at];
        return kind == other.kinds[otherAt]
                && (kind == NULL
                        || (kind >= TEXT || bits[at] == other.bits[otherAt])
                                && (kind < TEXT && kind != BOOLEAN || text(at).equals(other.text(otherAt))));
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
        texts[at] = null;
    }

    /** With the word that the server has for it. */
    void setRead(int at, boolean value, @Nullable String word) {
        set(at, value);
        texts[at] = word;
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
        texts[at] = text;
        kinds[at] = text == null ? NULL : READ;
        if (text != null && INTEGER.matcher(text).matches()) {
            setNumber(at, text);
            if (kinds[at] != LONG || !Long.toString(bits[at]).equals(text)) {
                kinds[at] = READ;
            }
        }
    }

    /** A number from its text, which stays a text when it is no long and looks like one. */
    void setNumber(int at, String number) {
        try {
            if (INTEGER.matcher(number).matches()) {
                set(at, Long.parseLong(number));
            } else {
                set(at, Double.parseDouble(number));
            }
        } catch (NumberFormatException tooLarge) {
            set(at, number);
        }
    }

    /** A text from outside becomes what an expression takes it for: null, a boolean or a number; others stay texts. */
    void interpret(int at) {
        String word = text(at).toLowerCase(Locale.ROOT);
        if (word.equals("null")) {
            setNull(at);
        } else if (isNumber(word)) {
            setNumber(at, word);
        } else if (YES.matcher(word).matches() || NO.matcher(word).matches()) {
            set(at, YES.matcher(word).matches());
        }
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
        double value = Math.rint(asDouble(at, place));
        if (!(value >= -0x1p63 && value < 0x1p63)) {
            throw place.error(value + " is too large for an integer; keep it a double or make it smaller");
        }
        return (long) value;
    }

    double asDouble(int at, Place place) throws UsageException {
        if (kinds[at] == LONG) {
            return bits[at];
        } else if (kinds[at] != DOUBLE) {
            String value = kinds[at] == BOOLEAN ? String.valueOf(bool(at)) : "'" + text(at) + "'";
            throw place.error(value + " stands where a number is needed; use a number");
        }
        return real(at);
    }

    /** As in a condition: a number is true when it is not 0; null is not. */
    boolean isTrue(int at, Place place) throws UsageException {
        return switch (kinds[at]) {
            case NULL -> false;
            case BOOLEAN, LONG -> bits[at] != 0;
            default -> asDouble(at, place) != 0;
        };
    }
}
