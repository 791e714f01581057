package io.bmsql.page;

import io.bmsql.chart.NumberText;
import java.util.function.DoubleFunction;

/** Numbers that may not be known (a negative value means unknown): then a dash. */
public final class KnownText {
    public static final String DASH = "\u2013";

    private KnownText() {}

    public static String count(double value) {
        return text(value, number -> NumberText.count((long) number));
    }

    public static String millis(double value) {
        return text(value, NumberText::millis);
    }

    public static String percent(double value) {
        return text(value, NumberText::percent);
    }

    private static String text(double value, DoubleFunction<String> format) {
        return value < 0 ? DASH : format.apply(value);
    }
}
