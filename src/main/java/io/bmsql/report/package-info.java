/**
 * Makes pages as self-contained HTML and as Markdown, of result directories alone. {@link
 * io.bmsql.report.ReportModelBuilder} works out every number of {@link io.bmsql.report.ReportModel}, {@link
 * io.bmsql.report.ReportCharts} draws, templates lay out. Words are in {@code page/words_en.properties} and its
 * translations.
 *
 * May import {@code measure} (the live page), {@code analysis}, {@code result}, {@code dialect}, {@code config},
 * {@code tpcc} and {@code common}. Libraries: Pebble, Jackson, HdrHistogram, Commons Codec, Commons IO. Read {@link
 * io.bmsql.report.ReportWriter} first.
 */
@NullMarked
package io.bmsql.report;

import org.jspecify.annotations.NullMarked;
