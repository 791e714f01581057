/**
 * Many runs for one answer: in which order they are made, when there are enough of them, and what they say together. A single
 * run is the room {@code run}'s, the figures of several are {@code compare}'s.
 *
 * <p>May import {@code time}, {@code spec}, {@code statistics}, {@code config}, {@code db}, {@code dialect}, {@code result},
 * {@code chart}, {@code page}, {@code compare} and {@code run}. Read {@link io.bmsql.study.PairStudy} (how runs are made) and
 * {@link io.bmsql.study.StudyPage} (what they say) first.
 */
@NullMarked
package io.bmsql.study;

import org.jspecify.annotations.NullMarked;
