package io.bmsql.result;

import java.nio.file.Path;
import java.util.List;

/** The ACID tests of clauses 3.2 to 3.5: {@code data/acid.json}. */
public record AcidResult(List<Trial> trials) {
    /** One test of a clause such as 3.4.2.1; the level of isolation is empty where it does not matter. */
    public record Trial(String clause, String what, String level, boolean passed, String detail) {
        public Trial withDetail(String other) {
            return new Trial(clause, what, level, passed, other);
        }
    }

    public boolean passed() {
        return trials.stream().allMatch(Trial::passed);
    }

    public void write(Path path) {
        FileReplacer.replace(path, SummaryJson.bytes(trials), "", "");
    }

    public static AcidResult read(Path path) {
        return new AcidResult(List.of(SummaryJson.read(path, Trial[].class)));
    }
}
