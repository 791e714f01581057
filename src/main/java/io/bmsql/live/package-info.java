/**
 * What others see of a run while it runs: a page for people and figures for a monitoring system, read-only, on loopback only.
 *
 * <p>The sampling thread of {@code measure} brings one {@code LiveSecond} after the other, which are added up here; pages and
 * figures are made on the threads of those who ask, at most one page a second, and nothing is made without a request. Imports
 * {@code time}, {@code spec}, {@code result} (the outages), {@code measure}, {@code chart} and {@code page}; the JDK's HTTP server and
 * the Prometheus client live behind this door. Read {@link io.bmsql.live.LiveServer} first.
 */
@NullMarked
package io.bmsql.live;

import org.jspecify.annotations.NullMarked;
