/**
 * The report of a run: one self-contained HTML file, Markdown to paste and {@code tx_summary.csv}, made from a result
 * directory alone, so that an old run can be drawn again on any machine. It never meets a live run.
 *
 * <p>May import {@code spec}, {@code secret}, {@code result}, {@code chart} and {@code page}. Two steps: makers take what
 * {@link io.bmsql.result.RunReader} found in the directory and work out every number of {@link io.bmsql.report.ReportModel},
 * of what collectors left by way of {@link io.bmsql.report.Monitoring}; {@link io.bmsql.report.ReportCharts} hands series to
 * the room {@code chart}, and the templates lay out the page. Every word is in {@code page/words_en.properties} and its
 * translations, none in Java. Read {@link io.bmsql.report.ReportWriter} first.
 */
@NullMarked
package io.bmsql.report;

import org.jspecify.annotations.NullMarked;
