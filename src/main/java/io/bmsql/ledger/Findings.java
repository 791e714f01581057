package io.bmsql.ledger;

import io.bmsql.result.LedgerResult.Check;
import io.bmsql.result.LedgerResult.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What a verification has found so far: counts, and the first keys of each kind. */
final class Findings {
    /** More would not fit a screen; the total tells the rest. */
    static final int MAX_SAMPLES = 20;

    private final Map<LedgerRule, Found> found = new EnumMap<>(LedgerRule.class);
    private long unknownHappened;

    private static final class Found {
        private long checked;
        private long violations;
        private long open;
        private final List<String> samples = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
    }

    private Found of(LedgerRule rule) {
        return found.computeIfAbsent(rule, name -> new Found());
    }

    /** So many more entries or rows were looked at. */
    void checked(LedgerRule rule, long count) {
        of(rule).checked += count;
    }

    /** The rule is broken; the text names the key. */
    void violated(LedgerRule rule, Supplier<String> text) {
        Found at = of(rule);
        at.violations++;
        if (at.samples.size() < MAX_SAMPLES) {
            at.samples.add(text.get());
        }
    }

    /** There is more than the ledger knows, and nobody can tell where from. */
    void open(LedgerRule rule, long count) {
        of(rule).open += count;
    }

    /** What became of a transaction of unknown outcome. */
    void resolved(boolean happened, Supplier<String> text) {
        unknownHappened += happened ? 1 : 0;
        List<String> notes = of(LedgerRule.UNKNOWN).notes;
        if (notes.size() < MAX_SAMPLES) {
            notes.add(text.get() + (happened ? ": happened" : ": did not happen"));
        }
    }

    long unknownHappened() {
        return unknownHappened;
    }

    /** The rule with its verdict. */
    Check check(LedgerRule rule) {
        Found at = of(rule);
        Verdict verdict = at.violations > 0 ? Verdict.FAILED : at.open > 0 ? Verdict.OPEN : Verdict.OK;
        long count = verdict == Verdict.OPEN ? at.open : at.violations;
        List<String> samples = new ArrayList<>(at.samples);
        samples.addAll(at.notes);
        return new Check(rule.title(), rule.description(), verdict, at.checked, count, List.copyOf(samples));
    }
}
