package io.bmsql.script;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.commons.lang3.ArrayUtils;

/**
 * Numbers the variables of a run's scripts, which a client's scripts share. Scripts are parsed first, then clients
 * are made.
 */
public final class ScriptVariables {
    public static final Set<String> AUTOMATIC = Set.of("scale", "client_id", "random_seed", "default_seed");

    private final Map<String, Integer> slots = new LinkedHashMap<>();
    private final int givenCount;
    private final Set<String> set = new HashSet<>();

    private final Set<String> setPrefixes = new HashSet<>();
    private int registers = 1;
    private int keptCount;
    private boolean hasClients;

    public ScriptVariables(Set<String> given) {
        AUTOMATIC.forEach(this::slot);
        given.forEach(this::slot);
        givenCount = slots.size();
    }

    /** Gives the number of a name; of a new one too, until the first client is made. */
    int slot(String name) {
        if (hasClients && !slots.containsKey(name)) {
            throw new IllegalStateException("scripts are parsed before clients are made");
        }
        return slots.computeIfAbsent(name, key -> slots.size());
    }

    int find(String name) {
        return slots.getOrDefault(name, -1);
    }

    boolean isGiven(String name) {
        return slots.getOrDefault(name, givenCount) < givenCount;
    }

    void set(Set<String> byName, Set<String> byPrefix) {
        set.addAll(byName);
        setPrefixes.addAll(byPrefix);
    }

    boolean areFixed(int... asked) {
        return slots.entrySet().stream()
                .filter(entry -> ArrayUtils.contains(asked, entry.getValue()))
                .noneMatch(entry ->
                        set.contains(entry.getKey()) || setPrefixes.stream().anyMatch(entry.getKey()::startsWith));
    }

    int keep() {
        return keptCount++;
    }

    int keptCount() {
        return keptCount;
    }

    int countForClient() {
        hasClients = true;
        return slots.size();
    }

    void needRegisters(int count) {
        registers = Math.max(registers, count);
    }

    int registers() {
        return registers;
    }
}
