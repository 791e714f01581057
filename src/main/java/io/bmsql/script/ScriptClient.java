package io.bmsql.script;

import io.bmsql.tpcc.RandomStream;
import java.util.Map;

/** Is one emulated user of scripts: his variables and random numbers. One thread at a time. */
public final class ScriptClient {
    /** Of the streams of a seed; the five transactions have others. */
    private static final long PLACE = 0x736372697074L;

    final Values variables;
    final Values registers;
    final Values kept;

    final RandomStream random;
    private final Values markedVariables;
    private long markedPosition;
    private int markedStep;

    /**
     * Takes values of all names: {@code scale}, {@code default_seed} and those of {@code -D}. Clients with the same
     * seed draw different numbers, the same in every run.
     */
    public ScriptClient(ScriptVariables names, long seed, long clientId, Map<String, String> given) {
        variables = new Values(names.countForClient());
        markedVariables = new Values(names.countForClient());
        registers = new Values(names.registers());
        kept = new Values(names.keptCount());
        random = new RandomStream(seed).seek(seed, PLACE, clientId, 0, 0);
        variables.set(names.slot("client_id"), clientId);
        variables.set(names.slot("random_seed"), seed);
        given.forEach((name, value) -> variables.setRead(names.slot(name), value));
        mark(0);
    }

    void mark(int step) {
        markedVariables.copyFrom(variables);
        markedPosition = random.position();
        markedStep = step;
    }

    int reset() {
        variables.copyFrom(markedVariables);
        random.resume(markedPosition);
        return markedStep;
    }
}
