package io.bmsql.config;

import io.bmsql.common.SecretText;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads settings by type. After a mistake it gives the default, so that the next mistake is found too. */
final class TypedSettings {
    /** A folder's name or a word in one; never a path. */
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*");

    private static final String DEFAULT = "default";

    /** More is no setting, and 1e999999999 would fill the memory once it is written out. */
    private static final int MAX_DIGITS = 30;

    private final RawSettings raw;
    private final Problems problems;
    private final Map<PropertyKey, EffectiveSetting> effective = new EnumMap<>(PropertyKey.class);
    private final Map<PropertyKey, PropertyType.Text> texts = new EnumMap<>(PropertyKey.class);

    TypedSettings(RawSettings raw, Problems problems) {
        this.raw = raw;
        this.problems = problems;
        Stream.of(PropertyKey.values()).forEach(this::readText);
    }

    private void readText(PropertyKey key) {
        effective.put(key, new EffectiveSetting(key.key(), key.defaultText, DEFAULT));
        RawSettings.Raw given = raw.get(key);
        if (given == null) {
            return;
        }
        PropertyType.Text text = key.type.read(given.value());
        if (given.defect() != null) {
            reject(key, "has " + given.defect(), "Write \\\\ for a backslash.");
        }
        if (text.noteDropped()) {
            problems.advise(key.scope, place(key) + ": the note after the value of `" + given.name() + "` is ignored");
        }
        if (text.noteKept()) {
            problems.advise(
                    key.scope,
                    place(key) + ": what looks like a note is part of the value of `" + given.name()
                            + "`; move it to another line");
        }
        if (text.text().isEmpty() && !key.type.freeText) {
            return;
        }
        texts.put(key, text);
        show(
                key,
                key.type == PropertyType.SECRET && !text.text().isEmpty() ? SecretText.STARS : text.text(),
                place(key));
    }

    /** True when the user gave a value; a number, boolean or word without one counts as not given. */
    boolean isGiven(PropertyKey key) {
        return texts.containsKey(key);
    }

    String text(PropertyKey key) {
        PropertyType.Text text = texts.get(key);
        return text == null ? key.defaultText : text.text();
    }

    @Nullable
    String textOrNull(PropertyKey key) {
        String text = text(key);
        return text.isEmpty() ? null : text;
    }

    List<String> words(PropertyKey key) {
        return Stream.of(text(key).split("[,\\s]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    String name(PropertyKey key) {
        String name = text(key);
        if (!name.isEmpty() && !NAME.matcher(name).matches()) {
            reject(key, "is not one word of letters, digits, `.`, `_` and `-`", "Write a word such as postgres.");
        }
        return name;
    }

    boolean flag(PropertyKey key) {
        String word = text(key).toLowerCase(Locale.ROOT);
        if (!word.equals("true") && !word.equals("false")) {
            String mistake = "is neither true nor false";
            if (key.since.equals("bmsql")) {
                reject(key, mistake, "Write true or false.");
            } else {
                problems.advise(
                        key.scope, place(key) + ": `" + key.key() + "` " + mistake + ": false, as in BenchmarkSQL");
            }
        }
        boolean value = word.equals("true");
        show(key, Boolean.toString(value), origin(key));
        return value;
    }

    /** A whole number of at least {@code min}; the default of the catalogue when not given or wrong. */
    int integer(PropertyKey key, int min) {
        return integer(key, min, Integer.parseInt(key.defaultText));
    }

    /** A whole number of at least {@code min}; {@code fallback} when not given or wrong. */
    int integer(PropertyKey key, int min, int fallback) {
        BigDecimal value = decimal(key);
        if (value == null) {
            return fallback;
        }
        if (value.stripTrailingZeros().scale() > 0) {
            reject(key, "is not a whole number", "Write digits only.");
            return fallback;
        }
        if (value.compareTo(BigDecimal.valueOf(min)) < 0
                || value.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
            reject(key, "is not between " + min + " and " + Integer.MAX_VALUE, "Write a number in that range.");
            return fallback;
        }
        return value.intValue();
    }

    /** A number of at least 0 and at most {@code max}; the default of the catalogue when not given or wrong. */
    double number(PropertyKey key, double max) {
        double fallback = Double.parseDouble(key.defaultText);
        BigDecimal value = decimal(key);
        if (value == null) {
            return fallback;
        }
        if (value.signum() < 0 || value.doubleValue() > max) {
            reject(key, "is not between 0 and " + (long) max, "Write a number in that range.");
            return fallback;
        }
        return value.doubleValue();
    }

    @Nullable
    BigDecimal decimal(PropertyKey key) {
        PropertyType.Text text = texts.get(key);
        if (text == null) {
            return null;
        }
        try {
            BigDecimal number = new BigDecimal(text.text());
            if (number.precision() > MAX_DIGITS || Math.abs(number.scale()) > MAX_DIGITS) {
                throw new NumberFormatException("too many digits");
            }
            return number;
        } catch (NumberFormatException e) {
            reject(key, "is not a number", "Write digits, with a point before decimals and nothing else.");
            return null;
        }
    }

    /** Reports a required key that is not there, with an unknown key that may be meant. */
    void missing(PropertyKey key, String suggestion) {
        if (problems.needs(key.scope)) {
            String advice = raw.misspelling(key)
                    .map(unknown -> "There is " + unknown + ": did you mean `" + key.key() + "`?")
                    .orElse(suggestion);
            problems.add(key.scope, new Problem(place(key), key.key(), null, "missing", advice));
        }
    }

    void reject(PropertyKey key, String why, String suggestion) {
        problems.add(key.scope, problem(key, why, suggestion));
    }

    void refuse(PropertyKey key, String why, String suggestion) {
        problems.refuse(key.scope, problem(key, why, suggestion));
    }

    private Problem problem(PropertyKey key, String why, String suggestion) {
        RawSettings.Raw given = raw.get(key);
        String name = given == null ? key.key() : given.name();
        return new Problem(place(key), name, given == null ? null : given.shown(), why, suggestion);
    }

    void advise(PropertyKey key, String warning) {
        problems.advise(key.scope, place(key) + ": " + warning);
    }

    /** Records the value in use and where it came from, when that is not what the user wrote. */
    void show(PropertyKey key, String value, String origin) {
        effective.put(key, new EffectiveSetting(key.key(), value, origin));
    }

    /** {@code file:line}, or {@code default}. */
    String origin(PropertyKey key) {
        return isGiven(key) ? place(key) : DEFAULT;
    }

    /** Where the user gave the key; the file when nowhere. */
    String place(PropertyKey key) {
        RawSettings.Raw given = raw.get(key);
        return given == null ? raw.fileName() : given.origin();
    }

    boolean isForVersion6() {
        return raw.isForVersion6();
    }

    List<EffectiveSetting> effective() {
        return List.copyOf(effective.values());
    }
}
