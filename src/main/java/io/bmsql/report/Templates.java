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
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.IOUtils;

/**
 * Fills the program's templates, HTML and Markdown. They escape whatever they are given; only what they mark as raw, which
 * is made here, passes as it is. A template finds its words by {@code t("key", value, value)}, {@code type(row.type)} and
 * {@code own(text)}, and formats numbers by filters such as {@code value | ms}. Safe for use by any thread.
 */
public final class Templates {
    private static final Pattern DATE = Pattern.compile("\\b\\d{4}-\\d{2}-\\d{2}\\b");

    private static final Map<String, Filter> FILTERS = Map.of(
            "count", filter(value -> known(value, number -> NumberText.count(Math.round(number)))),
            "rate", filter(NumberText::brief),
            "ms", filter(value -> known(value, NumberText::millis)),
            "duration", filter(NumberText::duration),
            "figure", filter(value -> measured(value, NumberText::millis)),
            // A date is not broken at its hyphens; it is for text that is escaped already.
            "dated", of(text -> DATE.matcher(Objects.toString(text, "")).replaceAll("<time>$0</time>")));

    /** Makes the charts and tables of a finished page answer to mouse, keyboard and touch. */
    static final String SCRIPT = script("/page/page.js");

    private final PebbleEngine engine;
    private final String language;

    public Templates(Words words) {
        language = words.code();
        engine = new PebbleEngine.Builder()
                .loader(new ClasspathLoader(Templates.class.getClassLoader()))
                .extension(new AbstractExtension() {
                    @Override
                    public Map<String, Function> getFunctions() {
                        return Map.of(
                                "t",
                                // A text has at most four places.
                                function(
                                        List.of("key", "a", "b", "c", "d"),
                                        values -> words.text(
                                                values[0], Arrays.copyOfRange(values, 1, 5, Object[].class))),
                                "own",
                                function(List.of("text"), values -> words.translated(values[0])),
                                "type",
                                function(List.of("of"), values -> words.type(values[0])),
                                "script",
                                function(List.of(), values -> SCRIPT),
                                "scriptsource",
                                function(List.of(), values -> policySource(SCRIPT)),
                                "scriptwords",
                                function(List.of(), values -> ScriptJson.text(words.below("script."))));
                    }

                    @Override
                    public Map<String, Filter> getFilters() {
                        return FILTERS;
                    }
                })
                .addEscapingStrategy("markdown", Page::escape)
                .autoEscaping(true)
                .strictVariables(true)
                .newLineTrimming(true)
                .defaultLocale(Locale.ROOT)
                .build();
    }

    /** Fills a template, which finds {@code lang} and the colours {@code light} and {@code dark} beside the values. */
    public String fill(String path, Map<String, Object> values) {
        Map<String, Object> all = new HashMap<>(values);
        all.put("lang", language);
        all.put("light", ChartTheme.variables(false));
        all.put("dark", ChartTheme.variables(true));
        StringWriter text = new StringWriter();
        try {
            engine.getTemplate(path).evaluate(text, all, Locale.ROOT);
        } catch (IOException e) {
            throw new UncheckedIOException("the template " + path + " cannot be filled", e);
        }
        return text.toString();
    }

    /** A script of the program for a page. Comments and white space stay behind where they stand apart: each page carries the rest. */
    public static String script(String resource) {
        try {
            return IOUtils.resourceToString(resource, StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                    .collect(Collectors.joining("\n"))
                    .replaceAll("(?m)^((?!.*//).*[{(,;])\n", "$1");
        } catch (IOException e) {
            throw new UncheckedIOException("the program's own " + resource + " cannot be read", e);
        }
    }

    /** What a Content-Security-Policy names an inline script or style by. */
    public static String policySource(String text) {
        return "'sha256-" + Base64.getEncoder().encodeToString(DigestUtils.sha256(text)) + "'";
    }

    /** A dash where nothing was measured, which is no number. */
    public static String measured(double value, DoubleFunction<String> format) {
        return Double.isFinite(value) ? format.apply(value) : NumberText.DASH;
    }

    /** A negative value means unknown. */
    static String known(double value, DoubleFunction<String> format) {
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
                        .map(name -> Objects.toString(arguments.get(name), ""))
                        .toArray(String[]::new));
            }
        };
    }

    private static Filter filter(DoubleFunction<String> format) {
        return of(input -> input instanceof Number number ? format.apply(number.doubleValue()) : "");
    }

    private static Filter of(UnaryOperator<Object> made) {
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
                return made.apply(input);
            }
        };
    }
}
