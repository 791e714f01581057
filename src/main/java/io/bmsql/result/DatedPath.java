package io.bmsql.result;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The path of a result directory, made of the pattern that {@code resultDirectory} gives. */
public final class DatedPath {
    private static final Pattern DATE_FIELD = Pattern.compile("%t.?", Pattern.DOTALL);

    private DatedPath() {}

    /** At this start time: only {@code %t} with a letter is a field, other per cent signs are text (benchmarksql-formats.md, Settings). */
    public static Path at(String pattern, ZonedDateTime start) {
        String path = DATE_FIELD.matcher(pattern).replaceAll(field -> {
            if (field.group().length() == 2) {
                throw invalid(pattern, "ends in %t without the letter that says which part of the date is meant");
            }
            try {
                return Matcher.quoteReplacement(String.format(Locale.ENGLISH, field.group(), start));
            } catch (IllegalFormatException e) {
                throw invalid(pattern, "holds " + field.group() + ", which is not a date field");
            }
        });
        if (path.isBlank()) {
            throw invalid(pattern, "is empty");
        }
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw invalid(pattern, "is not a path here (" + e.getReason() + ")");
        }
    }

    private static ResultDirectory.PlaceException invalid(String pattern, String why) {
        return new ResultDirectory.PlaceException(
                "resultDirectory=" + pattern + " " + why + ": write for example my_result_%tY-%tm-%td_%tH%tM%tS", null);
    }
}
