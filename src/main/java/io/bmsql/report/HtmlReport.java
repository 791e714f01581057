package io.bmsql.report;

import io.bmsql.chart.ChartTheme;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The page: one file without script, handler or anything from outside. The template escapes whatever it is given; only
 * style and drawings, which are made here, pass as they are.
 */
final class HtmlReport {
    private final Words words;
    private final PebbleTemplate template;

    HtmlReport(Words words) {
        this.words = words;
        ClasspathLoader loader = new ClasspathLoader(HtmlReport.class.getClassLoader());
        loader.setPrefix("report");
        loader.setSuffix(".html");
        PebbleEngine engine = new PebbleEngine.Builder()
                .loader(loader)
                .extension(new NumberFilters(), new WordFunctions(words))
                .autoEscaping(true)
                .strictVariables(true)
                .newLineTrimming(true)
                .defaultLocale(Locale.ROOT)
                .build();
        template = engine.getTemplate("report");
    }

    /** Writes the page as text. */
    String render(ReportModel model) {
        Map<String, Object> values = new HashMap<>();
        values.put("model", model);
        values.put("run", model.summary().run());
        values.put("lang", words.code());
        values.put("light", ChartTheme.lightVariables());
        values.put("dark", ChartTheme.darkVariables());
        values.put("draw", new ReportCharts(model, words));
        StringWriter page = new StringWriter();
        try {
            template.evaluate(page, values, Locale.ROOT);
        } catch (IOException e) {
            throw new UncheckedIOException("the report's template cannot be filled", e);
        }
        return page.toString();
    }
}
