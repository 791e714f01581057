package io.bmsql.dialect;

/**
 * A value that the call of a stored procedure gives.
 *
 * @param name as a dialect's text writes it, without the colon
 * @param sqlType of {@link java.sql.Types}
 */
public record OutputParameter(String name, int sqlType) {}
