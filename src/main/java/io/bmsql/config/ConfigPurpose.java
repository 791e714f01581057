package io.bmsql.config;

import java.util.Set;

/** What the settings are read for: decides which keys must be there and whose mistakes stop the command. */
public enum ConfigPurpose {
    BUILD(Set.of(Scope.CONNECTION, Scope.LOAD)),
    /** Prints what a build would send and connects to nothing. */
    PRINT_SQL(Set.of()),
    LOAD(Set.of(Scope.CONNECTION, Scope.LOAD)),
    RUN(Set.of(Scope.CONNECTION, Scope.RUN, Scope.RESULT)),
    SQL(Set.of(Scope.CONNECTION)),
    CHECK(Set.of(Scope.CONNECTION)),
    DESTROY(Set.of(Scope.CONNECTION)),
    /** Looks at everything: a file that passes can build and run. */
    VALIDATE(Set.of(Scope.CONNECTION, Scope.LOAD, Scope.RUN, Scope.RESULT));

    /** The part of the program that a key is for. */
    public enum Scope {
        CONNECTION,
        LOAD,
        RUN,
        RESULT,
        COLLECTOR
    }

    private final Set<Scope> scopes;

    ConfigPurpose(Set<Scope> scopes) {
        this.scopes = scopes;
    }

    /** True when a mistake in a key of this scope stops the command; otherwise it is only a warning. */
    public boolean needs(Scope scope) {
        return scopes.contains(scope);
    }
}
