package io.bmsql.terminal;

import io.bmsql.config.MixConfig;
import io.bmsql.random.RandomStream;
import io.bmsql.spec.TransactionType;

/** Chooses the next transaction of a terminal. */
interface TypeSource {
    /** One of the five foreground types; what is drawn depends on the stream and on what this object gave before. */
    TransactionType next(RandomStream random);

    /** The source for one terminal: a deck of its own when the mix says so, else the weights. */
    static TypeSource of(MixConfig mix) {
        return mix.deck() ? new Deck() : new WeightedTypes(mix);
    }
}
