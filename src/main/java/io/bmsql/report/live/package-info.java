/**
 * What can be watched during a run: a page for people and figures for a monitoring system, read-only, on
 * loopback only. The sampling thread of {@code measure} brings one second after the other, which are added up here;
 * pages are made on the threads of those who ask, at most one a second.
 *
 * <p>May import {@code measure} and what is below it, {@code report} and {@code report.chart}. Libraries: the JDK's
 * HTTP server, the Prometheus client. Read {@link io.bmsql.report.live.LiveServer} first.
 */
@NullMarked
package io.bmsql.report.live;

import org.jspecify.annotations.NullMarked;
