package io.bmsql.config;

/**
 * One setting as the program uses it.
 *
 * @param value secrets hidden; empty when the setting is not set
 * @param origin {@code file:line}, {@code -D}, {@code default}, {@code drawn}, or a few words such as
 *     {@code the rest of 100}
 */
public record EffectiveSetting(String key, String value, String origin) {}
