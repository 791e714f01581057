package io.bmsql.db;

/**
 * What driver and server say about themselves.
 *
 * @param isolation in force on new connections, such as READ_COMMITTED
 */
public record DatabaseFacts(
        String product, String productVersion, String driver, String driverVersion, String isolation) {}
