/**
 * Many runs for one answer: in which order they are made, when there are enough of them, and what they say together.
 * A single run is {@code run}, the comparison of figures {@code analysis}.
 *
 * <p>May import {@code run}, {@code benchmark}, {@code report}, {@code collector}, {@code schema},
 * {@code analysis}, {@code result}, {@code db}, {@code dialect}, {@code config}, {@code tpcc} and {@code common}.
 * Library: Jackson. Read
 * {@link io.bmsql.study.StudyRunner} (how runs are made) and {@link io.bmsql.study.page.StudyPage} (what they say) first.
 */
@NullMarked
package io.bmsql.study;

import org.jspecify.annotations.NullMarked;
