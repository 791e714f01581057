/**
 * Looks before a long run whether host, server and settings are fit for it: one finding for each thing, what is wrong with it
 * and what to do. Changes nothing, except where the user allows a table of the doctor's own.
 *
 * <p>May import {@code time}, {@code chart}, {@code spec}, {@code config}, {@code dialect}, {@code db}, {@code result}, {@code collector}, {@code
 * run} and {@code drivers}. Read {@link io.bmsql.doctor.Doctor}
 * first, then {@link io.bmsql.doctor.HostChecks} and {@link io.bmsql.doctor.ServerChecks}.
 */
@NullMarked
package io.bmsql.doctor;

import org.jspecify.annotations.NullMarked;
