package io.bmsql.config;

/**
 * Shares of the transactions in percent; New-Order gets what the other four leave (BenchmarkSQL 5.0's rule).
 *
 * @param deck true to deal from shuffled decks of 23 cards (clause 5.2.4.2) instead of drawing by weight
 */
public record MixConfig(
        double newOrder, double payment, double orderStatus, double delivery, double stockLevel, boolean deck) {}
