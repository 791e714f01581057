package io.bmsql.benchmark;

import io.bmsql.common.Texts;
import java.util.Locale;

/**
 * What was found of one thing.
 *
 * @param check what was looked at, in a word or two of English, which other languages translate
 * @param text what is there
 * @param advice what to do about it; empty where nothing is to be done
 */
public record Finding(String check, State state, String text, String advice) {
    public enum State {
        OK,
        /** The run works, but its number is worth less. */
        WARNING,
        PROBLEM,
        /** It was not looked at, or is not shown here. */
        UNKNOWN;

        /** In English, which other languages translate. */
        public String words() {
            return this == UNKNOWN ? "not known" : name().toLowerCase(Locale.ROOT);
        }
    }

    public static Finding ok(String check, String text) {
        return new Finding(check, State.OK, text, "");
    }

    public static Finding warning(String check, String text, String advice) {
        return new Finding(check, State.WARNING, text, advice);
    }

    /** Warns where something is bad, else all is fine; the advice is only for the bad case. */
    public static Finding warningIf(boolean isBad, String check, String text, String advice) {
        return isBad ? warning(check, text, advice) : ok(check, text);
    }

    public static Finding problemIf(boolean isBad, String check, String text, String advice) {
        return isBad ? problem(check, text, advice) : ok(check, text);
    }

    public static Finding problem(String check, String text, String advice) {
        return new Finding(check, State.PROBLEM, text, advice);
    }

    public static Finding unknown(String check, String text, String advice) {
        return new Finding(check, State.UNKNOWN, text, advice);
    }

    public String sentence(Texts texts) {
        return advice.isEmpty() ? text : texts.text("doctor.finding", text, advice);
    }
}
