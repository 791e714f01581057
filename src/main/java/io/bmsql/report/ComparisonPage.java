package io.bmsql.report;

import io.bmsql.analysis.ComparedPoint;
import io.bmsql.analysis.Comparer;

import io.bmsql.report.chart.ChartTheme;
import io.bmsql.analysis.Comparison.Method;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Comparisons in words: for a page, for Markdown, and for a terminal, which shows the Markdown as it is. */
public final class ComparisonPage {
    private final List<ComparisonPart> parts;
    private final List<String> remarks;
    private final Words words;

    /**
     * Takes what was found.
     *
     * @param points at least one; several get a table of all of them in front
     * @param remarks sentences about what could not be compared
     * @param zone of the times of day
     */
    public ComparisonPage(List<ComparedPoint> points, List<String> remarks, Words words, ZoneId zone) {
        this.parts = points.stream()
                .map(point -> new ComparisonPart(point, words, zone))
                .toList();
        this.words = words;
        String few = points.stream()
                .filter(point -> points.size() > 1 && point.found().method() == Method.TOO_FEW)
                .map(ComparedPoint::name)
                .collect(Collectors.joining("; "));
        this.remarks = few.isEmpty()
                ? List.copyOf(remarks)
                : Stream.concat(remarks.stream(), Stream.of(words.text("compare.few", few, Comparer.LEAST_REPEATS)))
                        .toList();
    }

    /** One file with no script but ours and nothing from outside. */
    public String html() {
        return new Templates(words)
                .fill(
                        "compare/compare.html",
                        Map.of(
                                "lang", words.code(),
                                "light", ChartTheme.lightVariables(),
                                "dark", ChartTheme.darkVariables(),
                                "title", words.text("compare.title"),
                                "remarks", remarks,
                                "head", head(),
                                "overview", overview(),
                                "parts",
                                        parts.stream()
                                                .map(ComparisonPart::values)
                                                .toList()));
    }

    /** Tables whose columns are aligned for reading as they are. */
    public String markdown() {
        StringBuilder text =
                new StringBuilder("# ").append(words.text("compare.title")).append("\n\n");
        remarks.forEach(
                remark -> text.append("- ").append(MarkdownTable.escape(remark)).append('\n'));
        text.append(remarks.isEmpty() ? "" : "\n");
        if (!overview().isEmpty()) {
            MarkdownTable.append(text, head(), overview(), List.of(1, 2, 3, 4, 5, 6));
        }
        for (ComparisonPart part : parts) {
            if (parts.size() > 1) {
                text.append("\n# ")
                        .append(MarkdownTable.escape(part.overview().get(0)))
                        .append("\n\n");
            }
            part.append(text);
        }
        return text.toString();
    }

    private List<List<String>> overview() {
        return parts.size() == 1
                ? List.of()
                : parts.stream().map(ComparisonPart::overview).toList();
    }

    private List<String> head() {
        return Stream.of(
                        "compare.point",
                        "compare.runs.base",
                        "compare.runs.new",
                        "compare.tpmC.base",
                        "compare.tpmC.new",
                        "compare.change",
                        "compare.interval",
                        "compare.claim")
                .map(words::text)
                .toList();
    }
}
