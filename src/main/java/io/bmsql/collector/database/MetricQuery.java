package io.bmsql.collector.database;

import io.bmsql.dialect.SqlStatement;

/**
 * One query of {@code metrics.sql}.
 *
 * @param chart title of the chart that its series stand in
 * @param optional when nobody needs to hear that it does not work
 */
record MetricQuery(String chart, MetricKind kind, String unit, boolean optional, SqlStatement sql) {}
