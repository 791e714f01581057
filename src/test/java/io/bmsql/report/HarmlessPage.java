package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** What every page must be, whatever was in the result directory: without script, handler or anything from outside. */
final class HarmlessPage {
    private HarmlessPage() {}

    static void assertHarmless(Document page) {
        assertThat(page.select("script, iframe, object, embed, link, base, form, img, image, foreignObject, use"))
                .isEmpty();
        for (Element element : page.getAllElements()) {
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
