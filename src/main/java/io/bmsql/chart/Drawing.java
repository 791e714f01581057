package io.bmsql.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A drawn chart with a note below it, or the note why there is none. */
public record Drawing(String title, String svg, List<Key> legend, @Nullable Cut cut, String note) {
    static Drawing of(String title, String svg) {
        return new Drawing(title, svg, List.of(), null, "");
    }

    public static Drawing missing(String title, String why) {
        return new Drawing(title, "", List.of(), null, why);
    }

    public Drawing with(String otherTitle, String otherNote) {
        return new Drawing(otherTitle, svg, legend, cut, otherNote);
    }

    /** The same without the legend where that would only repeat the title. */
    public Drawing withoutPlainLegend() {
        boolean isPlain = legend.size() == 1 && legend.get(0).label().equals(title);
        return isPlain ? new Drawing(title, svg, List.of(), cut, note) : this;
    }

    /** One entry of a legend; the dash as SVG writes it, empty for a full line. */
    public record Key(String label, String role, String dash, boolean isArea) {}

    /** How many points a y axis cut short leaves out, and the highest of them with its line and time. */
    public record Cut(long points, double highest, String label, double second) {}
}
