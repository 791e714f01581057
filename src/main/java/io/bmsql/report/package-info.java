/**
 * Pages: the report of a run, the comparison of runs and the list of results, as self-contained HTML and as
 * Markdown. All but the report are a {@link io.bmsql.report.Page} of sections; its tables are those of the report too.
 *
 * <p>A report is made from a result directory alone, so that an old run can be drawn again on any machine;
 * only {@code report.live} sees a run that is under way.
 *
 * <p>Builders take what {@link io.bmsql.result.RunReader} found and work out every number of {@link
 * io.bmsql.report.ReportModel}; {@link io.bmsql.report.ReportCharts} draws; templates in {@code report/} lay out the
 * page. Every word is in {@code page/words_en.properties} and its translations, none in Java.
 *
 * <p>May import {@code measure} (the live page), {@code analysis}, {@code result}, {@code dialect}, {@code config},
 * {@code tpcc} and {@code common}. Libraries: Pebble, Jackson, HdrHistogram, Commons Codec, Commons IO. Read
 * {@link io.bmsql.report.ReportWriter} first.
 */
@NullMarked
package io.bmsql.report;

import org.jspecify.annotations.NullMarked;
