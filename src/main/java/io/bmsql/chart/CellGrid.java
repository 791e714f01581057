package io.bmsql.chart;

import java.awt.geom.Path2D;
import java.util.Arrays;
import java.util.List;

/** Values as a compact grid of coloured cells, row by row; each row begins with a label. */
public final class CellGrid {
    private static final int COLUMNS = 50;
    private static final double CELL_HEIGHT = 18;
    private static final double GAP = 1.5;

    private CellGrid() {}

    /** How many cells stand in a row. */
    public static int columns() {
        return COLUMNS;
    }

    /**
     * Draws.
     *
     * @param shares one a cell, 0 for the palest and 1 for the strongest colour
     * @param rowLabels one for each row of {@link #columns} cells
     * @param axis what the cells are
     * @param scaleEnds words at the two ends of the scale of colours
     */
    public static Drawing draw(
            String title, String axis, double[] shares, List<String> rowLabels, List<String> scaleEnds) {
        int rows = (shares.length + COLUMNS - 1) / COLUMNS;
        double height = Frame.TOP + rows * CELL_HEIGHT + 4;
        SvgCanvas canvas = SvgCanvas.create(Frame.WIDE, height);
        Frame frame = new Frame(canvas, Frame.WIDE, height, 0, COLUMNS, new Ticks(1, 1));
        Path2D[] paths = new Path2D[Ramp.LEVELS];
        Arrays.setAll(paths, i -> new Path2D.Double());
        for (int cell = 0; cell < shares.length; cell++) {
            double left = frame.x(cell % COLUMNS);
            double top = Frame.TOP + cell / COLUMNS * CELL_HEIGHT;
            Path2D path = paths[Ramp.level(shares[cell])];
            path.moveTo(left, top);
            path.lineTo(frame.x(cell % COLUMNS + 1) - GAP, top);
            path.lineTo(frame.x(cell % COLUMNS + 1) - GAP, top + CELL_HEIGHT - GAP);
            path.lineTo(left, top + CELL_HEIGHT - GAP);
            path.closePath();
        }
        for (int level = 0; level < paths.length; level++) {
            canvas.setPaint(Ramp.paint(level));
            canvas.fill(paths[level]);
        }
        for (int row = 0; row < rows; row++) {
            frame.text(Frame.LEFT - 8, Frame.TOP + row * CELL_HEIGHT + 13, "end", "tick", rowLabels.get(row));
        }
        frame.text(0, 14, "start", "axis", axis);
        Ramp.draw(frame, scaleEnds);
        return new Drawing(canvas.toSvg(title), List.of(), null);
    }
}
