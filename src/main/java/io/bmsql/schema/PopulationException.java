package io.bmsql.schema;

import java.util.List;

/** The loaded data are not the initial population. */
public final class PopulationException extends Exception {
    private final List<PopulationFact> failed;

    PopulationException(List<PopulationFact> failed) {
        super("the loaded data are not the initial population of clause 4.3.3.1: "
                + String.join(
                        "; ",
                        failed.stream()
                                .map(fact -> fact.name() + " is " + fact.actual() + ", expected " + fact.expected())
                                .toList()));
        this.failed = List.copyOf(failed);
    }

    public List<PopulationFact> failed() {
        return failed;
    }
}
