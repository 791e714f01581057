package io.bmsql.collector;

import java.util.List;

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
    boolean hasWhole(String process) {
        return names.stream().anyMatch(process::startsWith);
    }
}
