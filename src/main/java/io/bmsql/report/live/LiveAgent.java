package io.bmsql.report.live;

import java.util.function.BooleanSupplier;

/** One agent of a run of several, by the name that sentences give it; for any thread. */
public record LiveAgent(String name, BooleanSupplier isLost, LiveSource source) {}
