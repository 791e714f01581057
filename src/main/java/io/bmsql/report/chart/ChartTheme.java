package io.bmsql.report.chart;

import java.util.List;

/**
 * Colours and dashes by the name of their role. The colours are Okabe and Ito's, which readers with any colour vision can tell
 * apart; each role of a family has its own dash pattern as well. In the dark the blues are lightened.
 */
public final class ChartTheme {
    private static final List<Ink> INKS = List.of(
            new Ink("new-order", "#0072B2", "#3D9FDB", ""),
            new Ink("payment", "#D55E00", "#EE7A1F", "7 3"),
            new Ink("order-status", "#009E73", "#2BBF94", "2 2"),
            new Ink("stock-level", "#CC79A7", "#D98DB8", "8 3 2 3"),
            new Ink("delivery", "#E69F00", "#E69F00", "4 3"),
            new Ink("deferred", "#56B4E9", "#8CCBF0", "1.5 3"),
            new Ink("total", "#1a1a1a", "#f2f2f2", ""),
            new Ink("failed", "#D55E00", "#EE7A1F", ""),
            new Ink("retried", "#E69F00", "#E69F00", "7 3"),
            new Ink("unknown", "#CC79A7", "#D98DB8", "2 2"),
            new Ink("median", "#009E73", "#2BBF94", "2 2"),
            new Ink("tail", "#D55E00", "#EE7A1F", "7 3"),
            new Ink("outage", "#D55E00", "#EE7A1F", ""),
            new Ink("stall", "#E69F00", "#E69F00", ""),
            new Ink("step", "#6B7A8F", "#8FA3BF", ""),
            new Ink("series-a", "#0072B2", "#3D9FDB", ""),
            new Ink("series-b", "#D55E00", "#EE7A1F", "7 3"),
            new Ink("series-c", "#009E73", "#2BBF94", "2 2"),
            new Ink("series-d", "#E69F00", "#E69F00", "8 3 2 3"),
            new Ink("series-e", "#56B4E9", "#8CCBF0", "4 3"),
            new Ink("series-f", "#CC79A7", "#D98DB8", "1.5 3"),
            new Ink("series-g", "#B8A800", "#F0E442", "10 3"),
            new Ink("series-h", "#767676", "#A0A0A0", "3 3 1 3"));

    private static final List<String> SERIES = INKS.stream()
            .map(Ink::role)
            .filter(role -> role.startsWith("series-"))
            .toList();

    /** One hue from pale to strong: order shows as lightness, which every reader sees. */
    private static final List<String> HEAT_LIGHT =
            List.of("#E3EEF6", "#C3DCEC", "#9CC6E0", "#70ACD1", "#4490C0", "#1A73A8", "#075585", "#033556");

    private static final List<String> HEAT_DARK =
            List.of("#16293A", "#1B3B56", "#1F5075", "#266A99", "#3485BC", "#56A3D6", "#8AC4EB", "#CDE8FA");

    static final int HEAT_LEVELS = HEAT_LIGHT.size();

    static final float[] FULL_LINE = {};

    private ChartTheme() {}

    /** A colour for lines: its role is the name of the CSS variable, with {@code -pale} or {@code -area} that of its areas. */
    private record Ink(String role, String light, String dark, String dash) {}

    /** A role for the n-th of several series without their own meaning; after eight they begin again. */
    public static String series(int index) {
        return SERIES.get(index % SERIES.size());
    }

    public static int distinctSeries() {
        return SERIES.size();
    }

    /** The dash pattern of a role's lines as SVG writes it; empty for a full line. */
    public static String dashText(String role) {
        return INKS.stream()
                .filter(ink -> ink.role().equals(role))
                .map(Ink::dash)
                .findFirst()
                .orElse("");
    }

    static float[] dash(String role) {
        String text = dashText(role);
        String[] lengths = text.isEmpty() ? new String[0] : text.split(" ");
        float[] dash = new float[lengths.length];
        for (int i = 0; i < dash.length; i++) {
            dash[i] = Float.parseFloat(lengths[i]);
        }
        return dash;
    }

    /** The CSS variables of a page, without a selector around them. */
    public static String variables(boolean dark) {
        StringBuilder css = new StringBuilder();
        INKS.forEach(ink -> css.append("--%1$s:%2$s;--%1$s-pale:%2$s33;--%1$s-area:%2$s99;"
                .formatted(ink.role(), dark ? ink.dark() : ink.light())));
        List<String> heat = dark ? HEAT_DARK : HEAT_LIGHT;
        for (int level = 0; level < heat.size(); level++) {
            css.append("--%s:%s;".formatted(CssPaint.heat(level).variable(), heat.get(level)));
        }
        return css.toString();
    }
}
