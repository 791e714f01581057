package io.bmsql.report;

import io.bmsql.common.NumberText;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.ScriptJson;
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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * Fills the program's templates, HTML and Markdown. They escape whatever they are given; only what they mark as raw, which
 * is made here, passes as it is. A template finds its words by {@code t("key", value, value)}, {@code type(row.type)} and
 * {@code own(text)}, and formats numbers by filters such as {@code value | ms}. Safe for use by any thread.
 */
public final class Templates {
    private final PebbleEngine engine;
    private final String language;

    /** Takes the words and the language of what will be filled. */
    public Templates(Words words) {
        language = words.code();
        engine = new PebbleEngine.Builder()
                .loader(new ClasspathLoader(Templates.class.getClassLoader()))
                .extension(new WordsAndNumbers(words))
                .addEscapingStrategy("markdown", Page::escape)
                .autoEscaping(true)
                .strictVariables(true)
                .newLineTrimming(true)
                .defaultLocale(Locale.ROOT)
                .build();
    }

    /** With {@code lang}, and the colours {@code light} and {@code dark}, beside the values. */
    public String fill(String path, Map<String, Object> values) {
        Map<String, Object> all = new HashMap<>(values);
        all.put("lang", language);
        all.put("light", ChartTheme.lightVariables());
        all.put("dark", ChartTheme.darkVariables());
        StringWriter text = new StringWriter();
        try {
            engine.getTemplate(path).evaluate(text, all, Locale.ROOT);
        } catch (IOException e) {
            throw new UncheckedIOException("the template " + path + " cannot be filled", e);
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
                    function(List.of("of"), arguments -> words.type(arguments[0])),
                    "errorclass",
                    function(List.of("of"), arguments -> words.errorClass(arguments[0])),
                    "script",
                    function(List.of(), arguments -> InlineScript.OF_PAGES.text()),
                    "scriptsource",
                    function(List.of(), arguments -> InlineScript.OF_PAGES.source()),
                    "scriptwords",
                    function(List.of(), arguments -> ScriptJson.text(words.below("script."))));
        }

        @Override
        public Map<String, Filter> getFilters() {
            return Map.of(
                    "count", filter(value -> known(value, number -> NumberText.count(Math.round(number)))),
                    "rate", filter(NumberText::brief),
                    "ms", filter(value -> known(value, NumberText::millis)),
                    "percent", filter(value -> known(value, NumberText::percent)),
                    "clock", filter(NumberText::clock),
                    "duration", filter(NumberText::duration),
                    "tenths", filter(value -> NumberText.decimal(value, 1).replace('-', '\u2212')),
                    "seconds", filter(value -> NumberText.trimmed(value, 3)),
                    "figure", filter(value -> Double.isNaN(value) ? NumberText.DASH : NumberText.millis(value)),
                    "known", filter(value -> Double.isNaN(value) ? NumberText.DASH : NumberText.brief(value)));
        }
    }

    /** A negative value means unknown. */
    private static String known(double value, DoubleFunction<String> format) {
        return value < 0 ? NumberText.DASH : format.apply(value);
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
