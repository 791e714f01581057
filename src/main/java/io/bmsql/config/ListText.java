package io.bmsql.config;

import java.util.List;
import java.util.stream.Stream;

/** A list in one value: words between commas or blanks. */
final class ListText {
    private ListText() {}

    static List<String> of(String text) {
        return Stream.of(text.split("[,\\s]+")).filter(word -> !word.isEmpty()).toList();
    }
}
