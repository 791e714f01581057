package io.bmsql.config;

import io.bmsql.common.NumberText;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the system under test costs, as the user says it; nothing of it is ever worked out.
 *
 * @param currency three letters
 * @param period that it covers, such as {@code 3y} or {@code 6m}; empty for a single payment
 * @param date of the price, may be empty
 * @param covers what is paid for, may be empty
 */
public record Price(double amount, String currency, String period, String date, String covers) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,4})?) ([A-Z]{3})(?: (\\d{1,3}[ym]))?");

    /** Null where the settings of a run name none. */
    public static @Nullable Price of(List<EffectiveSetting> settings) {
        return of(
                EffectiveSetting.value(settings, PropertyKey.PRICE),
                EffectiveSetting.value(settings, PropertyKey.PRICE_DATE),
                EffectiveSetting.value(settings, PropertyKey.PRICE_COVERS));
    }

    private static @Nullable Price of(String price, String date, String covers) {
        Matcher form = FORM.matcher(price);
        if (!form.matches() || Double.parseDouble(form.group(1)) == 0) {
            return null;
        }
        String period = form.group(3) == null ? "" : form.group(3);
        return new Price(Double.parseDouble(form.group(1)), form.group(2), period, date, covers);
    }

    static void check(Settings settings) {
        String price = settings.text(PropertyKey.PRICE).strip();
        String date = settings.text(PropertyKey.PRICE_DATE).strip();
        Price read = of(price, date, settings.text(PropertyKey.PRICE_COVERS).strip());
        if (!price.isEmpty() && read == null) {
            settings.mistake(PropertyKey.PRICE, "price");
        }
        if (!date.isEmpty() && !isDate(date)) {
            settings.mistake(PropertyKey.PRICE_DATE, "date");
        }
        if (read != null && (date.isEmpty() || read.covers.isEmpty())) {
            settings.doubt(PropertyKey.PRICE, "price");
        }
    }

    private static boolean isDate(String text) {
        try {
            return LocalDate.parse(text).toString().equals(text);
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    /** Divides it by the rate; {@link Double#NaN} for a rate of 0. */
    public double per(double tpmC) {
        return tpmC > 0 ? amount / tpmC : Double.NaN;
    }

    /** {@code EUR 3y}: prices of another one do not compare. */
    public String unit() {
        return (currency + " " + period).strip();
    }

    /** {@code 12,000 EUR 3y}. */
    public String total() {
        return NumberText.trimmed(amount, 4) + " " + unit();
    }

    /** Says it in one line: {@code 12,000 EUR 3y, 2026-11-01, server and support}. */
    public String text() {
        return Stream.of(total(), date, covers).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }
}
