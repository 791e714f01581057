package io.bmsql.report;

import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.config.Price;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Table;
import io.bmsql.result.RunSummary;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The tables of a report by name: {@code report/tables.txt} says what is in them, and fills them by these methods. */
public final class ReportTables {
    private static final int MAX_SAMPLES = 3;

    /** Left out where another workload was run. */
    private static final Set<String> TPCC_COLUMNS =
            Set.of("col.rollback", "col.skipped", "tpmC", "type.new_order", "agents.homes");

    private final Words words;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final ZoneId zone;
    /** Whether the columns of the open table are shown. */
    private final List<Boolean> areShown = new ArrayList<>();

    private final boolean isTpcc;
    private Table open;

    private ReportTables(ZoneId zone, boolean isTpcc, Words words) {
        this.isTpcc = isTpcc;
        this.words = words;
        this.zone = zone;
        this.open = new Table(words);
    }

    static Map<String, Table> of(ReportModel model, Words words) {
        ReportTables tables =
                new ReportTables(model.zone(), model.summary().run().isTpcc(), words);
        new Templates(words).fill("report/tables.txt", Map.of("tables", tables, "model", model));
        return tables.tables;
    }

    /** Begins a table; a column is its kind, the key of its word, and that of the word above it and its neighbours. */
    public String begin(String name, List<String> heads) {
        open = new Table(words);
        tables.put(name, open);
        areShown.clear();
        for (String text : heads) {
            String[] parts = text.split(" ");
            areShown.add(isTpcc || !TPCC_COLUMNS.contains(parts[1]));
            if (!areShown.get(areShown.size() - 1)) {
                continue;
            }
            String group = parts.length > 2 ? words.text(parts[2]) : "";
            open.add(Column.of(parts[0]), group, List.of(words.textOr(parts[1], parts[1])));
        }
        return "";
    }

    /** A row of the table that was begun last. */
    public String row(List<?> cells) {
        open.row(IntStream.range(0, cells.size())
                .filter(areShown::get)
                .mapToObj(cells::get)
                .toList());
        return "";
    }

    /** A cell that stands out where something is not as it should be. */
    public Object badIf(boolean isBad, String text) {
        return isBad ? Cell.bad(text) : text;
    }

    public Cell withLines(String text, List<String> lines) {
        return new Cell(text, "", "", lines);
    }

    /** A condition with the first of its violations. */
    public Cell withSamples(String text, List<String> samples, long count, @Nullable String file) {
        List<String> lines = new ArrayList<>(samples.stream().limit(MAX_SAMPLES).toList());
        long more = (count == 0 ? samples.size() : count) - MAX_SAMPLES;
        if (more > 0 && !samples.isEmpty()) {
            lines.add(words.text("violations.more", NumberText.count(more)));
            if (count > 0 && file != null) {
                lines.add(words.text("violations.file", file));
            }
        }
        return withLines(text, lines);
    }

    /** What the user says that the system costs, also for each tpmC; empty where nobody does. */
    public String price(RunSummary summary) {
        Price price = Price.of(summary.run().settings());
        double each = price == null || !isTpcc
                ? Double.NaN
                : price.per(summary.figures().tpmC());
        return price == null
                ? ""
                : Double.isNaN(each)
                        ? price.text()
                        : words.text("env.price.value", price.text(), NumberText.millis(each), price.currency());
    }

    public String moment(long epochMillis) {
        return Words.moment(epochMillis, zone);
    }

    /** Values arrive hidden; hiding secrets again is for directories that others wrote. */
    public String hidden(String key, String value) {
        return SecretText.hideIn(key, value);
    }

    public String options(Map<String, String> options) {
        return options.entrySet().stream()
                .map(option -> SecretText.hideIn(option.getKey() + "=" + option.getValue()))
                .collect(Collectors.joining(", "));
    }

    public String textOr(String key, String other) {
        return words.textOr(key, other);
    }

    /** Writes the name as people do: server version for {@code serverVersion}. */
    public String factName(String key) {
        String plain = key.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.textOr("env." + plain.replace(' ', '-'), plain);
    }

    /** Linux tells its memory in kB. */
    public String readable(String value) {
        return value.matches("\\d{1,15} kB")
                ? NumberText.trimmed(Long.parseLong(value.replace(" kB", "")) / (double) (1 << 20), 1) + " GiB"
                : value;
    }
}
