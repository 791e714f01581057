package io.bmsql.report;

import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.report.chart.Drawing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A page in sections, made into HTML by one template and into Markdown here. Charts and links are in the HTML only.
 *
 * @param isBroad true when tables may be as wide as the window
 */
public record Page(String title, boolean isBroad, List<Section> sections) {
    private static final Pattern MARKS = Pattern.compile("[\\\\|`*\\[\\]]");
    private static final Pattern ENTITIES = Pattern.compile("&(?=#?\\w+;)");
    private static final Pattern CONTROLS = Pattern.compile("\\R|\\p{Cntrl}");

    /** Longer cells do not widen the others of their column. */
    private static final int WIDEST = 60;

    /**
     * @param id for links to it; may be empty
     * @param title may be empty
     * @param isChapter true when the sections after it belong to it
     */
    public record Section(String id, String title, boolean isChapter, List<Block> blocks) {
        public static Section of(String id, String title, Block... blocks) {
            return new Section(id, title, false, List.of(blocks));
        }
    }

    public sealed interface Block {
        /** How the template knows it. */
        default String kind() {
            return getClass().getSimpleName();
        }

        /** Is empty for what Markdown does not show. */
        default String markdown() {
            return "";
        }
    }

    /** What was found, in large letters, and what belongs to it. */
    public record Headlines(List<String> lines, List<String> notes, boolean isBad) implements Block {

        @Override
        public String markdown() {
            return Stream.concat(
                            lines.stream().map(line -> "**" + escape(line) + "**\n"),
                            Stream.of(new Notes(notes).markdown()))
                    .collect(Collectors.joining("\n"));
        }
    }

    /** Sentences, each on its own line. */
    public record Notes(List<String> lines) implements Block {
        @Override
        public String markdown() {
            return lines.stream().map(line -> "- " + escape(line)).collect(Collectors.joining("\n"));
        }
    }

    /** A sentence; {@code soft small} explains what stands beside it. */
    public record Text(String style, String text) implements Block {
        @Override
        public String markdown() {
            return escape(text);
        }
    }

    /** Leads to another page. */
    public record Link(String text, String address) implements Block {}

    public record Figure(String name, String value, String unit, boolean isBad) {}

    public record Figures(List<Figure> figures) implements Block {}

    /** Drawings with a note in front of them, which may be empty. */
    public record Charts(String note, boolean hasTitles, List<Drawing> drawings) implements Block {}

    /** How a column is set. */
    public enum Column {
        /** Short words. */
        WORD(""),
        /** Stays on one line. */
        NAME("name"),
        SOFTNAME("soft name"),
        /** Broken wherever it must be. */
        TEXT("text"),
        SOFT("soft text"),
        /** Holds a text of a program, such as a statement. */
        CODE("text code"),
        NUMBER("n"),
        /** An SVG image made here, which Markdown leaves out. */
        IMAGE("image");

        private final String style;

        Column(String style) {
            this.style = style;
        }
    }

    /** A cell that is more than its text: with a link, set in its own way, or with smaller lines below. */
    public record Cell(String text, String link, String style, List<String> lines) {
        /** Makes a text that leads to another page; an empty link leads nowhere. */
        public static Cell link(String text, String link) {
            return new Cell(text, link, "", List.of());
        }

        /** Marks something that is not as it should be. */
        public static Cell bad(String text) {
            return new Cell(text, "", "bad", List.of());
        }

        /** Joins its text and its further lines on one line. */
        public String whole() {
            return Stream.concat(Stream.of(text), lines.stream()).collect(Collectors.joining("; "));
        }

        private String markdown() {
            return style.endsWith("bad") ? "**" + escape(whole()) + "**" : escape(whole());
        }
    }

    public record Heading(String text, String style, int columns, int rows) {}

    /** Rows of cells below a head: first its columns are added, then its rows. */
    public static final class Table implements Block {
        private final Words words;
        private final List<Column> columns = new ArrayList<>();

        /** A head that neighbouring columns share, empty for the others. */
        private final List<String> groups = new ArrayList<>();

        private final List<String> head = new ArrayList<>();
        /** Columns that were added, those of other benchmarks too, whose cells are left out. */
        private final List<Boolean> areShown = new ArrayList<>();

        private final List<List<Cell>> rows = new ArrayList<>();

        public Table(Words words) {
            this.words = words;
        }

        /** Adds columns of one kind by the keys of their words. */
        public Table add(Column kind, String... keys) {
            return add(kind, Arrays.stream(keys).map(words::text).toList());
        }

        public Table add(Column kind, List<String> heads) {
            return add(kind, "", heads);
        }

        private Table add(Column kind, String group, List<String> heads) {
            areShown.addAll(Collections.nCopies(heads.size(), true));
            groups.addAll(Collections.nCopies(heads.size(), group));
            columns.addAll(Collections.nCopies(heads.size(), kind));
            head.addAll(heads);
            return this;
        }

        /** Adds numbers that share a head above their own. */
        Table numbersOf(String group, String... keys) {
            List<String> heads = Arrays.stream(keys).map(words::text).toList();
            return add(Column.NUMBER, words.text(group), heads);
        }

        /** Adds numbers that only some benchmarks have. */
        Table own(Metric metric, String... keys) {
            for (String key : keys) {
                if (metric.has(key)) {
                    add(Column.NUMBER, List.of(words.textOr(key, key)));
                } else {
                    areShown.add(false);
                }
            }
            return this;
        }

        /** Each row has a text, a {@link Cell} or something that becomes a text in each column. */
        public Table rows(List<? extends List<?>> more) {
            more.forEach(this::row);
            return this;
        }

        public void row(List<?> texts) {
            row(texts.toArray());
        }

        /** A dash stands for null. */
        void row(@Nullable Object... texts) {
            List<Cell> cells = new ArrayList<>();
            for (int i = 0; i < texts.length; i++) {
                if (areShown.get(i)) {
                    Object text = Objects.requireNonNullElse(texts[i], NumberText.DASH);
                    Cell cell = text instanceof Cell own ? own : Cell.link(String.valueOf(text), "");
                    Column kind = columns.get(cells.size());
                    String style =
                            cell.style.isEmpty() ? kind.style : kind == Column.NUMBER ? "n " + cell.style : cell.style;
                    cells.add(new Cell(cell.text, cell.link, style, cell.lines));
                }
            }
            rows.add(cells);
        }

        public List<String> head() {
            return head;
        }

        public List<List<Cell>> rows() {
            return rows;
        }

        /** Gives the head, and where columns share one its second row. */
        public List<List<Heading>> heads() {
            List<Heading> first = new ArrayList<>();
            List<Heading> second = new ArrayList<>();
            int lines = groups.stream().allMatch(String::isEmpty) ? 1 : 2;
            for (int i = 0; i < head.size(); i++) {
                String group = groups.get(i);
                String style = columns.get(i) == Column.NUMBER ? "n" : "";
                (group.isEmpty() ? first : second).add(new Heading(head.get(i), style, 1, group.isEmpty() ? lines : 1));
                if (!group.isEmpty() && (i == 0 || !groups.get(i - 1).equals(group))) {
                    first.add(new Heading(group, "group", Collections.frequency(groups, group), 1));
                }
            }
            return lines == 1 ? List.of(first) : List.of(first, second);
        }

        /** Columns line up, so that it reads well in a terminal as it is. */
        @Override
        public String markdown() {
            List<StringBuilder> lines = IntStream.rangeClosed(0, rows.size() + 1)
                    .mapToObj(line -> new StringBuilder())
                    .toList();
            for (int i = 0; i < head.size(); i++) {
                if (columns.get(i) != Column.IMAGE) {
                    addColumn(lines, i);
                }
            }
            return lines.stream().map(line -> line + "|").collect(Collectors.joining("\n"));
        }

        /** Counts columns of a terminal, of which a Chinese character and its punctuation take two. */
        private static int width(String text) {
            return text.length()
                    + text.replaceAll("[^\\u2e80-\\ud7a3\\uf900-\\ufaff\\uff01-\\uff60]", "")
                            .length();
        }

        /** Below the head is the rule, which says how the column is set. */
        private void addColumn(List<StringBuilder> lines, int i) {
            boolean isNumber = columns.get(i) == Column.NUMBER;
            List<String> texts = new ArrayList<>();
            texts.add(escape((groups.get(i).isEmpty() ? "" : groups.get(i) + ": ") + head.get(i)));
            rows.forEach(row -> texts.add(row.get(i).markdown()));
            int longest = texts.stream().mapToInt(Table::width).max().orElse(0);
            int width = Math.min(WIDEST, longest);
            for (int line = 0; line < texts.size(); line++) {
                String text = texts.get(line);
                String blanks = " ".repeat(Math.max(0, width - width(text)));
                lines.get(line == 0 ? 0 : line + 1)
                        .append("| ")
                        .append(isNumber ? blanks + text : text + blanks)
                        .append(' ');
            }
            lines.get(1).append('|').append("-".repeat(width + 1)).append(isNumber ? ':' : '-');
        }
    }

    /** Makes one file with no script but ours and nothing from outside. */
    public String html(Words words) {
        return new Templates(words).fill("page/page.html", Map.of("page", this));
    }

    /** Leaves out the charts, to paste or to read in a terminal. */
    public String markdown() {
        StringBuilder text = new StringBuilder("# ").append(escape(title)).append('\n');
        for (Section section : sections) {
            List<String> blocks = section.blocks.stream()
                    .map(Block::markdown)
                    .filter(block -> !block.isEmpty())
                    .toList();
            if (!section.title.isEmpty() && (section.isChapter || !blocks.isEmpty())) {
                text.append(section.isChapter ? "\n# " : "\n## ")
                        .append(escape(section.title))
                        .append('\n');
            }
            blocks.forEach(block -> text.append('\n').append(block).append('\n'));
        }
        return text.toString();
    }

    /** Writes a text that a reader of Markdown shows as it is: no markup, no HTML, no link, one line. */
    static String escape(String text) {
        String line = CONTROLS.matcher(text.strip()).replaceAll(" ");
        String plain = ENTITIES.matcher(line).replaceAll("&amp;").replace("<", "&lt;");
        return MARKS.matcher(plain).replaceAll("\\\\$0");
    }
}
