package io.bmsql.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a scrape of a run gives, read; that its text keeps to the rules of the format is the library's affair. */
public final class Exposition {
    private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)\\})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<String, String> types = new TreeMap<>();
    private final Map<String, Double> samples = new TreeMap<>();

    private Exposition() {}

    public static Exposition parse(String text) {
        Exposition exposition = new Exposition();
        for (String line : text.split("\n")) {
            if (line.startsWith("# TYPE ")) {
                exposition.types.put(line.split(" ")[2], line.split(" ")[3]);
            } else if (!line.startsWith("#")) {
                exposition.sample(line);
            }
        }
        return exposition;
    }

    private void sample(String line) {
        Matcher matcher = SAMPLE.matcher(line);
        assertThat(matcher.matches()).as("a sample: %s", line).isTrue();
        Map<String, String> labels = new TreeMap<>();
        LABEL.matcher(matcher.group(2) == null ? "" : matcher.group(2))
                .results()
                .forEach(label -> labels.put(label.group(1), label.group(2)));
        String key = matcher.group(1) + labels;
        assertThat(samples.put(key, Double.parseDouble(matcher.group(3).replace("Inf", "Infinity"))))
                .as("once: %s", key)
                .isNull();
    }

    /** The type of a family. */
    public String type(String family) {
        return types.getOrDefault(family, "none");
    }

    /** One sample; the labels as {@code {name=value, …}}, sorted. */
    public double value(String key) {
        assertThat(samples).containsKey(key);
        return samples.get(key);
    }

    /** The sum of all samples of a name whose labels contain a text. */
    public double sum(String name, String label) {
        return samples.entrySet().stream()
                .filter(sample -> sample.getKey().startsWith(name + "{")
                        && sample.getKey().contains(label))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** All samples of counters, and of the counts of histograms. */
    public Map<String, Double> growing() {
        Map<String, Double> growing = new TreeMap<>(samples);
        growing.keySet().removeIf(key -> !key.matches("\\w+(_total|_count|_bucket)\\{.*"));
        return growing;
    }
}
