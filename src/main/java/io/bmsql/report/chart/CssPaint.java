package io.bmsql.report.chart;

import java.awt.Paint;
import java.awt.PaintContext;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Transparency;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.ColorModel;

/** A colour by its CSS variable, without the dashes, so that one drawing serves light and dark; only for SVG. */
record CssPaint(String variable) implements Paint {
    /** The colour of a role's bands, through which lines are seen. */
    static CssPaint pale(String role) {
        return new CssPaint(role + "-pale");
    }

    /** The colour of a role's areas in a stack. */
    static CssPaint area(String role) {
        return new CssPaint(role + "-area");
    }

    /** The colour of a cell, 0 for the palest. */
    static CssPaint heat(int level) {
        return new CssPaint("heat-" + (char) ('a' + level));
    }

    String value() {
        return "var(--" + variable + ")";
    }

    @Override
    public int getTransparency() {
        return Transparency.OPAQUE;
    }

    @Override
    public PaintContext createContext(
            ColorModel model, Rectangle device, Rectangle2D user, AffineTransform transform, RenderingHints hints) {
        throw new UnsupportedOperationException("the colour " + variable + " exists only in a style sheet");
    }
}
