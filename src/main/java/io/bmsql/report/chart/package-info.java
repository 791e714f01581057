/**
 * Makes SVG of numbers: {@link io.bmsql.report.chart.Series}, a chart, {@link io.bmsql.report.chart.Drawing}. Colours
 * are CSS variables of {@link io.bmsql.report.chart.ChartTheme}, words come as text.
 *
 * Knows nothing of transactions or runs. Imports {@code common} only. Libraries: JFreeChart, Batik. Read {@link
 * io.bmsql.report.chart.TimeChart} first.
 */
@NullMarked
package io.bmsql.report.chart;

import org.jspecify.annotations.NullMarked;
