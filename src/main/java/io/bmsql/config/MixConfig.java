package io.bmsql.config;

/** Shares in percent; New-Order gets what the others leave (5.0's rule). A deck has 23 cards (clause 5.2.4.2). */
public record MixConfig(
        double newOrder, double payment, double orderStatus, double delivery, double stockLevel, boolean deck) {}
