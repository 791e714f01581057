package io.bmsql.report.chart;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.bmsql.common.NumberText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;

/**
 * JSON for a {@code script} element: no text in it can end the element, and numbers have the digits that a reader is shown,
 * {@code null} where nothing was measured. For any thread.
 */
public final class ScriptJson {
    private static final ObjectMapper MAPPER = mapper();
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private ScriptJson() {}

    public static String text(Map<String, ?> fields) {
        try {
            return MAPPER.writeValueAsString(fields).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the values of a chart cannot be written as JSON", e);
        }
    }

    private static ObjectMapper mapper() {
        SimpleModule numbers = new SimpleModule();
        numbers.addSerializer(double[].class, new JsonSerializer<>() {
            @Override
            public void serialize(double[] values, JsonGenerator json, SerializerProvider provider) throws IOException {
                json.writeStartArray();
                for (double value : values) {
                    json.writeNumber(number(value));
                }
                json.writeEndArray();
            }
        });
        numbers.addSerializer(Double.class, new JsonSerializer<>() {
            @Override
            public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
                json.writeNumber(number(value));
            }
        });
        return new ObjectMapper().registerModule(numbers);
    }

    /** Whole from 100 on, else three digits that mean something, as {@link NumberText#brief} shows them. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "null";
        }
        double size = Math.abs(value);
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal rounded = size >= 100 ? exact.setScale(0, RoundingMode.HALF_UP) : exact.round(THREE_DIGITS);
        return rounded.signum() == 0
                ? "0"
                : size < 1e-3
                        ? rounded.stripTrailingZeros().toString()
                        : rounded.stripTrailingZeros().toPlainString();
    }
}
