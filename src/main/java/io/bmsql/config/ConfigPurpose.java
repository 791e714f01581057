package io.bmsql.config;

import java.util.Set;

/** What the settings are read for: decides which keys must be there and whose mistakes stop the command. */
public enum ConfigPurpose {
    BUILD(Set.of(Scope.DIALECT, Scope.CONNECTION, Scope.SCALE, Scope.LOAD)),
    /** Prints what a build would send and connects to nothing. */
    PRINT_SQL(Set.of(Scope.DIALECT)),
    /** Into the database, or into CSV files when {@code fileLocation} is set: then no {@code conn} is needed. */
    LOAD(Set.of(Scope.DIALECT, Scope.CONNECTION, Scope.SCALE, Scope.LOAD)),
    RUN(Set.of(Scope.DIALECT, Scope.CONNECTION, Scope.SCALE, Scope.RUN, Scope.RESULT, Scope.COLLECTOR, Scope.GROUP)),
    SQL(Set.of(Scope.DIALECT, Scope.CONNECTION)),
    CHECK(Set.of(Scope.DIALECT, Scope.CONNECTION)),
    /** Builds, tests and destroys a small database; the scale is an option of the command. */
    DIALECT_TEST(Set.of(Scope.DIALECT, Scope.CONNECTION)),
    DESTROY(Set.of(Scope.DIALECT, Scope.CONNECTION)),
    /** Looks at the storage nodes behind the database. */
    XA(Set.of(Scope.DIALECT, Scope.CONNECTION, Scope.STORAGE)),
    /** Looks at everything: a file that passes can build and run. */
    VALIDATE(Set.of(Scope.values()));

    public enum Scope {
        DIALECT,
        CONNECTION,
        STORAGE,
        /** What load and run share. */
        SCALE,
        LOAD,
        RUN,
        RESULT,
        COLLECTOR,
        /** Several agents. */
        GROUP
    }

    private final Set<Scope> scopes;

    ConfigPurpose(Set<Scope> scopes) {
        this.scopes = scopes;
    }

    public boolean needs(Scope scope) {
        return scopes.contains(scope);
    }
}
