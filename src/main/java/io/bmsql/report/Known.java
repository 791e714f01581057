package io.bmsql.report;

import io.bmsql.chart.NumberText;
import java.util.function.DoubleFunction;

/** Numbers that may not be known ({@link io.bmsql.result.RunSummary#UNKNOWN}): then a dash. */
final class Known {
    static final String DASH = "\u2013";

    private Known() {}

    static String count(double value) {
        return text(value, number -> NumberText.count((long) number));
    }

    static String millis(double value) {
        return text(value, NumberText::millis);
    }

    static String percent(double value) {
        return text(value, NumberText::percent);
    }

    private static String text(double value, DoubleFunction<String> format) {
        return value < 0 ? DASH : format.apply(value);
    }
}
