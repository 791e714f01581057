package io.bmsql.collector.database;

import io.bmsql.dialect.SqlStatement;

/**
 * One query of {@code metrics.sql}.
 *
 * @param chart title of the chart of its series
 * @param optional true when its failure is not worth a note
 */
record MetricQuery(String chart, MetricKind kind, String unit, boolean optional, SqlStatement sql) {}
