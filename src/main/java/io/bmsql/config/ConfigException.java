package io.bmsql.config;

import io.bmsql.common.UsageException;
import java.util.List;
import java.util.stream.Collectors;

/** The settings cannot be used; holds every problem, so that the user can fix all of them at once. */
public final class ConfigException extends UsageException {
    private final transient List<Problem> problems;

    public ConfigException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }
}
