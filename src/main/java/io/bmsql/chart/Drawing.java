package io.bmsql.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A drawn chart.
 *
 * @param svg an {@code svg} element
 * @param legend one entry for each line; empty where the chart needs none
 * @param cut what lies above the y axis; null when nothing does
 */
public record Drawing(String svg, List<Key> legend, @Nullable Cut cut) {
    /**
     * One entry of a legend.
     *
     * @param dash as SVG writes it; empty for a full line
     * @param isArea true when the colour fills an area
     */
    public record Key(String label, String role, String dash, boolean isArea) {}

    /**
     * Points that a y axis cut short leaves out.
     *
     * @param points how many
     * @param highest the highest of them
     * @param label of its line
     * @param second where it lies
     */
    public record Cut(long points, double highest, String label, double second) {}
}
