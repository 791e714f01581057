/**
 * One result directory out of those of all drivers of a run: counts summed by second on a common time line, histograms merged,
 * nothing averaged that is no mean.
 *
 * <p>May import {@code spec} and {@code result}. Read {@link io.bmsql.merge.Merge} first.
 */
@NullMarked
package io.bmsql.merge;

import org.jspecify.annotations.NullMarked;
