package io.bmsql.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.IOUtils;

/** A script of ours that stands in a page, which allows it by its hash and no other one. */
public final class InlineScript {
    /** Makes the charts and tables of a finished page answer to mouse, keyboard and touch. */
    static final InlineScript OF_PAGES = new InlineScript("/page/page.js");

    private final String text;

    /** Reads a resource of the program. Comments and white space stay behind where they stand apart: each page carries the rest. */
    public InlineScript(String resource) {
        try {
            text = IOUtils.resourceToString(resource, StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                    .collect(Collectors.joining("\n"))
                    .replaceAll("(?m)^((?!.*//).*[{(,;])\n", "$1");
        } catch (IOException e) {
            throw new UncheckedIOException("the program's own " + resource + " cannot be read", e);
        }
    }

    public String text() {
        return text;
    }

    /** What a Content-Security-Policy names it by. */
    public String source() {
        return source(text);
    }

    /** What a Content-Security-Policy names an inline script or style by. */
    public static String source(String text) {
        return "'sha256-" + Base64.getEncoder().encodeToString(DigestUtils.sha256(text)) + "'";
    }
}
