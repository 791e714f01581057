package io.bmsql.load;

import io.bmsql.spec.NURand;

/**
 * What a finished load did.
 *
 * @param rows written, the config table included
 * @param rowsBefore rows that an interrupted load had left, about; 0 for a load from the start
 * @param bytes of those rows as text
 * @param elapsedNanos from the first row to the last commit
 * @param way how rows were written, such as "COPY"
 * @param constants the C of NURand that the rows were made with
 */
public record LoadSummary(long rows, long rowsBefore, long bytes, long elapsedNanos, String way, NURand constants) {}
