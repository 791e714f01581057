package io.bmsql.collector;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which processes of a host are a database server's, by the beginnings of their names.
 *
 * @param names as {@code processes} of the database's folder has them: behind a "+" those of which one server has many, or besides its own,
 *     and which are no children of it; none where nobody says
 */
public record ServerProcesses(List<String> names) {
    /** Nothing on this host is a server. */
    public static final ServerProcesses NONE = new ServerProcesses(List.of());

    boolean isEmpty() {
        return names.isEmpty();
    }

    public boolean has(String process) {
        return names.stream().anyMatch(name -> process.startsWith(name.replace("+", "")));
    }

    /** True for one that with its children is a server; false for the parts that a server has besides. */
    public boolean hasWhole(String process) {
        return names.stream().anyMatch(process::startsWith);
    }

    /** What each process of a server is a child of. */
    public Map<String, String> parents(Map<HostSample.Process, HostSample.Work> processes) {
        Map<String, String> parents = new HashMap<>();
        processes.forEach((process, work) -> {
            if (has(process.name())) {
                parents.put(process.number(), work.parent());
            }
        });
        return parents;
    }

    /** @param parents what each process of a server is a child of; gives the first above it, or itself, that is no child of one of them */
    public static String topmost(String number, Map<String, String> parents) {
        String top = number;
        for (int i = 0; i < parents.size() && parents.containsKey(parents.get(top)); i++) {
            top = Objects.requireNonNull(parents.get(top));
        }
        return top;
    }

    /** The topmost process of the server that has these among its processes; empty unless it is just one. */
    public static Optional<String> listening(Collection<String> listeners, Map<String, String> parents) {
        List<String> found = listeners.stream()
                .filter(parents::containsKey)
                .map(number -> topmost(number, parents))
                .distinct()
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }
}
