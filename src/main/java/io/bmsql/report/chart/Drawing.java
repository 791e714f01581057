package io.bmsql.report.chart;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Is a drawn chart with a note, or the note why there is none; {@code values} are for the script, empty when it
 * stays.
 */
public record Drawing(
        String title,
        String svg,
        List<Key> legend,
        @Nullable Cut cut,
        String note,
        Supplier<Map<String, Object>> values) {
    static Drawing of(String title, String svg) {
        return new Drawing(title, svg, List.of(), null, "", Map::of);
    }

    public static Drawing missing(String title, String why) {
        return new Drawing(title, "", List.of(), null, why, Map::of);
    }

    public Drawing with(String otherTitle, String otherNote) {
        return new Drawing(otherTitle, svg, legend, cut, otherNote, values);
    }

    public Drawing withoutPlainLegend() {
        boolean isPlain = legend.size() == 1 && legend.get(0).label().equals(title);
        return isPlain ? withLegend(List.of()) : this;
    }

    public Drawing withLegend(List<Key> otherLegend) {
        return new Drawing(title, svg, otherLegend, cut, note, values);
    }

    public Drawing orNarrow(Drawing narrow) {
        String both = "<div class=\"wide-only\">" + svg + "</div><div class=\"narrow-only\">" + narrow.svg + "</div>";
        return new Drawing(title, both, legend, cut, note, Map::of);
    }

    public String json() {
        Map<String, Object> fields = values.get();
        return fields.isEmpty() ? "" : ScriptJson.text(fields);
    }

    public record Key(String label, String role, String dash, boolean isArea) {}

    /** Says how many points a y axis cut short leaves out, and the highest of them with its line and time. */
    public record Cut(long points, double highest, String label, double second) {}
}
