package io.bmsql.config;

import io.bmsql.common.NearestWord;
import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.common.Texts;
import io.bmsql.common.Texts.Language;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a file and of the command line, read by type: those that count after repeated keys, aliases and overrides.
 * Collects what is wrong or doubtful, so that all of it is shown at once: after a mistake there is the default, and the next
 * mistake is found too.
 */
final class Settings {
    /** A folder's name or a word in one; never a path. */
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*");

    /** More is no setting, and 1e999999999 would fill the memory once it is written out. */
    private static final int MAX_DIGITS = 30;

    private static final long MEGABYTE = 1_000_000;

    /** The name is as the user wrote it, perhaps an alias; the origin {@code file:line}, or {@code -D}. */
    private record Given(PropertyKey key, String name, String value, String origin, @Nullable String defect) {
        String text() {
            return key.type.read(value);
        }

        String shown() {
            return key.type == PropertyType.SECRET
                    ? SecretText.STARS
                    : key.type == PropertyType.TEXT ? SecretText.hideIn(value) : text();
        }
    }

    private final String fileName;
    private final ConfigPurpose purpose;
    private final Texts texts;
    private final Set<Problem> problems = new LinkedHashSet<>();
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Map<PropertyKey, Given> known = new EnumMap<>(PropertyKey.class);
    private final Map<String, String> unsupported = new TreeMap<>();
    private final Map<String, String> unknownOrigins = new LinkedHashMap<>();
    /** Those unknown keys of which another problem says what they may be. */
    private final Set<String> misspelt = new HashSet<>();

    private final Map<String, String> variables = new LinkedHashMap<>();
    private final Map<PropertyKey, EffectiveSetting> effective = new EnumMap<>(PropertyKey.class);

    /**
     * @param overrides settings that win over the file, as given by {@code -D}
     * @param environment names the language of the sentences where {@code lang} does not
     */
    Settings(PropsFile file, Map<String, String> overrides, ConfigPurpose purpose, Map<String, String> environment) {
        this.fileName = file.name();
        this.purpose = purpose;
        String lang = file.entries().stream()
                .filter(entry -> entry.key().equals(PropertyKey.LANG.key()))
                .map(entry -> entry.value().strip())
                .reduce("", (before, last) -> last);
        this.texts = Texts.of(Language.of(overrides.getOrDefault(PropertyKey.LANG.key(), lang), environment));
        for (PropsFile.Entry entry : file.entries()) {
            String key = PropsFile.readable(entry.key());
            add(key, PropsFile.readable(entry.value()), file.place(entry.line()), entry.defect());
        }
        file.entries().stream()
                .filter(entry -> file.swallowedLines().contains(entry.line()))
                .forEach(entry -> warnings.add(texts.text("mistake.swallowed", file.place(entry.line()))));
        // An override replaces the file's value silently: that is what it is for.
        overrides.forEach((name, value) -> PropertyKey.find(name)
                .ifPresentOrElse(
                        key -> known.put(key, new Given(key, name, value, EffectiveSetting.COMMAND_LINE, null)),
                        () -> addOther(name, value, EffectiveSetting.COMMAND_LINE, null)));
        warnOfUnknown();
        warnOfUnsupported();
        Stream.of(PropertyKey.values()).forEach(this::readText);
    }

    private void readText(PropertyKey key) {
        show(key, key.defaultText, origin(key));
        Given given = known.get(key);
        if (given == null) {
            return;
        }
        if (given.defect() != null) {
            mistake(key, "defect", given.defect());
        }
        if (key.type.note(given.value()) >= 0) {
            doubt(key, key.type.freeText ? "note.part" : "note", given.name());
        }
        if (isGiven(key)) {
            boolean isSecret = key.type == PropertyType.SECRET && !text(key).isEmpty();
            show(key, isSecret ? SecretText.STARS : text(key), given.origin());
        }
    }

    /** True when the user gave a value; a number, boolean or word without one counts as not given. */
    boolean isGiven(PropertyKey key) {
        Given given = known.get(key);
        return given != null && (key.type.freeText || !given.text().isEmpty());
    }

    String text(PropertyKey key) {
        Given given = known.get(key);
        return given == null || !isGiven(key) ? key.defaultText : given.text();
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

    /** Words that become part of a command line or a URL: one of another form stops the command. */
    List<String> words(PropertyKey key, Pattern form, String mistake) {
        List<String> words = words(key);
        words.stream().filter(word -> !form.matcher(word).matches()).forEach(word -> refuse(key, mistake, word));
        return words;
    }

    String name(PropertyKey key) {
        String name = text(key);
        if (!name.isEmpty() && !NAME.matcher(name).matches()) {
            mistake(key, "name");
        }
        return name;
    }

    boolean flag(PropertyKey key) {
        String word = text(key).toLowerCase(Locale.ROOT);
        if (!word.equals("true") && !word.equals("false")) {
            if (key.since.equals("bmsql")) {
                mistake(key, "flag");
                return Boolean.parseBoolean(key.defaultText);
            }
            doubt(key, "flag.old", key.key());
        }
        boolean value = word.equals("true");
        show(key, Boolean.toString(value), origin(key));
        return value;
    }

    /** A whole number of at least {@code min}; the default of the catalogue when not given or wrong. */
    int integer(PropertyKey key, int min) {
        return integer(key, min, Integer.MAX_VALUE, Integer.parseInt(key.defaultText));
    }

    /** A whole number in this range; {@code fallback} when not given or wrong. */
    int integer(PropertyKey key, int min, int max, int fallback) {
        BigDecimal value = decimal(key);
        if (value == null) {
            return fallback;
        }
        if (value.stripTrailingZeros().scale() > 0) {
            mistake(key, "whole");
            return fallback;
        }
        if (value.compareTo(BigDecimal.valueOf(min)) < 0 || value.compareTo(BigDecimal.valueOf(max)) > 0) {
            mistake(key, "range", min, max);
            return fallback;
        }
        return value.intValue();
    }

    /** Refuses so many of a thing, of which each takes at least so many bytes, where they do not fit into the heap. */
    void mustFit(PropertyKey key, int count, long bytesOfEach) {
        long mostBytes = Runtime.getRuntime().maxMemory();
        if (count > mostBytes / bytesOfEach) {
            mistake(
                    key,
                    "memory",
                    NumberText.count(count * bytesOfEach / MEGABYTE),
                    NumberText.count(mostBytes / MEGABYTE));
        }
    }

    /** A number of at least 0 and at most {@code max}; the default of the catalogue when not given or wrong. */
    double number(PropertyKey key, double max) {
        double fallback = Double.parseDouble(key.defaultText);
        BigDecimal value = decimal(key);
        if (value == null) {
            return fallback;
        }
        if (value.signum() < 0 || value.doubleValue() > max) {
            mistake(key, "range", 0, (long) max);
            return fallback;
        }
        return value.doubleValue();
    }

    @Nullable
    BigDecimal decimal(PropertyKey key) {
        if (!isGiven(key)) {
            return null;
        }
        try {
            BigDecimal number = new BigDecimal(text(key));
            if (number.precision() > MAX_DIGITS || Math.abs(number.scale()) > MAX_DIGITS) {
                throw new NumberFormatException("too many digits");
            }
            return number;
        } catch (NumberFormatException e) {
            mistake(key, "number");
            return null;
        }
    }

    /** Reports a required key that is not there, with an unknown key that may be meant. */
    void missing(PropertyKey key, String suggestion) {
        if (purpose.needs(key.scope)) {
            String advice = misspelling(key).orElse(suggestion);
            add(key.scope, Problem.of(texts, place(key), key.key(), null, texts.text("mistake.missing"), advice));
        }
    }

    /** The same where a line such as this one helps. */
    void missingLine(PropertyKey key, String line) {
        missing(key, texts.text("mistake.missing.do", line));
    }

    /** The mistake that a grammar found; its words, and what to do about it. */
    void reject(PropertyKey key, String why, String suggestion) {
        add(key, problem(key, why, suggestion));
    }

    /** The mistake of this name in the words: {@code mistake.name} says why, {@code mistake.name.do} what to do. */
    void mistake(PropertyKey key, String name, Object... values) {
        reject(key, texts.text("mistake." + name, values), toDo(name, values));
    }

    /** A sentence of the words. */
    String text(String key, Object... values) {
        return texts.text(key, values);
    }

    String toDo(String name, Object... values) {
        return texts.text("mistake." + name + ".do", values);
    }

    /** Stops the command even for a key of the collector: this value must not reach a command line or a path. */
    void refuse(PropertyKey key, String name, Object... values) {
        if (purpose.needs(key.scope)) {
            problems.add(problem(key, texts.text("mistake." + name, values), toDo(name, values)));
        } else {
            mistake(key, name, values);
        }
    }

    /** Warns of the doubt of this name in the words. */
    void doubt(PropertyKey key, String name, Object... values) {
        if (purpose.needs(key.scope)) {
            warnings.add(texts.text("mistake.at", place(key), texts.text("doubt." + name, values)));
        }
    }

    private Problem problem(PropertyKey key, String why, String suggestion) {
        Given given = known.get(key);
        String name = given == null ? key.key() : given.name();
        return Problem.of(texts, place(key), name, given == null ? null : given.shown(), why, suggestion);
    }

    /** Records the value in use and where it came from, when that is not what the user wrote. */
    void show(PropertyKey key, String value, String origin) {
        effective.put(key, new EffectiveSetting(key.key(), value, origin));
    }

    /** {@code file:line}, or {@code default}; {@code -D} also where it takes away what the file says. */
    String origin(PropertyKey key) {
        return isGiven(key) || place(key).equals(EffectiveSetting.COMMAND_LINE) ? place(key) : EffectiveSetting.DEFAULT;
    }

    /** Where the user gave the key; the file when nowhere. */
    String place(PropertyKey key) {
        Given given = known.get(key);
        return given == null ? fileName : given.origin();
    }

    /** True for a file that holds keys which BenchmarkSQL 6 requires. */
    boolean isForVersion6() {
        return unsupported.containsKey("application") || unsupported.containsKey("monkeys");
    }

    /** Something else than TPC-C is run: then what is no setting, but given by {@code -D}, is a variable of a script. */
    boolean isOfScripts() {
        return !text(PropertyKey.WORKLOAD).equals(ScriptsConfig.TPCC)
                || !text(PropertyKey.SCRIPTS).isEmpty();
    }

    /** What {@code -D} gives and is no setting, where {@link #isOfScripts}. */
    Map<String, String> variables() {
        return variables;
    }

    List<EffectiveSetting> effective() {
        return List.copyOf(effective.values());
    }

    /** Says which unknown key may be a misspelt {@code key}. */
    private Optional<String> misspelling(PropertyKey key) {
        return unknownOrigins.entrySet().stream()
                .filter(unknown ->
                        NearestWord.to(unknown.getKey(), PropertyKey.names()).equals(Optional.of(key.key())))
                .map(unknown -> {
                    misspelt.add(unknown.getKey());
                    return texts.text("mistake.misspelt", unknown.getKey(), unknown.getValue(), key.key());
                })
                .findFirst();
    }

    private void add(String name, String value, String origin, @Nullable String defect) {
        PropertyKey key = PropertyKey.find(name).orElse(null);
        if (key == null) {
            addOther(name, value, origin, defect);
            return;
        }
        Given before = known.get(key);
        if (before != null && before.name().equals(name)) {
            warnings.add(texts.text("doubt.twice", origin, name, before.origin()));
        } else if (before != null) {
            warnings.add(texts.text("doubt.alias", origin, name, before.name(), before.origin(), key.key()));
            if (!name.equals(key.key())) {
                return;
            }
        }
        known.put(key, new Given(key, name, value, origin, defect));
    }

    private void addOther(String name, String value, String origin, @Nullable String defect) {
        String plainName = name.replaceFirst("\\[\\d*]$", "");
        if (name.isBlank()) {
            Problem keyless = Problem.of(
                    texts, origin, "=", null, texts.text("mistake.keyless"), texts.text("mistake.keyless.do"));
            if (origin.equals(EffectiveSetting.COMMAND_LINE)) {
                add(ConfigPurpose.Scope.DIALECT, keyless);
            } else {
                warnings.add(keyless.toString());
            }
        } else if (UnsupportedKey.find(name).isPresent()) {
            unsupported.put(name, PropertyType.WORD.read(value));
        } else if (!plainName.equals(name) && PropertyKey.find(plainName).isPresent()) {
            warnings.add(texts.text("doubt.numbered", origin, name, plainName));
        } else {
            unknownOrigins.putIfAbsent(name, origin);
            if (origin.equals(EffectiveSetting.COMMAND_LINE)) {
                variables.put(name, value);
            }
        }
        if (defect != null) {
            warnings.add(texts.text("doubt.defect", origin, name, defect));
        }
    }

    /** An old props file may hold anything; what was typed for this start is meant. */
    private void warnOfUnknown() {
        if (isOfScripts()) {
            unknownOrigins.values().removeIf(EffectiveSetting.COMMAND_LINE::equals);
        }
        unknownOrigins.forEach((name, origin) -> {
            Optional<String> near = NearestWord.to(name, PropertyKey.names());
            if (origin.equals(EffectiveSetting.COMMAND_LINE)) {
                String suggestion = near.map(known -> texts.text("mistake.near", known))
                        .orElseGet(() -> texts.text("mistake.nokey.do"));
                add(
                        ConfigPurpose.Scope.DIALECT,
                        Problem.of(texts, origin, name, null, texts.text("mistake.nokey"), suggestion));
            } else {
                warnings.add(near.map(known -> texts.text("doubt.unknown.near", origin, name, known))
                        .orElseGet(() -> texts.text("doubt.unknown", origin, name)));
            }
        });
    }

    private void warnOfUnsupported() {
        String list = UnsupportedKey.ALL.stream()
                .filter(key ->
                        unsupported.containsKey(key.key()) && !key.isHarmless(unsupported.getOrDefault(key.key(), "")))
                .map(key -> key.key() + texts.text("verdict.reason", texts.text(key.words())))
                .collect(Collectors.joining(", "));
        if (!list.isEmpty() && purpose.needs(ConfigPurpose.Scope.SCALE)) {
            warnings.add(texts.text("doubt.noeffect", fileName, list));
        }
    }

    /** After a mistake that does not stop the command its default counts, and is shown. */
    private void add(PropertyKey key, Problem problem) {
        if (purpose.needs(key.scope) && key.scope == ConfigPurpose.Scope.COLLECTOR) {
            show(key, key.defaultText, EffectiveSetting.DEFAULT);
            warnings.add(texts.text("doubt.default", problem, key.defaultText));
        } else {
            add(key.scope, problem);
        }
    }

    /** Stops the command when it uses keys of this scope; before a run, load or build the others are worth a warning. */
    private void add(ConfigPurpose.Scope scope, Problem problem) {
        if (purpose.needs(scope) && scope != ConfigPurpose.Scope.COLLECTOR) {
            problems.add(problem);
        } else if (purpose.needs(ConfigPurpose.Scope.SCALE)) {
            warnings.add(problem.toString());
        }
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** With the unknown keys of the file, which alone would be no reason: one may be what is missing or meant. */
    void throwIfAny() throws ConfigException {
        if (!problems.isEmpty()) {
            unknownOrigins.forEach((name, origin) -> {
                if (!origin.equals(EffectiveSetting.COMMAND_LINE) && !misspelt.contains(name)) {
                    String suggestion = NearestWord.to(name, PropertyKey.names())
                            .map(near -> texts.text("mistake.near", near))
                            .orElseGet(() -> texts.text("mistake.unknown.do"));
                    problems.add(Problem.of(texts, origin, name, null, texts.text("mistake.unknown"), suggestion));
                }
            });
            throw new ConfigException(List.copyOf(problems));
        }
    }
}
