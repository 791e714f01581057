package io.bmsql.config;

import io.bmsql.common.SecretText;
import io.bmsql.common.NearestWord;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings that count after repeated keys, aliases and overrides, and the keys without effect here. */
final class RawSettings {
    private static final String COMMAND_LINE = "-D";

    /** The name is as the user wrote it, perhaps an alias; the origin {@code file:line}, or {@code -D}. */
    record Raw(PropertyKey key, String name, String value, String origin, @Nullable String defect) {
        String shown() {
            return switch (key.type) {
                case SECRET -> SecretText.STARS;
                case TEXT -> SecretText.hideIn(value);
                case PATH -> value;
                default -> key.type.read(value).text();
            };
        }
    }

    private final Problems problems;
    private final String fileName;
    private final Map<PropertyKey, Raw> known = new EnumMap<>(PropertyKey.class);
    private final Map<String, String> unsupported = new TreeMap<>();
    private final Map<String, String> unknownOrigins = new LinkedHashMap<>();

    RawSettings(PropsFile file, Map<String, String> overrides, Problems problems) {
        this.problems = problems;
        this.fileName = file.name();
        for (PropsFile.Entry entry : file.entries()) {
            String key = PropsFile.readable(entry.key());
            add(key, PropsFile.readable(entry.value()), file.place(entry.line()), entry.defect());
        }
        file.entries().stream()
                .filter(entry -> file.swallowedLines().contains(entry.line()))
                .forEach(entry -> problems.warn(file.place(entry.line())
                        + ": is read, although the `//` line before it ends in a backslash (BenchmarkSQL ignores it)"));
        overrides.forEach(this::override);
        warnOfUnknown();
        warnOfUnsupported();
    }

    @Nullable
    Raw get(PropertyKey key) {
        return known.get(key);
    }

    String fileName() {
        return fileName;
    }

    /** True for a file that holds keys which BenchmarkSQL 6 requires. */
    boolean isForVersion6() {
        return unsupported.containsKey("application") || unsupported.containsKey("monkeys");
    }

    /** An unknown key that may be a misspelt {@code key}, with its place. */
    Optional<String> misspelling(PropertyKey key) {
        return unknownOrigins.entrySet().stream()
                .filter(unknown ->
                        NearestWord.to(unknown.getKey(), PropertyKey.names()).equals(Optional.of(key.key())))
                .map(unknown -> "`" + unknown.getKey() + "` at " + unknown.getValue())
                .findFirst();
    }

    private void add(String name, String value, String origin, @Nullable String defect) {
        PropertyKey key = PropertyKey.find(name).orElse(null);
        if (key == null) {
            addOther(name, value, origin, defect);
            return;
        }
        Raw before = known.get(key);
        if (before != null && before.name().equals(name)) {
            problems.warn(origin + ": `" + name + "` was set before, at " + before.origin() + "; the last one counts");
        } else if (before != null) {
            problems.warn(origin + ": `" + name + "` means the same as `" + before.name() + "` at " + before.origin()
                    + "; `" + key.key() + "` counts");
            if (!name.equals(key.key())) {
                return;
            }
        }
        known.put(key, new Raw(key, name, value, origin, defect));
    }

    /** An override replaces the file's value silently: that is what it is for. */
    private void override(String name, String value) {
        PropertyKey.find(name)
                .ifPresentOrElse(
                        key -> known.put(key, new Raw(key, name, value, COMMAND_LINE, null)),
                        () -> addOther(name, value, COMMAND_LINE, null));
    }

    private void addOther(String name, String value, String origin, @Nullable String defect) {
        String plainName = name.replaceFirst("\\[\\d*]$", "");
        if (UnsupportedKey.find(name).isPresent()) {
            unsupported.put(name, PropertyType.WORD.read(value).text());
        } else if (!plainName.equals(name) && PropertyKey.find(plainName).isPresent()) {
            problems.warn(origin + ": `" + name + "` is ignored: there is one `" + plainName + "` only");
        } else {
            unknownOrigins.putIfAbsent(name, origin);
        }
        if (defect != null) {
            problems.warn(origin + ": `" + name + "` has " + defect + "; it is ignored");
        }
    }

    /** An old props file may hold anything; what was typed for this start is meant. */
    private void warnOfUnknown() {
        unknownOrigins.forEach((name, origin) -> {
            String question = PropertyKey.nearest(name);
            if (origin.equals(COMMAND_LINE)) {
                String suggestion = NearestWord.to(name, PropertyKey.names())
                        .map(known -> "Did you mean `" + known + "`?")
                        .orElse("docs/properties.md lists them.");
                problems.add(
                        ConfigPurpose.Scope.DIALECT,
                        new Problem(origin, name, null, "there is no such setting", suggestion));
                return;
            }
            problems.warn(
                    origin + ": unknown key `" + name + "`" + (question.isEmpty() ? ", it is ignored" : question));
        });
    }

    private void warnOfUnsupported() {
        String list = UnsupportedKey.ALL.stream()
                .filter(key ->
                        unsupported.containsKey(key.key()) && !key.isHarmless(unsupported.getOrDefault(key.key(), "")))
                .map(key -> key.key() + " (" + key.instead() + ")")
                .collect(Collectors.joining(", "));
        if (!list.isEmpty()) {
            problems.advise(
                    ConfigPurpose.Scope.SCALE, fileName + ": these keys have no effect in this program: " + list);
        }
    }
}
