package io.bmsql.conformance;

/**
 * One thing that was tested.
 *
 * @param name what, such as {@code New-Order, procedures}
 * @param detail why it failed or is not available, or what was seen; one line, may be empty
 */
public record Point(String name, Verdict verdict, String detail) {
    public Point {
        // Messages of servers come in several lines.
        detail = detail.strip().replaceAll("\\s+", " ");
    }

    static Point passed(String name, String detail) {
        return new Point(name, Verdict.PASSED, detail);
    }

    static Point failed(String name, String why) {
        return new Point(name, Verdict.FAILED, why);
    }

    static Point notAvailable(String name, String why) {
        return new Point(name, Verdict.NOT_AVAILABLE, why);
    }
}
