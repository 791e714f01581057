package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;

/** What every page must be, whatever was in the result directory: no script but ours, no handler, nothing from outside. */
final class HarmlessPage {
    private HarmlessPage() {}

    static void assertHarmless(Document page) {
        assertThat(page.select("script[type]"))
                .allMatch(script -> script.attr("type").equals("application/json"))
                .noneMatch(script -> script.data().contains("<"));
        Elements scripts = page.select("script:not([type])");
        assertThat(scripts).hasSize(1);
        assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .isEqualTo("default-src 'none'; style-src 'unsafe-inline'; script-src "
                        + Templates.policySource(scripts.get(0).data()));
        Document rest = page.clone();
        rest.select("meta[http-equiv]").remove();
        assertThat(page.select("iframe, object, embed, link, base, form, img, image, foreignObject, use"))
                .isEmpty();
        for (Element element : rest.getAllElements()) {
            for (Attribute attribute : element.attributes()) {
                assertThat(attribute.getKey()).doesNotStartWithIgnoringCase("on");
                assertThat(attribute.getKey()).isNotIn("src", "xlink:href", "srcdoc", "action", "data");
                if (attribute.getKey().equals("href")) {
                    // Only from the contents to the sections of the page itself.
                    assertThat(attribute.getValue()).startsWith("#");
                    assertThat(page.getElementById(attribute.getValue().substring(1)))
                            .as(attribute.getValue())
                            .isNotNull();
                }
                if (!attribute.getKey().startsWith("xmlns")) {
                    assertThat(attribute.getValue()).doesNotContain("//").doesNotContainIgnoringCase("javascript:");
                }
            }
        }
        assertThat(page.select("style")).hasSize(1);
        assertThat(page.select("style").get(0).data()).doesNotContain("url(").doesNotContain("@import");
    }
}
