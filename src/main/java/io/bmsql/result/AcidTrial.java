package io.bmsql.result;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One ACID test of clauses 3.2 to 3.5, such as 3.4.2.1; the level of isolation is empty where it does not matter. {@code
 * data/acid.json} holds those of a run.
 *
 * @param passed null when it could not be judged: the test did not get so far, or what it saw proves nothing
 */
public record AcidTrial(String clause, String what, String level, @Nullable Boolean passed, String detail) {
    public boolean holds() {
        return Boolean.TRUE.equals(passed);
    }

    public boolean failed() {
        return Boolean.FALSE.equals(passed);
    }

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
