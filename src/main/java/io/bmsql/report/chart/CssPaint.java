package io.bmsql.report.chart;

import java.awt.Paint;
import java.awt.PaintContext;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Transparency;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.ColorModel;

/** Is a colour by its CSS variable, so that one drawing serves light and dark; only for SVG. */
record CssPaint(String variable) implements Paint {
    private static final String HEAT = "heat-";

    static CssPaint pale(String role) {
        return new CssPaint(role + "-pale");
    }

    static CssPaint area(String role) {
        return new CssPaint(role + "-area");
    }

    static CssPaint heat(int level) {
        return new CssPaint(HEAT + (char) ('a' + level));
    }

    boolean isHeat() {
        return variable.startsWith(HEAT);
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
