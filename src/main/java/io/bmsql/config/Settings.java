package io.bmsql.config;

import io.bmsql.common.NearestWord;
import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import java.math.BigDecimal;
import java.util.EnumMap;
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

    private static final String COMMAND_LINE = "-D";

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
    private final Set<Problem> problems = new LinkedHashSet<>();
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Map<PropertyKey, Given> known = new EnumMap<>(PropertyKey.class);
    private final Map<String, String> unsupported = new TreeMap<>();
    private final Map<String, String> unknownOrigins = new LinkedHashMap<>();
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final Map<PropertyKey, EffectiveSetting> effective = new EnumMap<>(PropertyKey.class);

    /** @param overrides settings that win over the file, as given by {@code -D} */
    Settings(PropsFile file, Map<String, String> overrides, ConfigPurpose purpose) {
        this.fileName = file.name();
        this.purpose = purpose;
        for (PropsFile.Entry entry : file.entries()) {
            String key = PropsFile.readable(entry.key());
            add(key, PropsFile.readable(entry.value()), file.place(entry.line()), entry.defect());
        }
        file.entries().stream()
                .filter(entry -> file.swallowedLines().contains(entry.line()))
                .forEach(entry -> warnings.add(file.place(entry.line())
                        + ": is read, although the `//` line before it ends in a backslash (BenchmarkSQL ignores it)"));
        // An override replaces the file's value silently: that is what it is for.
        overrides.forEach((name, value) -> PropertyKey.find(name)
                .ifPresentOrElse(
                        key -> known.put(key, new Given(key, name, value, COMMAND_LINE, null)),
                        () -> addOther(name, value, COMMAND_LINE, null)));
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
            reject(key, "has " + given.defect(), "Write \\\\ for a backslash.");
        }
        if (key.type.note(given.value()) >= 0) {
            advise(
                    key,
                    key.type.freeText
                            ? "what looks like a note is part of the value of `" + given.name()
                                    + "`; move it to another line"
                            : "the note after the value of `" + given.name() + "` is ignored");
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
    List<String> words(PropertyKey key, Pattern form, String what, String suggestion) {
        List<String> words = words(key);
        words.stream()
                .filter(word -> !form.matcher(word).matches())
                .forEach(word -> refuse(key, "`" + word + "` is not " + what, suggestion));
        return words;
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
                advise(key, "`" + key.key() + "` " + mistake + ": false, as in BenchmarkSQL");
            }
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
            reject(key, "is not a whole number", "Write digits only.");
            return fallback;
        }
        if (value.compareTo(BigDecimal.valueOf(min)) < 0 || value.compareTo(BigDecimal.valueOf(max)) > 0) {
            reject(key, "is not between " + min + " and " + max, "Write a number in that range.");
            return fallback;
        }
        return value.intValue();
    }

    /** Refuses so many of a thing, of which each takes at least so many bytes, where they do not fit into the heap. */
    void mustFit(PropertyKey key, int count, long bytesOfEach) {
        long mostBytes = Runtime.getRuntime().maxMemory();
        if (count > mostBytes / bytesOfEach) {
            reject(
                    key,
                    NumberText.format(
                            "takes about %,d MB of memory, and this program may use %,d MB",
                            count * bytesOfEach / MEGABYTE, mostBytes / MEGABYTE),
                    "Write less, or give it more: BMSQL_JAVA_OPTS=-Xmx8g.");
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
            reject(key, "is not between 0 and " + (long) max, "Write a number in that range.");
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
            reject(key, "is not a number", "Write digits, with a point before decimals and nothing else.");
            return null;
        }
    }

    /** Reports a required key that is not there, with an unknown key that may be meant. */
    void missing(PropertyKey key, String suggestion) {
        if (purpose.needs(key.scope)) {
            String advice = misspelling(key)
                    .map(unknown -> "There is " + unknown + ": did you mean `" + key.key() + "`?")
                    .orElse(suggestion);
            add(key.scope, new Problem(place(key), key.key(), null, "missing", advice));
        }
    }

    void reject(PropertyKey key, String why, String suggestion) {
        add(key.scope, problem(key, why, suggestion));
    }

    /** Stops the command even for a key of the collector: this value must not reach a command line or a path. */
    void refuse(PropertyKey key, String why, String suggestion) {
        if (purpose.needs(key.scope)) {
            problems.add(problem(key, why, suggestion));
        } else {
            reject(key, why, suggestion);
        }
    }

    private Problem problem(PropertyKey key, String why, String suggestion) {
        Given given = known.get(key);
        String name = given == null ? key.key() : given.name();
        return new Problem(place(key), name, given == null ? null : given.shown(), why, suggestion);
    }

    void advise(PropertyKey key, String warning) {
        if (purpose.needs(key.scope)) {
            warnings.add(place(key) + ": " + warning);
        }
    }

    /** Records the value in use and where it came from, when that is not what the user wrote. */
    void show(PropertyKey key, String value, String origin) {
        effective.put(key, new EffectiveSetting(key.key(), value, origin));
    }

    /** {@code file:line}, or {@code default}; {@code -D} also where it takes away what the file says. */
    String origin(PropertyKey key) {
        return isGiven(key) || place(key).equals(COMMAND_LINE) ? place(key) : EffectiveSetting.DEFAULT;
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

    /** An unknown key that may be a misspelt {@code key}, with its place. */
    private Optional<String> misspelling(PropertyKey key) {
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
        Given before = known.get(key);
        if (before != null && before.name().equals(name)) {
            warnings.add(origin + ": `" + name + "` was set before, at " + before.origin() + "; the last one counts");
        } else if (before != null) {
            warnings.add(origin + ": `" + name + "` means the same as `" + before.name() + "` at " + before.origin()
                    + "; `" + key.key() + "` counts");
            if (!name.equals(key.key())) {
                return;
            }
        }
        known.put(key, new Given(key, name, value, origin, defect));
    }

    private void addOther(String name, String value, String origin, @Nullable String defect) {
        String plainName = name.replaceFirst("\\[\\d*]$", "");
        if (UnsupportedKey.find(name).isPresent()) {
            unsupported.put(name, PropertyType.WORD.read(value));
        } else if (!plainName.equals(name) && PropertyKey.find(plainName).isPresent()) {
            warnings.add(origin + ": `" + name + "` is ignored: there is one `" + plainName + "` only");
        } else {
            unknownOrigins.putIfAbsent(name, origin);
            if (origin.equals(COMMAND_LINE)) {
                variables.put(name, value);
            }
        }
        if (defect != null) {
            warnings.add(origin + ": `" + name + "` has " + defect + "; it is ignored");
        }
    }

    /** An old props file may hold anything; what was typed for this start is meant. */
    private void warnOfUnknown() {
        if (isOfScripts()) {
            unknownOrigins.values().removeIf(COMMAND_LINE::equals);
        }
        unknownOrigins.forEach((name, origin) -> {
            Optional<String> near = NearestWord.to(name, PropertyKey.names());
            if (origin.equals(COMMAND_LINE)) {
                String suggestion =
                        near.map(known -> "Did you mean `" + known + "`?").orElse("docs/properties.md lists them.");
                add(
                        ConfigPurpose.Scope.DIALECT,
                        new Problem(origin, name, null, "there is no such setting", suggestion));
            } else {
                warnings.add(origin + ": unknown key `" + name + "`"
                        + near.map(known -> ": did you mean `" + known + "`?").orElse(", it is ignored"));
            }
        });
    }

    private void warnOfUnsupported() {
        String list = UnsupportedKey.ALL.stream()
                .filter(key ->
                        unsupported.containsKey(key.key()) && !key.isHarmless(unsupported.getOrDefault(key.key(), "")))
                .map(key -> key.key() + " (" + key.instead() + ")")
                .collect(Collectors.joining(", "));
        if (!list.isEmpty() && purpose.needs(ConfigPurpose.Scope.SCALE)) {
            warnings.add(fileName + ": these keys have no effect in this program: " + list);
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
            String said = problems.toString();
            unknownOrigins.forEach((name, origin) -> {
                if (!origin.equals(COMMAND_LINE) && !said.contains("`" + name + "` at ")) {
                    String suggestion = NearestWord.to(name, PropertyKey.names())
                            .map(near -> "Did you mean `" + near + "`?")
                            .orElse("It is ignored.");
                    problems.add(new Problem(origin, name, null, "unknown key", suggestion));
                }
            });
            throw new ConfigException(List.copyOf(problems));
        }
    }
}
