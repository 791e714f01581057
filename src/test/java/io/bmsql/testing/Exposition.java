package io.bmsql.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Prometheus' text format 0.0.4 as strictly as its description allows: each family in one piece with HELP and TYPE before
 * its samples, no sample twice, counters that end in {@code _total}, histograms whose buckets only grow.
 */
public final class Exposition {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern SAMPLE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? (NaN|[+-]Inf|-?[0-9.]+(?:E-?[0-9]+)?)");
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\"(?:,|$)");

    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<String, Double> samples = new LinkedHashMap<>();

    private Exposition() {}

    /** Fails the test when the text breaks a rule. */
    public static Exposition parse(String text) {
        assertThat(text).endsWith("\n").doesNotContain("\r");
        Exposition exposition = new Exposition();
        String family = "";
        Set<String> seen = new HashSet<>();
        for (String line : text.split("\n")) {
            if (line.startsWith("# HELP ")) {
                family = line.split(" ", 4)[2];
                assertThat(family).matches(NAME);
                assertThat(seen.add(family))
                        .as("family %s in one piece", family)
                        .isTrue();
                assertThat(line.split(" ", 4)).as(line).hasSize(4);
            } else if (line.startsWith("# TYPE ")) {
                String[] words = line.split(" ");
                assertThat(words).as(line).hasSize(4);
                assertThat(words[2]).as("TYPE follows its HELP").isEqualTo(family);
                assertThat(words[3]).isIn("counter", "gauge", "histogram", "summary", "untyped");
                exposition.types.put(family, words[3]);
            } else {
                exposition.sample(family, line);
            }
        }
        exposition.checkHistograms();
        return exposition;
    }

    private void sample(String family, String line) {
        Matcher matcher = SAMPLE.matcher(line);
        assertThat(matcher.matches()).as("a sample: %s", line).isTrue();
        String type = types.get(family);
        assertThat(type).as("TYPE before: %s", line).isNotNull();
        String suffix = matcher.group(1).substring(family.length());
        assertThat(matcher.group(1)).startsWith(family);
        assertThat(suffix)
                .as(line)
                .isIn(
                        type.equals("histogram")
                                ? List.of("_bucket", "_sum", "_count")
                                : type.equals("summary") ? List.of("", "_sum", "_count") : List.of(""));
        if (type.equals("counter")) {
            assertThat(family).endsWith("_total");
        }
        String key = matcher.group(1) + labels(matcher.group(2));
        assertThat(samples.put(key, number(matcher.group(3))))
                .as("once: %s", key)
                .isNull();
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new TreeMap<>();
        int at = 0;
        Matcher matcher = LABEL.matcher(text == null ? "" : text);
        while (matcher.find() && matcher.start() == at) {
            assertThat(labels.put(matcher.group(1), matcher.group(2))).isNull();
            at = matcher.end();
        }
        assertThat(at).as("labels: %s", text).isEqualTo(text == null ? 0 : text.length());
        return labels;
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    private void checkHistograms() {
        types.forEach((family, type) -> {
            if (type.equals("histogram")) {
                Map<String, List<Double>> buckets = new TreeMap<>();
                samples.forEach((key, value) -> {
                    if (key.startsWith(family + "_bucket")) {
                        buckets.computeIfAbsent(key.replaceFirst("le=[^,}]+", "le"), absent -> new ArrayList<>())
                                .add(value);
                    }
                });
                assertThat(buckets).isNotEmpty();
                buckets.forEach((key, counts) -> {
                    assertThat(counts).as(key).isSorted();
                    String count = key.replace("_bucket", "_count")
                            .replaceAll("(, )?le(?=[,}])", "")
                            .replace("{, ", "{");
                    assertThat(samples.get(count)).as(count).isEqualTo(counts.get(counts.size() - 1));
                });
            }
        });
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
