/**
 * The five transactions as stored procedures ({@code useStoredProcedures=true}): each is one call, by a named statement of
 * the dialect. The procedures themselves are in {@code storedProcedureCreates.sql}.
 *
 * <p>Read {@link io.bmsql.workload.procedure.ProcedureForm} first.
 */
@NullMarked
package io.bmsql.workload.procedure;

import org.jspecify.annotations.NullMarked;
