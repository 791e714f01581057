/**
 * Numbers to SVG, in one chain: {@link io.bmsql.chart.Series} → chart ({@link io.bmsql.chart.TimeChart}, a heat map, a
 * curve, a distribution, a grid of cells, {@link io.bmsql.chart.PointChart} for what was varied) →
 * {@link io.bmsql.chart.Drawing}. A drawing is text for an HTML page, without fonts or colours of its own: colours are names
 * of CSS variables, which {@link io.bmsql.chart.ChartTheme} defines for light and dark. The values of a chart come with it as
 * JSON for the script of a page.
 *
 * <p>Imports no other room; JFreeChart and Batik live behind this door. It knows nothing of transactions or runs: labels,
 * axis titles and units arrive as text, in whatever language. Read {@link io.bmsql.chart.TimeChart} first.
 */
@NullMarked
package io.bmsql.chart;

import org.jspecify.annotations.NullMarked;
