package io.bmsql.cli.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Progress for programs: one JSON object on a line, with units in the names. */
public final class JsonLine {
    private final ObjectNode line = JsonNodeFactory.withExactBigDecimals(true).objectNode();

    public JsonLine(String event) {
        line.put("event", event);
    }

    public JsonLine put(String name, String value) {
        line.put(name, value);
        return this;
    }

    public JsonLine put(String name, long value) {
        line.put(name, value);
        return this;
    }

    public JsonLine put(String name, double value, int decimals) {
        line.put(name, BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP));
        return this;
    }

    public JsonLine putUnknown(String name) {
        line.putNull(name);
        return this;
    }

    @Override
    public String toString() {
        return line.toString();
    }
}
