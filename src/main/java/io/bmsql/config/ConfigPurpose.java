package io.bmsql.config;

import java.util.Set;

/** Decides by the command which keys must be there and whose mistakes stop it. */
public enum ConfigPurpose {
    BUILD(Set.of(Scope.DIALECT, Scope.CONNECTION, Scope.SCALE, Scope.LOAD)),
    PRINT_SQL(Set.of(Scope.DIALECT)),
    /** Into the database, or into CSV files when {@code fileLocation} is set: then no {@code conn} is needed. */
    LOAD(Set.of(Scope.DIALECT, Scope.CONNECTION, Scope.SCALE, Scope.LOAD)),
    RUN(Set.of(Scope.DIALECT, Scope.CONNECTION, Scope.SCALE, Scope.RUN, Scope.RESULT, Scope.COLLECTOR, Scope.GROUP)),
    SQL(Set.of(Scope.DIALECT, Scope.CONNECTION)),
    CHECK(Set.of(Scope.DIALECT, Scope.CONNECTION)),
    DIALECT_TEST(Set.of(Scope.DIALECT, Scope.CONNECTION)),
    DESTROY(Set.of(Scope.DIALECT, Scope.CONNECTION)),
    XA(Set.of(Scope.DIALECT, Scope.CONNECTION, Scope.STORAGE)),
    VALIDATE(Set.of(Scope.values()));

    public enum Scope {
        DIALECT,
        CONNECTION,
        STORAGE,
        SCALE,
        LOAD,
        RUN,
        RESULT,
        COLLECTOR,
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
