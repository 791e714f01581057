package io.bmsql.preflight;

import java.util.Locale;

/** Says what was found of one thing, and what to do about it; {@code advice} is empty where nothing is to be done. */
public record Finding(String check, State state, String text, String advice) {
    public enum State {
        OK,
        WARNING,
        PROBLEM,
        /** It was not looked at, or is not shown here. */
        UNKNOWN;

        public String words() {
            return this == UNKNOWN ? "not known" : name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String check, String text) {
        return new Finding(check, State.OK, text, "");
    }

    static Finding warning(String check, String text, String advice) {
        return new Finding(check, State.WARNING, text, advice);
    }

    static Finding warningIf(boolean isBad, String check, String text, String advice) {
        return isBad ? warning(check, text, advice) : ok(check, text);
    }

    static Finding problemIf(boolean isBad, String check, String text, String advice) {
        return isBad ? problem(check, text, advice) : ok(check, text);
    }

    static Finding problem(String check, String text, String advice) {
        return new Finding(check, State.PROBLEM, text, advice);
    }

    static Finding unknown(String check, String text, String advice) {
        return new Finding(check, State.UNKNOWN, text, advice);
    }

    public String sentence() {
        return advice.isEmpty() ? text : text + ": " + advice;
    }
}
