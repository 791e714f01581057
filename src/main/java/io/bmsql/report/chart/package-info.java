/**
 * Numbers to SVG: {@link io.bmsql.report.chart.Series} → a chart ({@link io.bmsql.report.chart.TimeChart}, heat map,
 * curve, distribution, {@link io.bmsql.report.chart.PointChart}) → {@link io.bmsql.report.chart.Drawing}. A drawing
 * is text for an HTML page, without fonts or colours: colours are names of CSS variables, which {@link
 * io.bmsql.report.chart.ChartTheme} defines for light and dark. The values of a chart come with it as JSON for the
 * script of a page.
 *
 * <p>Knows nothing of transactions or runs: labels, axis titles and units arrive as text, in whatever language.
 * Imports {@code common}, and {@code SampleTable} of {@code result}. Libraries: JFreeChart, Batik. Read {@link
 * io.bmsql.report.chart.TimeChart} first.
 */
@NullMarked
package io.bmsql.report.chart;

import org.jspecify.annotations.NullMarked;
