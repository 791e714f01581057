package io.bmsql.live;

import io.bmsql.chart.Drawing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands on the page at one moment, ready as text.
 *
 * @param away that the database is away, and for how long; empty while it is there
 */
record PageModel(
        String title,
        String subtitle,
        String state,
        List<String> sentences,
        String away,
        List<Figure> figures,
        List<Panel> panels,
        String foot) {

    /** A headline figure. */
    record Figure(String name, String value, String unit, boolean isBad) {
        Figure(String name, String value, String unit) {
            this(name, value, unit, false);
        }
    }

    /**
     * A chart.
     *
     * @param drawing null when there is nothing to show yet
     * @param narrow the same for a small screen
     * @param note what it leaves out, or why there is none; may be empty
     */
    record Panel(String title, @Nullable Drawing drawing, @Nullable Drawing narrow, String note) {}
}
