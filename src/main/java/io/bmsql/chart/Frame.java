package io.bmsql.chart;

/**
 * The plot's place on the canvas and its scales, for the words around it.
 *
 * @param from left end of the x axis
 * @param to right end of the x axis
 * @param ticks of the y axis, from zero
 */
record Frame(SvgCanvas canvas, double width, double height, double from, double to, Ticks ticks) {
    /** Width of the page's column in the units of a drawing; charts of time take all of it. */
    static final double WIDE = 1000;

    /** Width of a drawing for a small screen. */
    static final double NARROW = 480;

    private static final double WIDTH_OF_A_TIME = 75;

    static final double LEFT = 72;
    static final double RIGHT = 26;
    static final double TOP = 30;
    static final double BOTTOM = 46;
    static final double LINE_GAP = 17;

    double x(double value) {
        return LEFT + (value - from) / (to - from) * (width - LEFT - RIGHT);
    }

    double y(double value) {
        return height - BOTTOM - value / ticks.upper() * (height - BOTTOM - TOP);
    }

    double plotHeight() {
        return height - BOTTOM - TOP;
    }

    void text(double x, double y, String anchor, String style, String text) {
        canvas.text(x, y, anchor, style, text);
    }

    void labelY(String title) {
        for (double value : ticks.values()) {
            text(LEFT - 8, y(value) + 4.5, "end", "tick", ticks.text(value));
        }
        text(0, 14, "start", "axis", title);
    }

    void labelX(Ticks along, String title) {
        for (double value : Ticks.between(from, to, along.step())) {
            text(x(value), height - BOTTOM + 20, "middle", "tick", along.text(value));
        }
        titleX(title);
    }

    void titleX(String title) {
        text((LEFT + width - RIGHT) / 2, height - 6, "middle", "axis", title);
    }

    /** Distance of the marks of a time axis, so that their texts do not touch. */
    double timeStep() {
        return Ticks.timeStep(to - from, (int) ((width - LEFT - RIGHT) / WIDTH_OF_A_TIME));
    }

    void labelTime(String title) {
        for (double value : Ticks.between(from, to, timeStep())) {
            text(x(value), height - BOTTOM + 20, "middle", "tick", NumberText.clock(value));
        }
        titleX(title);
    }
}
