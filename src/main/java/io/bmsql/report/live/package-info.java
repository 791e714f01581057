/**
 * Shows a run under way, read-only, on loopback: a page for people, figures for a monitoring system. Pages are made
 * on the threads of those who ask, one a second at most.
 *
 * May import {@code measure} and what is below it, {@code report} and {@code report.chart}. Libraries: the JDK's HTTP
 * server, the Prometheus client. Read {@link io.bmsql.report.live.LiveServer} first.
 */
@NullMarked
package io.bmsql.report.live;

import org.jspecify.annotations.NullMarked;
