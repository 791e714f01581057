package io.bmsql.report;

import io.bmsql.spec.TransactionType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Colours and dashes. The colours are Okabe and Ito's, which readers with any colour vision tell apart; each
 * transaction type has its own everywhere, and a dash pattern as well. In the dark the two blues are lightened.
 */
final class ReportTheme {
    private static final List<Ink> TYPES = List.of(
            new Ink("new-order", "#0072B2", "#3D9FDB"),
            new Ink("payment", "#D55E00", "#EE7A1F"),
            new Ink("order-status", "#009E73", "#2BBF94"),
            new Ink("stock-level", "#CC79A7", "#D98DB8"),
            new Ink("delivery", "#E69F00", "#E69F00"),
            new Ink("deferred", "#56B4E9", "#8CCBF0"));

    private static final List<Ink> OTHERS = List.of(
            new Ink("total", "#1a1a1a", "#f2f2f2"),
            new Ink("failed", "#D55E00", "#EE7A1F"),
            new Ink("retried", "#E69F00", "#E69F00"),
            new Ink("median", "#009E73", "#2BBF94"),
            new Ink("tail", "#D55E00", "#EE7A1F"));

    /** Dash patterns in the order of the types: on and off lengths; empty is a full line. */
    private static final List<float[]> DASHES = List.of(
            new float[0],
            new float[] {7, 3},
            new float[] {2, 2},
            new float[] {8, 3, 2, 3},
            new float[] {4, 3},
            new float[] {1.5f, 3});

    private ReportTheme() {}

    /** A colour for lines: its role is the name of the CSS variable, and with {@code -pale} behind it that of its area. */
    private record Ink(String role, String light, String dark) {}

    /** The colour's name for a transaction type. */
    static String role(TransactionType type) {
        return TYPES.get(type.ordinal()).role();
    }

    /** The colour of a role's lines. */
    static CssPaint paint(String role) {
        return new CssPaint(role);
    }

    /** The colour of a role's areas. */
    static CssPaint pale(String role) {
        return new CssPaint(role + "-pale");
    }

    /** The dash pattern of a role's lines; null for a full line. */
    static float @Nullable [] dash(String role) {
        for (int i = 0; i < TYPES.size(); i++) {
            float[] dash = DASHES.get(i);
            if (TYPES.get(i).role().equals(role) && dash.length > 0) {
                return dash.clone();
            }
        }
        return switch (role) {
            case "median" -> new float[] {2, 2};
            case "tail", "retried" -> new float[] {7, 3};
            default -> null;
        };
    }

    /** The CSS variables of the light page, without a selector around them. */
    static String lightVariables() {
        return variables(false);
    }

    /** The CSS variables of the dark page. */
    static String darkVariables() {
        return variables(true);
    }

    private static String variables(boolean dark) {
        StringBuilder css = new StringBuilder();
        for (Ink ink : TYPES) {
            append(css, ink, dark);
        }
        for (Ink ink : OTHERS) {
            append(css, ink, dark);
        }
        return css.toString();
    }

    private static void append(StringBuilder css, Ink ink, boolean dark) {
        String colour = dark ? ink.dark() : ink.light();
        css.append("--").append(ink.role()).append(':').append(colour).append(';');
        css.append("--").append(ink.role()).append("-pale:").append(colour).append("33;");
    }
}
