/**
 * Result directories that BenchmarkSQL 5.0 to 6.0 wrote, read into the same {@link io.bmsql.result.RunData} as our own. All
 * that is known about their files and versions is here (contract 6).
 *
 * <p>May import {@code spec} and {@code result}. Read {@link io.bmsql.benchmarksql.BenchmarkSqlReader} first.
 */
@NullMarked
package io.bmsql.benchmarksql;

import org.jspecify.annotations.NullMarked;
