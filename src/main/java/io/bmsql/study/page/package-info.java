/**
 * The pages of a study: what its runs say together, from their files alone, so that a study can be drawn again on any machine. Which runs
 * are made, and when there are enough of them, is decided in {@code study}.
 *
 * <p>Read {@link io.bmsql.study.page.StudyFigures} (the figures by point) and {@link io.bmsql.study.page.StudyPage} (their page) first.
 */
@NullMarked
package io.bmsql.study.page;

import org.jspecify.annotations.NullMarked;
