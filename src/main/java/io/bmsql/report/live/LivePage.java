package io.bmsql.report.live;

import io.bmsql.report.InlineScript;
import io.bmsql.report.Page;
import io.bmsql.report.Templates;
import io.bmsql.report.Words;
import io.bmsql.report.Words.Language;
import java.util.Map;

/** The page as text; only style, drawings and the one script pass the templates as they are. For any thread. */
final class LivePage {
    private final Words words = Words.in(Language.EN);
    private final Templates templates = new Templates(words);
    private final InlineScript script = new InlineScript("/live/page.js");
    private final String style;
    private final String policy;

    LivePage() {
        style = templates.fill("live/style.html", Map.of());
        policy = "default-src 'none'; style-src " + InlineScript.source(style) + "; script-src " + script.source()
                + "; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    Words words() {
        return words;
    }

    /** The Content-Security-Policy of the page: nothing but its own style and its own script. */
    String policy() {
        return policy;
    }

    String content(Page page) {
        return templates.fill("page/sections.html", Map.of("page", page));
    }

    String whole(String title, String content) {
        return templates.fill(
                "live/page.html", Map.of("title", title, "content", content, "script", script.text(), "style", style));
    }
}
