package io.bmsql.chart;

import java.awt.Paint;
import java.awt.PaintContext;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Transparency;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.ColorModel;

/**
 * A colour by the name of its CSS variable, so that one drawing serves light and dark. It can only be written as SVG,
 * never painted on pixels.
 *
 * @param variable the name without the leading dashes
 */
record CssPaint(String variable) implements Paint {
    /** What stands in the SVG. */
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
