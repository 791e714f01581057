package io.bmsql.report;

import java.util.List;

/**
 * A chart of time before its series are laid on the axis.
 *
 * @param axis what is measured, with its unit
 * @param isStacked areas on top of each other instead of lines
 * @param limit upper end of the y axis where the quantity has one; {@link Double#NaN} otherwise
 */
record PanelPlan(String title, String axis, boolean isStacked, double limit, List<Measured> series) {
    static PanelPlan lines(String title, String axis, List<Measured> series) {
        return new PanelPlan(title, axis, false, Double.NaN, series);
    }

    static PanelPlan stack(String title, String axis, double limit, List<Measured> series) {
        return new PanelPlan(title, axis, true, limit, series);
    }
}
