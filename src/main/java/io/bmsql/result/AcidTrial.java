package io.bmsql.result;

import java.nio.file.Path;
import java.util.List;

/** Holds an ACID test of clauses 3.2 to 3.5; the level of isolation is empty where it does not matter. */
public record AcidTrial(String clause, String what, String level, boolean passed, String detail) {
    public AcidTrial withDetail(String other) {
        return new AcidTrial(clause, what, level, passed, other);
    }

    public static void write(Path path, List<AcidTrial> trials) {
        FileReplacer.replace(path, SummaryJson.bytes(trials), "", "");
    }

    public static List<AcidTrial> read(Path path) {
        return List.of(SummaryJson.read(path, AcidTrial[].class));
    }
}
