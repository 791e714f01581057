/**
 * Many load generators for one run: agents that wait, and a coordinator that gives each a share of the run, lets all
 * begin at one moment, follows their figures and fetches what they keep. Each agent does an ordinary run of its
 * share.
 *
 * <p>May import {@code run}, {@code benchmark}, {@code report} (the live page), {@code analysis}, {@code measure}, {@code result},
 * {@code db}, {@code dialect}, {@code config}, {@code tpcc} and {@code common}. Libraries: JGroups (membership,
 * encryption, ordered delivery), Jackson, Commons Codec, Commons Compress, Commons IO. Read
 * {@link io.bmsql.agents.GroupChannel} first.
 */
@NullMarked
package io.bmsql.agents;

import org.jspecify.annotations.NullMarked;
