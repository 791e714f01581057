/**
 * The result directory: the contract on disk between a run and everything that reads it later. Names, headers and JSON
 * shapes live here and nowhere else. {@link io.bmsql.result.RunReader} reads a whole directory into {@link
 * io.bmsql.result.RunData}.
 *
 * <p>May import {@code spec}, {@code secret} and {@code statistics}. Read {@link io.bmsql.result.ResultDirectory} first.
 */
@NullMarked
package io.bmsql.result;

import org.jspecify.annotations.NullMarked;
