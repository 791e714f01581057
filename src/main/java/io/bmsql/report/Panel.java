package io.bmsql.report;

import io.bmsql.chart.Drawing;
import java.util.List;

/**
 * A chart on the page, or the sentence why there is none.
 *
 * @param svg empty when there is none
 * @param note a sentence below the chart; may be empty
 * @param missing why there is no chart; empty when there is one
 */
public record Panel(String title, String svg, List<Drawing.Key> legend, String note, String missing) {
    static Panel missing(String title, String why) {
        return new Panel(title, "", List.of(), "", why);
    }

    static Panel of(String title, Drawing drawing, String note) {
        return new Panel(title, drawing.svg(), drawing.legend(), note, "");
    }
}
