package io.bmsql.script;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.commons.lang3.ArrayUtils;

/**
 * The variables of the scripts of one run: each name has a number, its place in every client's values. A client's scripts
 * share their variables, as in pgbench. Scripts are parsed first, then clients are made; from then on nothing changes.
 */
public final class ScriptVariables {
    /** Set by the program for every client, unless the user gives values of his own. */
    public static final Set<String> AUTOMATIC = Set.of("scale", "client_id", "random_seed", "default_seed");

    private final Map<String, Integer> slots = new LinkedHashMap<>();
    private final int givenCount;
    /** Those that scripts set, by name and by the beginning of it. */
    private final Set<String> set = new HashSet<>();

    private final Set<String> setPrefixes = new HashSet<>();
    int registers = 1;
    /** So many places has a client for results that it keeps. */
    int keptCount;

    private boolean hasClients;

    /** With the names that every client is given a value for, beside {@link #AUTOMATIC}: those of {@code -D}. */
    public ScriptVariables(Set<String> given) {
        AUTOMATIC.forEach(this::slot);
        given.forEach(this::slot);
        givenCount = slots.size();
    }

    /** The number of a name; of a new one too, until the first client is made. */
    int slot(String name) {
        if (hasClients && !slots.containsKey(name)) {
            throw new IllegalStateException("scripts are parsed before clients are made");
        }
        return slots.computeIfAbsent(name, key -> slots.size());
    }

    /** -1 where no script names it. */
    int find(String name) {
        return slots.getOrDefault(name, -1);
    }

    boolean isGiven(String name) {
        return slots.getOrDefault(name, givenCount) < givenCount;
    }

    /** A script sets these, or all that begin so. */
    void set(Set<String> byName, Set<String> byPrefix) {
        set.addAll(byName);
        setPrefixes.addAll(byPrefix);
    }

    /** No script that was read so far sets one of them. */
    boolean areFixed(int... asked) {
        return slots.entrySet().stream()
                .filter(entry -> ArrayUtils.contains(asked, entry.getValue()))
                .noneMatch(entry ->
                        set.contains(entry.getKey()) || setPrefixes.stream().anyMatch(entry.getKey()::startsWith));
    }

    /** The number of a new place for a result that each client keeps. */
    int keep() {
        return keptCount++;
    }

    /** Counts the values of a new client; no name is added any more. */
    int countForClient() {
        hasClients = true;
        return slots.size();
    }

    /** An expression needs so many places for values in between. */
    void needRegisters(int count) {
        registers = Math.max(registers, count);
    }
}
