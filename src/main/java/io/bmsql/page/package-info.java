/**
 * What the pages of the program have in common, the report as well as the live page: every word in each language, the
 * templates that are filled with words and numbers, and the script inside finished pages, {@code page/page.js}, which a page
 * allows by its hash: crosshair, stretch, legends, tables. Without the script a page reads the same.
 *
 * <p>Imports {@code spec} (the names of transaction types) and {@code chart} (numbers as text); Pebble lives behind this
 * door. Read {@link io.bmsql.page.Templates} first.
 */
@NullMarked
package io.bmsql.page;

import org.jspecify.annotations.NullMarked;
