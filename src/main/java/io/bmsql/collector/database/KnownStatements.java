package io.bmsql.collector.database;

import io.bmsql.common.UserText;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.StatementId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which statement of the folder a text is that a server shows, and of which type of transaction. One thread. */
final class KnownStatements {
    /** Limits the name of a text that is none of ours. */
    private static final int LONGEST_NAME = 120;

    private static final int MAX_SHOWN = 1_000;

    private static final Pattern VALUE =
            Pattern.compile("'[^']*+'?|\\$\\d+|:\\w+|(?<![\\w.])-?\\d+(?:\\.\\d+)?(?![\\w.])|\\?");
    private static final Pattern TABLE = Pattern.compile("bmsql_(?!proc)[a-z_]+");
    private static final Pattern CALLED = Pattern.compile("bmsql_proc\\w+");

    /** By normalised text. */
    private final Map<String, Sampled> known = new HashMap<>();

    /** Procedures by name. */
    private final Map<String, Sampled> called = new HashMap<>();

    /** By the text as it was shown: ten samples a second of each session have few different ones, unless values are in them. */
    private final Map<String, Sampled> shown = new HashMap<>();

    /** @param type empty where the text does not tell, as that of a commit */
    record Sampled(String type, String statement, String table) {}

    KnownStatements(Dialect dialect) {
        for (StatementId id : StatementId.values()) {
            String type = type(id.name());
            String text = normalised(dialect.statement(id).sql());
            if (!type.isEmpty() && !text.isEmpty()) {
                Sampled one = new Sampled(type, id.sqlName(), firstOf(TABLE, text));
                known.merge(
                        text,
                        one,
                        (a, b) -> a.type.equals(b.type)
                                ? a
                                : new Sampled(a.type + "|" + b.type, a.statement + "|" + b.statement, a.table));
                String name = firstOf(CALLED, text);
                if (!name.isEmpty()) {
                    called.put(name, one);
                }
            }
        }
    }

    private static String type(String id) {
        String name = id.replaceFirst("^PROCEDURE_", "");
        String ofBatch =
                name.contains("PAY") ? "PAYMENT" : name.matches(".*(STOCK|OPEN|CLOSE).*") ? "NEW_ORDER" : "DELIVERY_BG";
        return Stream.of("NEW_ORDER", "PAYMENT", "ORDER_STATUS", "STOCK_LEVEL")
                .filter(name::startsWith)
                .findFirst()
                .orElse(name.startsWith("BATCH_") ? ofBatch : name.startsWith("DELIVERY") ? "DELIVERY_BG" : "");
    }

    /** The statement of this text, which may be cut off, have values in it, and rows that the driver put together. */
    Sampled of(String text) {
        if (shown.size() >= MAX_SHOWN) {
            shown.clear();
        }
        return shown.computeIfAbsent(text, this::find);
    }

    private Sampled find(String text) {
        String sampled = normalised(text);
        Sampled found = known.containsKey(sampled) ? known.get(sampled) : called.get(firstOf(CALLED, sampled));
        return found == null ? longestAlike(sampled) : found;
    }

    private Sampled longestAlike(String sampled) {
        return known.keySet().stream()
                .filter(text -> sampled.startsWith(text) || sampled.length() > 100 && text.startsWith(sampled))
                .max(Comparator.comparingInt(String::length))
                .map(known::get)
                .orElseGet(() -> new Sampled("", UserText.cut(sampled, LONGEST_NAME), firstOf(TABLE, sampled)));
    }

    private static String firstOf(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group() : "";
    }

    /** Without what differs from one sending to the next: values, blanks, comments, capitals. */
    static String normalised(String text) {
        String plain = text.replaceAll("(?s)/\\*.*?(\\*/|$)", " ").toLowerCase(Locale.ROOT);
        return VALUE.matcher(plain)
                .replaceAll("?")
                .replaceAll("\\s+", " ")
                .replaceAll("\\s?([(),=<>*+;-])\\s?", "$1")
                .replaceAll("[;\\s]+$", "")
                .strip();
    }
}
