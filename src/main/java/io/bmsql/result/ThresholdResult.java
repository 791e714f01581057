package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * How one bound was kept.
 *
 * @param text the bound as written, such as {@code newOrder.p90<5s}
 * @param value null when it is not known
 * @param unit of the value: {@code ms}, {@code %} or nothing
 * @param reason why the value is not known, a phrase; null when it is
 */
public record ThresholdResult(
        String text,
        @Nullable Double value,
        String unit,
        boolean holds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String reason) {
    private static final MathContext SHOWN_DIGITS = new MathContext(6);

    /** The value with its unit; a dash when it is not known. */
    public String shown() {
        if (value == null) {
            return "–";
        }
        String number =
                new BigDecimal(value).round(SHOWN_DIGITS).stripTrailingZeros().toPlainString();
        return number + (unit.isEmpty() || unit.equals("%") ? "" : " ") + unit;
    }

    /** What was measured, such as {@code newOrder.p90<5s: 12.3 ms}, for where the words around it say whether it holds. */
    public String measured() {
        return text + ": " + (reason == null ? shown() : "not known, " + reason);
    }

    /** One line for people, such as {@code newOrder.p90<5s: 12.3 ms, holds}. */
    @Override
    public String toString() {
        return measured() + (holds ? ", holds" : ", FAILED");
    }
}
