/**
 * The schema as a whole: built step by step around the load, checked, and taken away again.
 *
 * <p>May import {@code time}, {@code spec}, {@code dialect}, {@code db} and {@code result} (for its check
 * results). Read {@link io.bmsql.schema.BuildStep} (what happens in which order) and {@link io.bmsql.schema.SchemaBuilder}
 * first.
 */
@NullMarked
package io.bmsql.schema;

import org.jspecify.annotations.NullMarked;
