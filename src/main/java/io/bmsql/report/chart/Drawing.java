package io.bmsql.report.chart;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A drawn chart with a note below it, or the note why there is none.
 *
 * @param values of the chart for the script of a page; empty for a chart that stays as it is drawn
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

    /** The same without the legend where that would only repeat the title. */
    public Drawing withoutPlainLegend() {
        boolean isPlain = legend.size() == 1 && legend.get(0).label().equals(title);
        return isPlain ? withLegend(List.of()) : this;
    }

    public Drawing withLegend(List<Key> otherLegend) {
        return new Drawing(title, svg, otherLegend, cut, note, values);
    }

    /** A picture for wide screens and the same for narrow ones, which stay as they are drawn. */
    public Drawing orNarrow(Drawing narrow) {
        String both = "<div class=\"wide-only\">" + svg + "</div><div class=\"narrow-only\">" + narrow.svg + "</div>";
        return new Drawing(title, both, legend, cut, note, Map::of);
    }

    /** The values as JSON that may stand in a {@code script} element; empty without any. */
    public String json() {
        Map<String, Object> fields = values.get();
        return fields.isEmpty() ? "" : ScriptJson.text(fields);
    }

    /** One entry of a legend; the dash as SVG writes it, empty for a full line. */
    public record Key(String label, String role, String dash, boolean isArea) {}

    /** How many points a y axis cut short leaves out, and the highest of them with its line and time. */
    public record Cut(long points, double highest, String label, double second) {}
}
