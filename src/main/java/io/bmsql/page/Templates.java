package io.bmsql.page;

import io.bmsql.chart.NumberText;
import io.bmsql.spec.TransactionType;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.Function;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * Fills the program's HTML templates. They escape whatever they are given; only what they mark as raw, which is made here,
 * passes as it is. A template finds its words by {@code t("key", value, value)}, {@code type(row.type)} and {@code own(text)},
 * and formats numbers by filters such as {@code value | ms}. Safe for use by any thread.
 */
public final class Templates {
    private final PebbleEngine engine;

    /** Takes the words and the language of what will be filled. */
    public Templates(Words words) {
        ClasspathLoader loader = new ClasspathLoader(Templates.class.getClassLoader());
        loader.setSuffix(".html");
        engine = new PebbleEngine.Builder()
                .loader(loader)
                .extension(new WordsAndNumbers(words))
                .autoEscaping(true)
                .strictVariables(true)
                .newLineTrimming(true)
                .defaultLocale(Locale.ROOT)
                .build();
    }

    /**
     * Fills a template.
     *
     * @param name its path without {@code .html}
     */
    public String fill(String name, Map<String, Object> values) {
        StringWriter text = new StringWriter();
        try {
            engine.getTemplate(name).evaluate(text, values, Locale.ROOT);
        } catch (IOException e) {
            throw new UncheckedIOException("the template " + name + " cannot be filled", e);
        }
        return text.toString();
    }

    private static final class WordsAndNumbers extends AbstractExtension {
        private final Words words;

        WordsAndNumbers(Words words) {
            this.words = words;
        }

        @Override
        public Map<String, Function> getFunctions() {
            return Map.of(
                    "t",
                    // A text has at most four places.
                    function(
                            List.of("key", "a", "b", "c", "d"),
                            arguments -> words.text(arguments[0], Arrays.copyOfRange(arguments, 1, 5, Object[].class))),
                    "own",
                    function(List.of("text"), arguments -> words.translated(arguments[0])),
                    "type",
                    function(List.of("of"), arguments -> words.type(TransactionType.valueOf(arguments[0]))));
        }

        @Override
        public Map<String, Filter> getFilters() {
            return Map.of(
                    "count", filter(KnownText::count),
                    "rate", filter(NumberText::brief),
                    "ms", filter(KnownText::millis),
                    "percent", filter(KnownText::percent),
                    "clock", filter(NumberText::clock),
                    "duration", filter(NumberText::duration),
                    "seconds", filter(value -> NumberText.trimmed(value, 3)),
                    "figure", filter(value -> Double.isNaN(value) ? KnownText.DASH : NumberText.millis(value)),
                    "known", filter(value -> Double.isNaN(value) ? KnownText.DASH : NumberText.brief(value)));
        }
    }

    private static Function function(List<String> names, java.util.function.Function<String[], String> result) {
        return new Function() {
            @Override
            public List<String> getArgumentNames() {
                return names;
            }

            @Override
            public Object execute(
                    Map<String, Object> arguments, PebbleTemplate self, EvaluationContext context, int lineNumber) {
                return result.apply(names.stream()
                        .map(name -> arguments.get(name) == null
                                ? ""
                                : arguments.get(name).toString())
                        .toArray(String[]::new));
            }
        };
    }

    private static Filter filter(DoubleFunction<String> format) {
        return new Filter() {
            @Override
            public List<String> getArgumentNames() {
                return List.of();
            }

            @Override
            public Object apply(
                    Object input,
                    Map<String, Object> arguments,
                    PebbleTemplate self,
                    EvaluationContext context,
                    int lineNumber) {
                return input instanceof Number number ? format.apply(number.doubleValue()) : "";
            }
        };
    }
}
