/**
 * Results that others may believe: a result is counted again from its files, ranked among those that are comparable with it, and put on a
 * site of pages; those of one kind have a {@link io.bmsql.site.History}. The report of a single run is made by {@code report}.
 *
 * <p>May import {@code report}, {@code analysis}, {@code result}, {@code config} and {@code common}. Libraries: Jackson, HdrHistogram, Commons IO. Read
 * {@link io.bmsql.site.Site} (what is published) and {@link io.bmsql.site.Recount} (what is believed) first.
 */
@NullMarked
package io.bmsql.site;

import org.jspecify.annotations.NullMarked;
