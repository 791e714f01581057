package io.bmsql.report;

import io.bmsql.analysis.ComparedPoint;
import io.bmsql.analysis.Comparer;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Notes;
import io.bmsql.report.Page.Section;
import io.bmsql.report.Page.Table;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Comparisons in words: for a page, for Markdown, and for a terminal, which shows the Markdown as it is. */
public final class ComparisonPage {
    private ComparisonPage() {}

    /**
     * Puts into words what was found.
     *
     * @param points at least one; several get a table of all of them in front
     * @param remarks sentences about what could not be compared
     * @param zone of the times of day
     */
    public static Page of(List<ComparedPoint> points, List<String> remarks, Words words, ZoneId zone) {
        boolean areSeveral = points.size() > 1;
        List<List<?>> rows = new ArrayList<>();
        List<Section> sections = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            ComparisonPart part = new ComparisonPart(points.get(i), words, zone);
            String suffix = areSeveral ? Integer.toString(i) : "";
            if (areSeveral) {
                rows.add(part.overview(Cell.link(points.get(i).name(), "#point" + i)));
                sections.add(Section.chapter("point" + i, points.get(i).name()));
            }
            sections.addAll(part.sections(suffix));
        }
        String few = points.stream()
                .filter(point -> areSeveral && point.found().method() == Method.TOO_FEW)
                .map(ComparedPoint::name)
                .collect(Collectors.joining("; "));
        Stream<String> last =
                few.isEmpty() ? Stream.of() : Stream.of(words.text("compare.few", few, Comparer.LEAST_REPEATS));
        Notes notes = new Notes(Stream.concat(remarks.stream(), last).toList());
        if (areSeveral) {
            sections.add(0, Section.of("overview", "", notes, overview(words, rows)));
        } else if (!notes.lines().isEmpty()) {
            sections.add(0, Section.of("overview", "", notes));
        }
        return new Page(words.text("compare.title"), false, sections);
    }

    private static Table overview(Words words, List<List<?>> rows) {
        return new Page.Columns(words)
                .add(Column.WORD, "compare.point")
                .add(Column.NUMBER, "compare.runs.base", "compare.runs.new", "compare.tpmC.base", "compare.tpmC.new")
                .add(Column.NUMBER, "compare.change", "compare.interval")
                .add(Column.WORD, "compare.claim")
                .rows(rows);
    }
}
