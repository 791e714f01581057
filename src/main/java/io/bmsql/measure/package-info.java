/**
 * What a run counts: latency histograms, per-second series, errors, and the summary made of them. Never sees JDBC.
 *
 * <p>May import {@code time}, {@code spec}, {@code secret} and {@code result}. Read {@link io.bmsql.measure.Measurement} first.
 */
@NullMarked
package io.bmsql.measure;

import org.jspecify.annotations.NullMarked;
