package io.bmsql.report.live;

import java.util.function.BooleanSupplier;

public record LiveAgent(String name, BooleanSupplier isLost, LiveSource source) {}
