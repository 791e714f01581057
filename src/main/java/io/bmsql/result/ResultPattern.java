package io.bmsql.result;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.IllegalFormatException;
import java.util.Locale;

/** The {@code resultDirectory} setting: text with date fields such as {@code %tY} (contract 1.4). */
public final class ResultPattern {
    private static final String CUT = "%t";

    private ResultPattern() {}

    /**
     * The directory that a pattern names at this start time. Only {@code %t} with the one letter after it is a field;
     * every other percent sign is text.
     *
     * @throws ResultPlaceException when a field is unfinished or unknown
     */
    public static Path expand(String pattern, ZonedDateTime start) {
        StringBuilder path = new StringBuilder();
        int from = 0;
        for (int cut = pattern.indexOf(CUT); cut >= 0; cut = pattern.indexOf(CUT, from)) {
            path.append(pattern, from, cut);
            from = cut + CUT.length() + 1;
            if (from > pattern.length()) {
                throw invalid(pattern, "ends in %t without the letter that says which part of the date is meant");
            }
            path.append(field(pattern, pattern.charAt(from - 1), start));
        }
        path.append(pattern, from, pattern.length());
        return toPath(pattern, path.toString());
    }

    private static String field(String pattern, char letter, ZonedDateTime start) {
        try {
            return String.format(Locale.ENGLISH, CUT + letter, start);
        } catch (IllegalFormatException e) {
            throw invalid(pattern, "holds %t" + letter + ", which is not a date field");
        }
    }

    private static Path toPath(String pattern, String path) {
        if (path.isBlank()) {
            throw invalid(pattern, "is empty");
        }
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw invalid(pattern, "is not a path here (" + e.getReason() + ")");
        }
    }

    private static ResultPlaceException invalid(String pattern, String why) {
        return new ResultPlaceException(
                "resultDirectory=" + pattern + " " + why + ": write for example my_result_%tY-%tm-%td_%tH%tM%tS");
    }
}
