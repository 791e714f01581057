package io.bmsql.config;

/** A setting in use, secrets hidden; the origin is {@code file:line}, {@code -D}, {@code default} or a few words. */
public record EffectiveSetting(String key, String value, String origin) {}
