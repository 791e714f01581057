/**
 * The contract on disk between a run and everything that reads it later, ours and BenchmarkSQL's: names, columns and
 * JSON shapes, writing and reading. No judgement. {@link io.bmsql.result.RunReader} reads a directory of ours,
 * {@link io.bmsql.result.BenchmarkSqlReader} one of BenchmarkSQL 5.0 to 6.0, both into {@link
 * io.bmsql.result.RunData}.
 *
 * <p>May import {@code config}, {@code tpcc} and {@code common}. Libraries: Jackson, FastCSV, HdrHistogram, Commons
 * Codec, Commons IO. Read {@link io.bmsql.result.ResultDirectory} first.
 */
@NullMarked
package io.bmsql.result;

import org.jspecify.annotations.NullMarked;
