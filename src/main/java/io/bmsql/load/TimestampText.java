package io.bmsql.load;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Moments in the form of {@code java.sql.Timestamp.toString()}, which BenchmarkSQL writes: at least one digit after the
 * point, no trailing zeros. A load shows one moment a million times, so the last text is kept. One thread.
 */
final class TimestampText {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private final ZoneId zone;
    private long epochMillis;
    private byte[] text;

    TimestampText(ZoneId zone) {
        this.zone = zone;
        this.text = format(0);
    }

    /** The text; the array must not be changed. */
    byte[] of(long moment) {
        if (moment != epochMillis) {
            epochMillis = moment;
            text = format(moment);
        }
        return text;
    }

    private byte[] format(long moment) {
        ZonedDateTime local = Instant.ofEpochMilli(moment).atZone(zone);
        String fraction = String.format(Locale.ROOT, "%03d", local.getNano() / 1_000_000);
        while (fraction.length() > 1 && fraction.endsWith("0")) {
            fraction = fraction.substring(0, fraction.length() - 1);
        }
        return (SECONDS.format(local) + '.' + fraction).getBytes(StandardCharsets.US_ASCII);
    }
}
