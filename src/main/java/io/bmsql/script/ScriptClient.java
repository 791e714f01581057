package io.bmsql.script;

import io.bmsql.tpcc.RandomStream;
import java.util.Map;

/** One emulated user of scripts: his variables and his random numbers. Threads: one at a time. */
public final class ScriptClient {
    /** Tells the streams of a seed apart; the five transactions have others. */
    private static final long PLACE = 0x736372697074L;

    final Values variables;
    /** Results in between, of the expression that is worked out just now. */
    final Values registers;
    /** Results that never change, as soon as they are known. */
    final Values kept;

    final RandomStream random;
    private final Values markedVariables;
    private long markedPosition;
    private int markedStep;

    /**
     * With the values of all names that the variables were told of: {@code scale}, {@code default_seed} and those of
     * {@code -D}. Clients with the same seed draw different numbers, the same in every run.
     */
    public ScriptClient(ScriptVariables names, long seed, long clientId, Map<String, String> given) {
        variables = new Values(names.countForClient());
        markedVariables = new Values(names.countForClient());
        registers = new Values(names.registers);
        kept = new Values(names.keptCount);
        random = new RandomStream(seed).seek(seed, PLACE, clientId, 0, 0);
        variables.set(names.slot("client_id"), clientId);
        variables.set(names.slot("random_seed"), seed);
        given.forEach((name, value) -> variables.setRead(names.slot(name), value));
        mark(0);
    }

    /** Variables and random numbers as they are now are those that {@link #reset} brings back. */
    void mark(int step) {
        markedVariables.copyFrom(variables);
        markedPosition = random.position();
        markedStep = step;
    }

    /** As at the last mark; gives the step to go on from. */
    int reset() {
        variables.copyFrom(markedVariables);
        random.resume(markedPosition);
        return markedStep;
    }
}
