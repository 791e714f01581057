package io.bmsql.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Settings from the command line, which win over the file; the last one of a key counts. */
public record Overrides(List<Setting> settings, List<String> warnings) {
    /** The names that BenchmarkSQL's loader takes from its command line, plus our seed. */
    private static final List<PropertyKey> LOADER_KEYS = List.of(
            PropertyKey.DRIVER,
            PropertyKey.CONN,
            PropertyKey.USER,
            PropertyKey.PASSWORD,
            PropertyKey.WAREHOUSES,
            PropertyKey.LOAD_WORKERS,
            PropertyKey.FILE_LOCATION,
            PropertyKey.CSV_NULL_VALUE,
            PropertyKey.SEED);

    /** One setting and where it was given. */
    public record Setting(String key, String value, String origin) {}

    public Overrides {
        settings = List.copyOf(settings);
        warnings = List.copyOf(warnings);
    }

    public static Overrides none() {
        return new Overrides(List.of(), List.of());
    }

    /** The pairs of {@code -D key=value}. */
    public static Overrides fromOptions(Map<String, String> options) {
        List<Setting> settings = new ArrayList<>();
        options.forEach((key, value) -> settings.add(new Setting(key, value, "-D")));
        return new Overrides(settings, List.of());
    }

    /**
     * The {@code OPT VAL …} words of BenchmarkSQL's loader: names in any case, unknown names and a last word alone are
     * ignored (contract 2.1).
     */
    public static Overrides fromLoaderWords(List<String> words) {
        List<Setting> settings = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < words.size(); i += 2) {
            String name = words.get(i);
            if (i + 1 == words.size()) {
                warnings.add("command line: `" + name + "` has no value after it and is ignored");
                break;
            }
            String value = words.get(i + 1);
            LOADER_KEYS.stream()
                    .filter(key -> key.key().equalsIgnoreCase(name))
                    .findFirst()
                    .ifPresentOrElse(
                            key -> settings.add(new Setting(key.key(), value, "command line")),
                            () -> warnings.add(
                                    "command line: `" + name + "` is not a setting of the load and is ignored"));
        }
        return new Overrides(settings, warnings);
    }
}
