package io.bmsql.collector;

import java.util.List;
import java.util.Map;

/** The lines between two {@code @end}, by the {@code @name} they stood under. */
record Frame(Map<String, List<String>> sections) {

    /** The lines of a section, none when the host did not print it. */
    List<String> lines(String section) {
        return sections.getOrDefault(section, List.of());
    }
}
