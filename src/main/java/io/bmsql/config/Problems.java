package io.bmsql.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong or doubtful while the settings are read, so that all of it is shown at once. */
final class Problems {
    private final ConfigPurpose purpose;
    private final Set<Problem> problems = new LinkedHashSet<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    Problems(ConfigPurpose purpose) {
        this.purpose = purpose;
    }

    /** Stops the command when it uses keys of this scope; before a run, load or build the others are worth a warning. */
    void add(ConfigPurpose.Scope scope, Problem problem) {
        if (purpose.needs(scope) && scope != ConfigPurpose.Scope.COLLECTOR) {
            problems.add(problem);
        } else if (purpose.needs(ConfigPurpose.Scope.SCALE)) {
            warnings.add(problem.toString());
        }
    }

    /** Stops the command even for a key of the collector: this value must not reach a command line or a path. */
    void refuse(ConfigPurpose.Scope scope, Problem problem) {
        if (purpose.needs(scope)) {
            problems.add(problem);
        } else {
            add(scope, problem);
        }
    }

    void warn(String warning) {
        warnings.add(warning);
    }

    void advise(ConfigPurpose.Scope scope, String warning) {
        if (purpose.needs(scope)) {
            warnings.add(warning);
        }
    }

    boolean needs(ConfigPurpose.Scope scope) {
        return purpose.needs(scope);
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    void throwIfAny() throws ConfigException {
        if (!problems.isEmpty()) {
            throw new ConfigException(List.copyOf(problems));
        }
    }
}
