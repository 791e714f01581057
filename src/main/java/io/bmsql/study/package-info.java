/**
 * Many runs for one answer: in which order they are made, when there are enough of them, and what they say together. A single
 * run is the room {@code run}'s, the figures of several are {@code compare}'s.
 *
 * <pre>
 * SweepPlan ─► StudyFile ─► StudyJournal ◄─ RunMaker ◄─ Sweep ◄─ planned runs, or PeakStudy with PeakSearch
 * </pre>
 *
 * <p>May import {@code time}, {@code random}, {@code spec}, {@code secret}, {@code statistics}, {@code config}, {@code db}, {@code
 * dialect}, {@code result}, {@code chart}, {@code page}, {@code compare} and {@code run}. Read {@link io.bmsql.study.Sweep} (how
 * runs are made) and {@link io.bmsql.study.StudyPage} (what they say) first.
 */
@NullMarked
package io.bmsql.study;

import org.jspecify.annotations.NullMarked;
