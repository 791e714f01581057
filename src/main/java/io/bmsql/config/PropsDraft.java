package io.bmsql.config;

import io.bmsql.common.Texts;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.ConfigPurpose.Scope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A props file that is to be written: settings in the order of the catalogue, each below the words that docs/properties.md has
 * for it. One thread.
 */
public final class PropsDraft {
    private static final Pattern COMMENTED = Pattern.compile("^#([A-Za-z]+)=(.*)$", Pattern.MULTILINE);
    /** What the sample of another database cannot know. */
    private static final Set<Scope> OF_ONE_DATABASE = Set.of(Scope.DIALECT, Scope.CONNECTION, Scope.STORAGE);

    private final Map<PropertyKey, String> settings = new EnumMap<>(PropertyKey.class);
    /** Written as comments, for people to switch on. */
    private final Map<PropertyKey, String> suggestions = new EnumMap<>(PropertyKey.class);

    /** Takes the settings of a file that others wrote, and those that stand in it as comments. */
    public void takeFrom(PropsFile sample, boolean isOfThisDatabase) throws IOException {
        String text = Files.readString(Path.of(sample.name()), StandardCharsets.ISO_8859_1);
        Matcher commented = COMMENTED.matcher(text);
        while (commented.find()) {
            take(commented.group(1), commented.group(2), isOfThisDatabase, suggestions);
        }
        sample.entries().forEach(entry -> take(entry.key(), entry.value(), isOfThisDatabase, settings));
    }

    private static void take(String name, String value, boolean isAll, Map<PropertyKey, String> into) {
        PropertyKey.find(name)
                .filter(key -> isAll || !OF_ONE_DATABASE.contains(key.scope))
                .ifPresent(key -> into.put(key, PropsFile.readable(value)));
    }

    public void put(PropertyKey key, String value) {
        settings.put(key, value);
    }

    /** Leaves a setting out, also as a comment. */
    public void leaveOut(PropertyKey key) {
        settings.remove(key);
        suggestions.remove(key);
    }

    /** The value so far; empty where there is none. */
    public String value(PropertyKey key) {
        return settings.getOrDefault(key, "");
    }

    /** The whole file, in UTF-8 when it is written. */
    public String text(String heading) {
        Texts words = Texts.of(Language.EN);
        StringBuilder text = new StringBuilder("# ").append(heading).append('\n');
        String section = "";
        for (PropertyKey key : PropertyKey.values()) {
            boolean isSet = settings.containsKey(key);
            String value = isSet ? settings.get(key) : suggestions.get(key);
            if (value != null) {
                String own = section(key.scope);
                if (!own.equals(section)) {
                    text.append("\n# == ").append(own).append(" ==\n");
                    section = own;
                }
                text.append("# ")
                        .append(words.text(key.words()).replace("`", ""))
                        .append('\n');
                text.append(isSet ? "" : "#").append(key.key()).append('=').append(escaped(value));
                text.append('\n');
            }
        }
        return text.toString();
    }

    private static String section(Scope scope) {
        return switch (scope) {
            case DIALECT, CONNECTION, STORAGE -> "The database";
            case SCALE, LOAD -> "Scale and load";
            case RUN -> "The run";
            case RESULT -> "Results";
            case COLLECTOR -> "Figures of the hosts and the server";
            case GROUP -> "Several load generators";
        };
    }

    private static String escaped(String value) {
        String escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
        return escaped.startsWith(" ") ? "\\" + escaped : escaped;
    }

    /**
     * Reads the text as {@code bmsql validate} would, before there is a file. A variable of the environment that is not set yet is
     * no mistake.
     *
     * @param name of the file that it will be, for messages
     */
    public LoadedConfig checked(Path name, String text, Map<String, String> environment) throws ConfigException {
        Map<String, String> known = new HashMap<>(environment);
        unsetVariables(environment).forEach(variable -> known.put(variable, ""));
        String latin1 = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return new ConfigLoader(known, () -> 1)
                .load(
                        PropsFile.parse(name.toString(), latin1),
                        name.toAbsolutePath().resolveSibling(""),
                        Map.of(),
                        ConfigPurpose.VALIDATE);
    }

    /** The names in {@code ${NAME}} that the environment does not have. */
    public List<String> unsetVariables(Map<String, String> environment) {
        return settings.values().stream()
                .flatMap(value -> ConfigLoader.VARIABLE.matcher(value).results())
                .map(found -> found.group(1))
                .filter(name -> !environment.containsKey(name))
                .distinct()
                .toList();
    }
}
