package io.bmsql.live;

import io.bmsql.chart.ChartTheme;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The page as text, in the report's style. The templates escape whatever they are given; only style, drawings and the one
 * script, which are made here, pass as they are. Safe for use by any thread.
 */
final class LivePage {
    private final PebbleTemplate page;
    private final PebbleTemplate run;
    private final String script;
    private final String style;
    private final String policy;

    LivePage() {
        ClasspathLoader loader = new ClasspathLoader(LivePage.class.getClassLoader());
        loader.setSuffix(".html");
        PebbleEngine engine = new PebbleEngine.Builder()
                .loader(loader)
                .autoEscaping(true)
                .strictVariables(true)
                .newLineTrimming(true)
                .defaultLocale(Locale.ROOT)
                .build();
        page = engine.getTemplate("live/page");
        run = engine.getTemplate("live/run");
        script = resource("/live/page.js");
        style = filled(
                engine.getTemplate("live/style"),
                Map.of("light", ChartTheme.lightVariables(), "dark", ChartTheme.darkVariables()));
        policy = "default-src 'none'; style-src 'sha256-" + sha256(style) + "'; script-src 'sha256-" + sha256(script)
                + "'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(LivePage.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the program's own file " + name + " cannot be read", e);
        }
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** The Content-Security-Policy of the page: nothing but its own style and its own script. */
    String policy() {
        return policy;
    }

    /** What changes while the run runs. */
    String content(PageModel model) {
        return filled(run, Map.of("page", model));
    }

    /** The whole page around a {@link #content}. */
    String whole(String title, String content) {
        return filled(page, Map.of("title", title, "content", content, "script", script, "style", style));
    }

    private static String filled(PebbleTemplate template, Map<String, Object> values) {
        StringWriter text = new StringWriter();
        try {
            template.evaluate(text, values, Locale.ROOT);
        } catch (IOException e) {
            throw new UncheckedIOException("the live page's template cannot be filled", e);
        }
        return text.toString();
    }
}
