package io.bmsql.config;

import io.bmsql.common.IoReason;
import io.bmsql.common.UserText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a user lets happen during a run: at its moment a command runs, such as {@code 120s kill ssh db1 systemctl stop postgresql}.
 *
 * @param name letters, digits, {@code _} and {@code -}; thresholds and the report use it
 * @param atSeconds from the start of the measurement, 0 or more
 * @param command the program and its arguments; no shell looks at them
 * @param limitSeconds a command that runs longer is ended
 */
public record RunEvent(String name, double atSeconds, List<String> command, int limitSeconds) {
    /** Each event is a line across every chart of time. */
    public static final int MOST = 1_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,39}");

    /** Those of the setting, or of the file that it names: what begins with a number is no path. Seen from the props file. */
    static List<RunEvent> read(Settings settings, Path directory) {
        String text = settings.text(PropertyKey.EVENTS).strip();
        int limitSeconds = settings.integer(PropertyKey.EVENT_LIMIT_SECS, 1);
        boolean isFile = !text.isEmpty() && !Character.isDigit(text.charAt(0));
        try {
            return parse(isFile ? UserText.read(directory.resolve(text)) : text, limitSeconds);
        } catch (IOException e) {
            settings.reject(
                    PropertyKey.EVENTS,
                    settings.text("mistake.eventsfile", text, IoReason.of(e, text)),
                    settings.toDo("events"));
        } catch (IllegalArgumentException e) {
            settings.reject(PropertyKey.EVENTS, String.valueOf(e.getMessage()), settings.toDo("events"));
        }
        return List.of();
    }

    /**
     * Reads events between semicolons or line ends; lines that begin with {@code #} are comments. Blanks separate arguments; quotes
     * and a backslash keep what they protect, as in a shell.
     *
     * @return in the order of their moments
     * @throws IllegalArgumentException saying in a phrase what is wrong with the first mistaken one
     */
    static List<RunEvent> parse(String text, int limitSeconds) {
        List<RunEvent> events = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (List<String> words : split(text)) {
            double atSeconds = UserText.seconds(words.get(0));
            boolean isEvent = words.size() > 2 && !words.get(2).isBlank();
            if (!isEvent
                    || Double.isNaN(atSeconds)
                    || !NAME.matcher(words.get(1)).matches()) {
                throw new IllegalArgumentException(
                        "has `" + String.join(" ", words) + "`, which is not a time, a name and a command");
            }
            if (!names.add(words.get(1))) {
                throw new IllegalArgumentException("has two events of the name `" + words.get(1) + "`");
            }
            events.add(
                    new RunEvent(words.get(1), atSeconds, List.copyOf(words.subList(2, words.size())), limitSeconds));
        }
        if (events.size() > MOST) {
            throw new IllegalArgumentException("has " + events.size() + " events, more than " + MOST);
        }
        events.sort(Comparator.comparingDouble(RunEvent::atSeconds));
        return List.copyOf(events);
    }

    /** Shows the command as one line for people. */
    public String line() {
        return String.join(" ", command);
    }

    /** The words of each event. */
    private static List<List<String>> split(String text) {
        List<List<String>> events = new ArrayList<>();
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean isWord = false;
        char quote = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : '\n';
            if (i == text.length() && quote != 0) {
                throw new IllegalArgumentException("has a quotation mark " + quote + " that is not closed");
            }
            boolean isEscape = c == '\\' && quote != '\'' && i + 1 < text.length();
            if (isEscape || quote != 0 && c != quote) {
                word.append(isEscape ? text.charAt(++i) : c);
                isWord = true;
            } else if (quote != 0 || c == '\'' || c == '"') {
                quote = quote == 0 ? c : 0;
                isWord = true;
            } else if (c == '#' && words.isEmpty() && !isWord) {
                int end = text.indexOf('\n', i);
                i = end < 0 ? text.length() - 1 : end - 1;
            } else if (!Character.isWhitespace(c) && c != ';') {
                word.append(c);
                isWord = true;
            } else {
                if (isWord) {
                    words.add(word.toString());
                    word.setLength(0);
                    isWord = false;
                }
                if ((c == ';' || c == '\n') && !words.isEmpty()) {
                    events.add(words);
                    words = new ArrayList<>();
                }
            }
        }
        return events;
    }
}
