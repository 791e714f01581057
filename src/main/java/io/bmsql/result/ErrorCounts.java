package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A row of {@code data/errors.csv}: attempts that failed in a second, by class of error; seconds and classes without any
 * have no row. Retried attempts count, and so do ramp-up and drain.
 *
 * @param second from the start of the measurement window; negative during ramp-up
 * @param errorClass name of an {@link io.bmsql.spec.ErrorClass}, or of one that a newer program knows
 */
public record ErrorCounts(int second, @JsonProperty("class") String errorClass, long attempts) {
    public static final CsvTable<ErrorCounts> CSV = new CsvTable<>(ErrorCounts.class);
}
