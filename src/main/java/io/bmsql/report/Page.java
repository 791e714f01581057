package io.bmsql.report;

import io.bmsql.report.chart.Drawing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A page in sections, made into HTML by one template and into Markdown here. Charts and links are in the HTML only.
 *
 * @param isBroad true when tables may be as wide as the window
 */
public record Page(String title, boolean isBroad, List<Section> sections) {
    private static final Pattern MARKS = Pattern.compile("[\\\\|<`*\\[\\]]");
    private static final Pattern LINE_ENDS = Pattern.compile("\\R");

    /**
     * One section.
     *
     * @param id for links to it; may be empty
     * @param title may be empty
     * @param isChapter true when the sections after it belong to it
     */
    public record Section(String id, String title, boolean isChapter, List<Block> blocks) {
        public static Section of(String id, String title, Block... blocks) {
            return new Section(id, title, false, List.of(blocks));
        }

        static Section chapter(String id, String title) {
            return new Section(id, title, true, List.of());
        }
    }

    /** What a section consists of. */
    public sealed interface Block {
        /** How the template knows it. */
        default String kind() {
            return getClass().getSimpleName();
        }

        /** Empty for what Markdown does not show. */
        String markdown();
    }

    /** What was found, in large letters, and what belongs to it. */
    public record Headlines(List<String> lines, List<String> notes) implements Block {
        @Override
        public String markdown() {
            return Stream.concat(
                            lines.stream().map(line -> "**" + escape(line) + "**\n"), Stream.of(new Notes(notes).markdown()))
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

    /** A sentence; a small one explains what stands beside it. */
    public record Text(String text, boolean isSmall) implements Block {
        @Override
        public String markdown() {
            return escape(text);
        }
    }

    /** Drawings with a note in front of them, which may be empty. */
    public record Charts(String note, boolean hasTitles, List<Drawing> drawings) implements Block {
        @Override
        public String markdown() {
            return "";
        }
    }

    /** How a column is set. */
    public enum Column {
        /** Short words. */
        WORD(""),
        /** On one line. */
        NAME("name"),
        /** Broken wherever it must be. */
        TEXT("text"),
        /** At the right. */
        NUMBER("n"),
        /** An SVG image made here, which Markdown leaves out. */
        IMAGE("image");

        private final String style;

        Column(String style) {
            this.style = style;
        }
    }

    /** A cell that is more than its text: with a link, or set in its own way. */
    public record Cell(String text, String link, String style) {
        /** Text that leads to another page; an empty link leads nowhere. */
        public static Cell link(String text, String link) {
            return new Cell(text, link, "");
        }

        /** Something that is not as it should be. */
        public static Cell bad(String text) {
            return new Cell(text, "", "bad");
        }
    }

    /** The head of a table to be. */
    public static final class Columns {
        private final Words words;
        private final List<Column> kinds = new ArrayList<>();
        private final List<String> head = new ArrayList<>();

        /** Takes the language of the head. */
        public Columns(Words words) {
            this.words = words;
        }

        /** Columns of one kind by the keys of their words. */
        public Columns add(Column kind, String... keys) {
            return add(kind, Arrays.stream(keys).map(words::text).toList());
        }

        /** Columns of one kind by their heads. */
        public Columns add(Column kind, List<String> heads) {
            kinds.addAll(Collections.nCopies(heads.size(), kind));
            head.addAll(heads);
            return this;
        }

        /** The table: each row has a text, a {@link Cell} or something that becomes a text in each column. */
        public Table rows(List<? extends List<?>> rows) {
            return new Table(kinds, head, rows.stream().map(this::cells).toList());
        }

        private List<Cell> cells(List<?> row) {
            return IntStream.range(0, row.size())
                    .mapToObj(i -> {
                        Cell cell = row.get(i) instanceof Cell own ? own : Cell.link(row.get(i).toString(), "");
                        return cell.style.isEmpty() ? new Cell(cell.text, cell.link, kinds.get(i).style) : cell;
                    })
                    .toList();
        }
    }

    /** Rows of cells below a head. */
    public record Table(List<Column> columns, List<String> head, List<List<Cell>> rows) implements Block {
        /** Columns line up, so that it reads well in a terminal as it is. */
        @Override
        public String markdown() {
            int[] shown = IntStream.range(0, head.size())
                    .filter(i -> columns.get(i) != Column.IMAGE)
                    .toArray();
            int[] widths = new int[head.size()];
            for (int i : shown) {
                widths[i] = rows.stream()
                        .map(row -> row.get(i).text)
                        .mapToInt(text -> escape(text).length())
                        .reduce(escape(head.get(i)).length(), Math::max);
            }
            String rule = Arrays.stream(shown)
                    .mapToObj(i -> "-".repeat(widths[i] + 1) + (columns.get(i) == Column.NUMBER ? ":" : "-"))
                    .collect(Collectors.joining("|", "|", "|"));
            return Stream.concat(
                            Stream.of(line(shown, widths, head), rule),
                            rows.stream()
                                    .map(row -> line(
                                            shown,
                                            widths,
                                            row.stream().map(Cell::text).toList())))
                    .collect(Collectors.joining("\n"));
        }

        private String line(int[] shown, int[] widths, List<String> texts) {
            return Arrays.stream(shown)
                    .mapToObj(i -> {
                        String text = escape(texts.get(i));
                        String blanks = " ".repeat(widths[i] - text.length());
                        return columns.get(i) == Column.NUMBER ? blanks + text : text + blanks;
                    })
                    .collect(Collectors.joining(" | ", "| ", " |"));
        }
    }

    /** One file with no script but ours and nothing from outside. */
    public String html(Words words) {
        return new Templates(words).fill("page/page.html", Map.of("page", this));
    }

    /** The same without charts, to paste or to read in a terminal. */
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

    /** Text from outside stays text. */
    private static String escape(String text) {
        return LINE_ENDS.matcher(MARKS.matcher(text).replaceAll("\\\\$0")).replaceAll(" ");
    }
}
