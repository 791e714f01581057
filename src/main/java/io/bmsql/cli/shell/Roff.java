package io.bmsql.cli.shell;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One manual page in the macros of man(7). What is handed to it is roff already; the static methods make it so. One thread. */
final class Roff {
    private static final Pattern CODE = Pattern.compile("(\\*\\*|`)(.+?)\\1");
    private static final Pattern WORDS = Pattern.compile("(.{1,78})(?: +|$)", Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    private final StringBuilder page = new StringBuilder();

    Roff(String name, String chapter, String date, String version) {
        line(".TH " + plain(name.toUpperCase(Locale.ROOT)) + " " + chapter + " " + date + " \"bmsql " + plain(version)
                + "\" \"bmsql manual\"");
        line(".nh");
        line(".ad l");
    }

    Roff section(String title) {
        return line(".SH " + title);
    }

    Roff paragraph(String text) {
        if (!page.toString().endsWith(".SH DESCRIPTION\n")) {
            line(".PP");
        }
        return text(text);
    }

    /** A section of terms, each with its meaning below; none when there are no terms. */
    <T> void items(String title, Collection<T> all, Function<T, String> term, Function<T, String> meaning) {
        if (all.isEmpty()) {
            return;
        }
        section(title);
        for (T each : all) {
            line(".TP").line(term.apply(each)).text(meaning.apply(each));
        }
    }

    /** Lines as they are, without the blanks that all begin with. */
    void example(List<String> lines) {
        if (!lines.isEmpty()) {
            section("EXAMPLES").line(".nf");
            line(lines.stream()
                    .map(each -> plain(each.stripIndent().replaceFirst("^ {2}", "")))
                    .collect(Collectors.joining("\n")));
            line(".fi");
        }
    }

    /** Text that may be broken at its blanks: readers of the source have narrow windows too. */
    Roff text(String text) {
        return line(WORDS.matcher(text)
                .replaceAll("$1\n")
                .replaceAll("(?m)^(?=[.'])", "\\\\&")
                .stripTrailing());
    }

    Roff line(String text) {
        page.append(text).append('\n');
        return this;
    }

    static String bold(String text) {
        return "\\fB" + plain(text) + "\\fR";
    }

    static String italic(String text) {
        return "\\fI" + plain(text) + "\\fR";
    }

    /** Markdown's code and stress in bold; of a link its words. */
    static String marked(String markdown) {
        String text = plain(LINK.matcher(markdown).replaceAll("$1"));
        return CODE.matcher(text).replaceAll("\\\\fB$2\\\\fR");
    }

    /** Text that nothing in it is taken for more than text. */
    static String plain(String text) {
        return text.lines()
                .map(line -> line.strip()
                        .replace("\\", "\\e")
                        .replace("-", "\\-")
                        .replace("~", "\\(ti")
                        .replace("^", "\\(ha")
                        .replaceFirst("^(?=[.'])", "\\\\&"))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
