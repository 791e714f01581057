/**
 * The report of a run: one self-contained HTML file, Markdown to paste and {@code tx_summary.csv}, made from a result
 * directory alone, so that an old run can be drawn again on any machine. It never meets a live run.
 *
 * <p>May import {@code spec}, {@code secret}, {@code result} and {@code chart}; Pebble lives behind this door. Numbers are worked
 * out in {@link io.bmsql.report.ReportModel} and its makers, drawing is the room {@code chart}, words and layout
 * are the template. Read {@link io.bmsql.report.ReportWriter} first.
 */
@NullMarked
package io.bmsql.report;

import org.jspecify.annotations.NullMarked;
