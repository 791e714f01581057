package io.bmsql.report;

import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.report.chart.Drawing;
import io.bmsql.result.CsvTable;
import io.bmsql.result.Latency;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
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
    /** Anywhere; beside a word; where a line begins; and what makes a link of an address. */
    private static final Pattern MARKS = Pattern.compile("[\\\\|`*\\[\\]~]|(?<!\\w)_|_(?!\\w)"
            + "|^(?:>|#(?=#{0,5}(?:\\s|$))|[-+](?=\\s|-+$|$)|=(?==*$))|(?<=^\\d{1,9})[.)](?=\\s|$)"
            + "|(?<=(?i:https?|ftp)):(?=//)|(?<=\\b(?i:www))[.]");

    private static final Pattern ENTITIES = Pattern.compile("&(?=#?\\w+;)");
    private static final Pattern CONTROLS =
            Pattern.compile("\\R|[\\p{Cc}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

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

    /** Rows of one kind below a head: first columns are added, each with what it shows of a row, then the rows. */
    public static final class Table<T> implements Block {
        private final Words words;
        private final List<Shown<T>> columns = new ArrayList<>();
        private final List<List<Cell>> rows = new ArrayList<>();

        public Table(Words words) {
            this.words = words;
        }

        /**
         * A column.
         *
         * @param group a head that neighbouring columns share, empty for the others
         * @param cell a text, a {@link Cell} or something that becomes a text; a dash stands for null
         */
        private record Shown<T>(Column kind, String group, String head, Function<T, @Nullable Object> cell) {
            Cell of(T row) {
                Object text = Objects.requireNonNullElse(cell.apply(row), NumberText.DASH);
                Cell made = text instanceof Cell own ? own : Cell.link(String.valueOf(text), "");
                String own = kind == Column.NUMBER ? "n " + made.style : made.style;
                return new Cell(made.text, made.link, made.style.isEmpty() ? kind.style : own, made.lines);
            }
        }

        /** Adds a column by the key of its head. */
        public Table<T> add(Column kind, String key, Function<T, @Nullable Object> cell) {
            return headed(kind, words.text(key), cell);
        }

        public Table<T> word(String key, Function<T, @Nullable Object> cell) {
            return add(Column.WORD, key, cell);
        }

        public Table<T> name(String key, Function<T, @Nullable Object> cell) {
            return add(Column.NAME, key, cell);
        }

        public Table<T> text(String key, Function<T, @Nullable Object> cell) {
            return add(Column.TEXT, key, cell);
        }

        public Table<T> number(String key, Function<T, @Nullable Object> cell) {
            return add(Column.NUMBER, key, cell);
        }

        /** Adds a number whose head is this text. */
        public Table<T> headed(String head, Function<T, @Nullable Object> cell) {
            return headed(Column.NUMBER, head, cell);
        }

        /** Adds a column whose head is this text. */
        public Table<T> headed(Column kind, String head, Function<T, @Nullable Object> cell) {
            columns.add(new Shown<>(kind, "", head, cell));
            return this;
        }

        /** Adds a number that shares a head above its own with its neighbours. */
        Table<T> in(String group, String key, Function<T, @Nullable Object> cell) {
            columns.add(new Shown<>(Column.NUMBER, words.text(group), words.text(key), cell));
            return this;
        }

        /** Adds figures of response times, such as {@code p90}, that share a head. */
        Table<T> times(String group, Function<T, @Nullable Latency> times, String... figures) {
            for (String figure : figures) {
                in(group, "col." + figure, row -> TableSet.time(times.apply(row), figure));
            }
            return this;
        }

        /** Adds a number that only some benchmarks have. */
        Table<T> own(Metric metric, String key, Function<T, @Nullable Object> cell) {
            return metric.has(key) ? headed(words.textOr(key, key), cell) : this;
        }

        public Table<T> rows(Collection<? extends T> more) {
            more.forEach(this::row);
            return this;
        }

        public void row(T row) {
            rows.add(columns.stream().map(column -> column.of(row)).toList());
        }

        public List<List<Cell>> rows() {
            return rows;
        }

        /** Its texts alone, for programs. */
        public String csv() {
            Stream<List<String>> texts =
                    rows.stream().map(row -> row.stream().map(Cell::text).toList());
            return Stream.concat(Stream.of(columns.stream().map(Shown::head).toList()), texts)
                    .map(CsvTable::line)
                    .collect(Collectors.joining());
        }

        /** Gives the head, and where columns share one its second row. */
        public List<List<Heading>> heads() {
            List<Heading> first = new ArrayList<>();
            List<Heading> second = new ArrayList<>();
            List<String> groups = columns.stream().map(Shown::group).toList();
            int lines = groups.stream().allMatch(String::isEmpty) ? 1 : 2;
            for (int i = 0; i < groups.size(); i++) {
                String group = groups.get(i);
                String style = columns.get(i).kind == Column.NUMBER ? "n" : "";
                (group.isEmpty() ? first : second)
                        .add(new Heading(columns.get(i).head, style, 1, group.isEmpty() ? lines : 1));
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
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).kind != Column.IMAGE) {
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
            Shown<T> column = columns.get(i);
            boolean isNumber = column.kind == Column.NUMBER;
            List<String> texts = new ArrayList<>();
            texts.add(escape((column.group.isEmpty() ? "" : column.group + ": ") + column.head));
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
