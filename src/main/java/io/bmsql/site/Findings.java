package io.bmsql.site;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.common.NumberText;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import java.util.ArrayList;
import java.util.List;

/** What does not agree in a directory, a sentence each. Used by one thread. */
final class Findings {
    static final String SUMMARY = ResultDirectory.SUMMARY;

    /** The same in two ways: decimals of a file, and what a sum of doubles loses. */
    private static final double SHARE = 1e-6;

    private final List<String> all = new ArrayList<>();

    /** Each once, in the order in which they were found. */
    List<String> all() {
        return all.stream().distinct().toList();
    }

    void add(String finding) {
        all.add(finding);
    }

    /** What cannot be read is named, and the rest is compared all the same. */
    void collect(Runnable part) {
        try {
            part.run();
        } catch (ResultReadException e) {
            all.add(String.valueOf(e.getMessage()));
        }
    }

    void addIf(boolean isFound, String finding) {
        if (isFound) {
            all.add(finding);
        }
    }

    /** Adds a figure of the summary, and what it is in another place, both as they are told. */
    void addIf(boolean isFound, String place, Object said, String source, Object counted) {
        addIf(isFound, "%s: %s says %s, %s %s".formatted(place, SUMMARY, said, source, counted));
    }

    /** Names each number and text of {@code counted} that {@code said} does not have; both as they are in files of JSON. */
    void compare(String place, Object said, String source, Object counted) {
        compareTrees(place, SummaryJson.tree(said), source, SummaryJson.tree(counted));
    }

    private void compareTrees(String place, JsonNode said, String source, JsonNode counted) {
        if (counted.isObject()) {
            counted.fields()
                    .forEachRemaining(field -> compareTrees(
                            place.isEmpty() ? field.getKey() : place + " " + field.getKey(),
                            said.path(field.getKey()),
                            source,
                            field.getValue()));
        } else if (counted.isArray() && said.size() == counted.size()) {
            for (int i = 0; i < counted.size(); i++) {
                compareTrees(place + " " + (i + 1), said.path(i), source, counted.path(i));
            }
        } else if (counted.isArray()) {
            all.add("%s: %s has %d, %s %d".formatted(place, SUMMARY, said.size(), source, counted.size()));
        } else {
            addIf(!isSame(said, counted), place, text(said), source, text(counted));
        }
    }

    private static boolean isSame(JsonNode said, JsonNode counted) {
        double number = counted.asDouble();
        double room = counted.isIntegralNumber() ? 0 : SHARE * Math.max(1e-3, Math.abs(number));
        if (counted.isNull()) {
            return said.isNull() || said.isMissingNode();
        }
        // What is not known is a number below 0.
        return counted.isNumber()
                ? number == RunSummary.UNKNOWN && said.asDouble() < 0
                        || said.isNumber() && Math.abs(said.asDouble() - number) <= room
                : said.asText().equals(counted.asText());
    }

    private static String text(JsonNode value) {
        return value.isNumber() ? NumberText.trimmed(value.asDouble(), 3) : value.asText("nothing");
    }

    void compareLength(String name, double said, double counted, String source, double room) {
        String length = NumberText.trimmed(counted, 3);
        addIf(Math.abs(said - counted) > room, name, NumberText.trimmed(said, 3), "by " + source + " it is", length);
    }
}
