/**
 * Several driver hosts as one: agents that wait, and a coordinator that gives each a share of a run, lets all begin at one
 * instant, copies what their result files gain and goes on when one is lost. Each driver does an ordinary run of its share.
 *
 * <p>May import {@code run}, {@code merge}, {@code live} and what is below them. JGroups lives behind this door: who is there,
 * who was lost, encryption and ordered delivery are its work. Read {@link io.bmsql.drivers.GroupChannel} first.
 */
@NullMarked
package io.bmsql.drivers;

import org.jspecify.annotations.NullMarked;
