package io.bmsql.config;

/**
 * One setting as the program uses it, secrets hidden; empty when it is not set.
 *
 * @param origin {@code file:line}, {@code -D}, {@code default}, {@code drawn}, or words such as {@code the rest of 100}
 */
public record EffectiveSetting(String key, String value, String origin) {}
