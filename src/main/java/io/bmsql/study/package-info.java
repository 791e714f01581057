/**
 * Makes many runs for one answer: in which order, until there are enough of them, and what they say together.
 *
 * May import {@code run}, {@code report}, {@code data}, {@code analysis}, {@code result}, {@code db}, {@code
 * dialect}, {@code config}, {@code tpcc} and {@code common}. Library: Jackson. Read {@link
 * io.bmsql.study.StudyRunner} (how runs are made) and {@link io.bmsql.study.StudyPage} (what they say) first.
 */
@NullMarked
package io.bmsql.study;

import org.jspecify.annotations.NullMarked;
