package io.bmsql.chart;

import java.awt.geom.Rectangle2D;
import java.util.List;

/** The scale of colours for counts, from pale to strong, and its key. */
final class Ramp {
    static final int LEVELS = 8;
    private static final String NAMES = "abcdefgh";
    private static final double SWATCH = 16;

    private Ramp() {}

    /**
     * The level of a count.
     *
     * @param mostLog1p of the highest count
     * @return -1 for nothing
     */
    static int level(long count, double mostLog1p) {
        if (count <= 0) {
            return -1;
        }
        return (int) Math.min(LEVELS - 1.0, Math.floor(Math.log1p(count) / mostLog1p * LEVELS));
    }

    /** A level of a share from 0 to 1. */
    static int level(double share) {
        return (int) Math.max(0, Math.min(LEVELS - 1.0, Math.floor(share * LEVELS)));
    }

    static CssPaint paint(int level) {
        return new CssPaint(variable(level));
    }

    /** The CSS variable of a level. */
    static String variable(int level) {
        return "heat-" + NAMES.charAt(level);
    }

    /** Draws the key at the right of the line above the plot. */
    static void draw(Frame frame, List<String> ends) {
        double widthOfMany = ends.get(1)
                .codePoints()
                .mapToDouble(c -> c >= 0x2E80 ? 14 : 7.2)
                .sum();
        double right = frame.width() - Frame.RIGHT - widthOfMany - 8;
        double left = right - LEVELS * SWATCH;
        for (int level = 0; level < LEVELS; level++) {
            frame.canvas().setPaint(paint(level));
            frame.canvas().fill(new Rectangle2D.Double(left + level * SWATCH, 4, SWATCH, 11));
        }
        frame.text(left - 7, 14, "end", "note", ends.get(0));
        frame.text(right + 7, 14, "start", "note", ends.get(1));
    }
}
