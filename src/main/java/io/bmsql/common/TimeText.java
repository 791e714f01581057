package io.bmsql.common;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: {@code 500ms}, {@code 120s}, {@code 1.5min} or {@code 1.5m}, {@code 2h}. */
public final class TimeText {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(ms|s|m|min|h)");
    private static final Map<String, Double> UNIT_SECONDS =
            Map.of("ms", 0.001, "s", 1.0, "m", 60.0, "min", 60.0, "h", 3600.0);

    private TimeText() {}

    public static double seconds(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Double.parseDouble(form.group(1)) * UNIT_SECONDS.getOrDefault(form.group(2), Double.NaN)
                : Double.NaN;
    }
}
