package io.bmsql.load;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;

/**
 * How rows look as text.
 *
 * @param separator between two columns, ASCII
 * @param nullText text for NULL
 * @param zone in which moments are shown
 */
public record TextFormat(char separator, String nullText, ZoneId zone) {
    /** PostgreSQL's COPY text form. Generated text holds letters and digits only, so nothing needs a backslash. */
    public static TextFormat copy(ZoneId zone) {
        return new TextFormat('\t', "\\N", zone);
    }

    /** BenchmarkSQL's CSV form: commas, no header, no quotes (contract 3.6). */
    public static TextFormat csv(String nullText, ZoneId zone) {
        return new TextFormat(',', nullText, zone);
    }

    byte[] nullBytes() {
        return nullText.getBytes(StandardCharsets.UTF_8);
    }
}
