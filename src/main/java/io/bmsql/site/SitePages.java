package io.bmsql.site;

import io.bmsql.analysis.LostData;
import io.bmsql.analysis.Repeats;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.Price;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Templates;
import io.bmsql.report.Words;
import io.bmsql.report.chart.ScriptJson;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the pages of a {@link Site} show: the table of all results, in groups that may be ranked, and a page for each result. */
public final class SitePages {
    private static final String SCRIPT = Templates.script("/site/site.js");

    /** Figures that few results have: without any, the table has no column of it. */
    private static final Set<String> RARE = Set.of("site.tpmC", "site.tpmTotal", "site.failover", "site.price");

    /** Rates that differ by less are equal. */
    private static final double ROUNDING = 1e-9;

    private static final String DURABILITY = "site.durability.";

    /** Another one in every run. */
    private static final Set<String> OF_EVERY_RUN =
            Set.of("command line", PropertyKey.RESULT_DIRECTORY.key(), PropertyKey.SEED.key());

    /** Facts that the table shows in columns of their own. */
    private static final Set<String> IN_COLUMNS =
            Set.of("cpu", "memory", PropertyKey.DB.key(), PropertyKey.WAREHOUSES.key(), PropertyKey.TERMINALS.key());

    /**
     * A result that can stand on the site.
     *
     * @param properties the text of its props file, secrets hidden; may be empty
     * @param sums its checksums by file
     * @param isSummed whether the run wrote them itself
     */
    public record Result(
            String id,
            RunSummary summary,
            Verdict verdict,
            RankingGroup group,
            Map<String, String> serverSettings,
            Map<String, String> sums,
            boolean isSummed,
            String properties) {
        public RunFacts run() {
            return summary.run();
        }

        public String server() {
            return run().environment().getOrDefault("server", NumberText.DASH);
        }

        public String moment() {
            return Words.moment(run().window().startEpochMillis(), ZoneOffset.UTC);
        }

        public String date() {
            return moment().substring(0, 10);
        }

        public double rate() {
            return summary.rate();
        }

        public @Nullable Price price() {
            return Price.of(run().settings());
        }

        /** Returns the leading type's, milliseconds; NaN where none was completed. */
        public double p90Ms() {
            RunSummary.TypeSummary counted =
                    summary.figures().type(run().types().leading());
            return counted == null || counted.count() == 0
                    ? Double.NaN
                    : counted.response().p90Ms();
        }

        /** The longest time without a commit that an event caused, seconds; NaN without events, or a rate before them. */
        double failoverSeconds() {
            return LostData.byEvent(summary).keySet().stream()
                    .filter(event -> event.before() != null)
                    .mapToDouble(event -> event.effect().outageSeconds())
                    .filter(seconds -> seconds >= 0)
                    .max()
                    .orElse(Double.NaN);
        }
    }

    /** Repeats of one run, the newest first: nothing that they record differs. */
    public record Row(List<Result> runs, Map<String, String> facts) {
        Result newest() {
            return runs.get(0);
        }

        RunFacts run() {
            return newest().run();
        }

        boolean isRanked() {
            return runs.stream().allMatch(run -> run.verdict.isRanked());
        }

        Verdict worst() {
            return Collections.min(runs.stream().map(Result::verdict).toList());
        }

        private DoubleStream known(ToDoubleFunction<Result> figure) {
            return runs.stream().mapToDouble(figure).filter(value -> !Double.isNaN(value));
        }

        Repeats of(ToDoubleFunction<Result> figure) {
            return Repeats.of(known(figure).toArray());
        }

        double rate() {
            return of(Result::rate).mean();
        }

        /** NaN where the benchmark is judged by another figure. */
        double rate(String name) {
            return run().metric().name().equals(name) ? rate() : Double.NaN;
        }

        double failoverSeconds() {
            return known(Result::failoverSeconds).max().orElse(Double.NaN);
        }

        String priceUnit() {
            Price price = newest().price();
            return price == null ? "" : price.unit();
        }

        /** NaN without a price, and for scripts. */
        double pricePerTpmC() {
            Price price = newest().price();
            return price == null || run().metric().counted() == null ? Double.NaN : price.per(rate());
        }
    }

    /**
     * A column of the table.
     *
     * @param width its share of the table
     * @param number that it is sorted by; NaN to sort by the text
     */
    public record Figure(
            String key, boolean isFilter, int width, Function<Row, Cell> cell, ToDoubleFunction<Row> number) {
        boolean isKnown(Row row) {
            return !Double.isNaN(number.applyAsDouble(row));
        }
    }

    private static final Comparator<RankingGroup> ORDER = Comparator.comparing(RankingGroup::workload)
            .thenComparing(RankingGroup::mix)
            .thenComparing(RankingGroup::load)
            .thenComparing(RankingGroup::warehouses, Comparator.reverseOrder())
            .thenComparing(group -> !group.durability().equals(RankingGroup.SAFE))
            .thenComparing(RankingGroup::durability);

    private final List<Row> rows;

    /** Those with a price, the cheapest of each currency and time first. */
    private final List<Row> cheapest;

    SitePages(List<Result> results) {
        Function<Result, String> likeness = result ->
                result.verdict.isSound() + " " + result.verdict.isRanked() + " " + result.group + facts(result);
        rows = results.stream()
                .sorted(Comparator.comparing(Result::moment).reversed().thenComparing(Result::id))
                .collect(Collectors.groupingBy(likeness, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(runs -> new Row(runs, facts(runs.get(0))))
                // What has no rank stands behind those that have one.
                .sorted(Comparator.comparing((Row row) -> !row.isRanked())
                        .thenComparing(row -> !row.worst().isSound())
                        .thenComparing(row -> -row.rate()))
                .toList();
        cheapest = rows.stream()
                .filter(row -> !Double.isNaN(row.pricePerTpmC()))
                .sorted(Comparator.comparing(Row::priceUnit).thenComparing(Row::pricePerTpmC))
                .toList();
    }

    int rows() {
        return rows.size();
    }

    /** The file of a page in a language: English pages have the plain name. */
    static String name(String page, Words words) {
        return page + (words.code().equals("en") ? "" : "_" + words.code()) + ".html";
    }

    private static String otherName(Words words) {
        return name("index", Words.in(words.code().equals("en") ? Language.ZH : Language.EN));
    }

    /** All that is recorded of the circumstances, without what differs in every run. */
    private static Map<String, String> facts(Result result) {
        RunFacts run = result.run();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("bmsql", run.setup().toolVersion());
        facts.put("isolation level", run.setup().isolationLevel());
        facts.put("window, s", Long.toString(Math.round(run.window().windowSeconds())));
        facts.put("connections", Integer.toString(run.size().sutThreads()));
        facts.put("loaded warehouses", Integer.toString(run.size().loadedWarehouses()));
        facts.putAll(run.environment());
        run.settings().forEach(setting -> facts.put(setting.key(), setting.value()));
        result.serverSettings.forEach((name, value) -> facts.put("server: " + name, value));
        facts.keySet().removeAll(OF_EVERY_RUN);
        facts.replaceAll(SecretText::hideIn);
        return facts;
    }

    private List<Figure> figures(Words words) {
        return List.of(
                text("results.db", 11, row -> row.run().setup().db()),
                text("site.version", 13, row -> row.newest().server().replaceFirst("(?<=\\d)[ ,(].*", "")),
                number("results.warehouses", true, 12, SitePages::warehouses, NumberText::brief),
                text("site.waits", 9, row -> load(row.newest().group.load(), words)),
                text(
                        "results.form",
                        9,
                        row -> named("site.form.", row.run().setup().statementForm(), words)),
                text(
                        "site.durability",
                        12,
                        row -> named(DURABILITY, row.newest().group.durability(), words)),
                new Figure("site.hardware", true, 12, row -> hardware(row.run(), words), row -> Double.NaN),
                number("results.terminals", false, 8, row -> row.run().size().terminals(), NumberText::brief),
                rateFigure("tpmC", words),
                rateFigure("tpmTotal", words),
                number("site.p90", false, 7, row -> row.of(Result::p90Ms).mean(), NumberText::millis),
                number("site.failover", false, 7, Row::failoverSeconds, seconds -> NumberText.trimmed(seconds, 2)),
                new Figure(
                        "site.price",
                        false,
                        10,
                        SitePages::priceCell,
                        row -> cheapest.contains(row) ? cheapest.indexOf(row) : Double.NaN),
                new Figure(
                        "compare.verdict",
                        true,
                        12,
                        row -> cell(words.verdict(row.worst()), row.worst().isSound() ? "" : "bad"),
                        row -> row.worst().ordinal()),
                new Figure("site.date", false, 13, row -> cell(row.newest().date(), ""), row -> Double.NaN));
    }

    private static Figure text(String key, int width, Function<Row, String> text) {
        // A long name may go on in another line behind its signs, and nowhere else.
        return new Figure(
                key,
                true,
                width,
                row -> cell(text.apply(row).replaceAll("[_=/-](?=\\p{Alnum})", "$0\u200b"), ""),
                row -> Double.NaN);
    }

    private static Figure number(
            String key, boolean isFilter, int width, ToDoubleFunction<Row> number, DoubleFunction<String> text) {
        return new Figure(
                key,
                isFilter,
                width,
                row -> {
                    double value = number.applyAsDouble(row);
                    return cell(Double.isNaN(value) ? NumberText.DASH : text.apply(value), "n");
                },
                number);
    }

    private static Cell cell(String text, String style, String... lines) {
        List<String> shown = Stream.of(lines).filter(line -> !line.isEmpty()).toList();
        return new Cell(text, "", style, shown);
    }

    /** Each figure that benchmarks are judged by has a column of its own. */
    private static Figure rateFigure(String name, Words words) {
        return new Figure("site." + name, false, 11, row -> rateCell(row, name, words), row -> row.rate(name));
    }

    private static Cell rateCell(Row row, String name, Words words) {
        if (Double.isNaN(row.rate(name))) {
            return cell(NumberText.DASH, "n");
        }
        Repeats rate = row.of(Result::rate);
        String interval = NumberText.brief(rate.low()) + NumberText.DASH + NumberText.brief(rate.high());
        Cell cell = cell(
                NumberText.brief(rate.mean()),
                "n",
                rate.hasInterval() ? interval : "",
                row.runs.size() > 1 ? words.text("site.repeats", row.runs.size()) : "");
        String page = "results/" + row.newest().id + "/" + name("index", words);
        return new Cell(cell.text(), page, cell.style(), cell.lines());
    }

    private static Cell priceCell(Row row) {
        Price price = row.newest().price();
        return price == null || Double.isNaN(row.pricePerTpmC())
                ? cell(NumberText.DASH, "n")
                : cell(
                        NumberText.millis(row.pricePerTpmC()) + " " + price.currency(),
                        "n",
                        price.total(),
                        price.date());
    }

    /** Shows the load generator's: no run records that of a server elsewhere. */
    private static Cell hardware(RunFacts run, Words words) {
        String[] cpu = run.environment().getOrDefault("cpu", NumberText.DASH).split(", (?=[^,]*$)");
        String memory = run.environment().getOrDefault("memory", "");
        String size = memory.matches("\\d{1,15} kB")
                ? Math.round(Long.parseLong(memory.replace(" kB", "")) / (double) (1 << 20)) + " GiB"
                : "";
        return cell(cpu[0], "", cpu.length > 1 ? words.translated(cpu[1]) : "", size);
    }

    private static String load(String load, Words words) {
        String[] parts = load.split(" ");
        return switch (parts[0]) {
            case "waits" ->
                load.equals("waits 1.0 1.0")
                        ? words.text("site.load.full")
                        : words.text("site.load.waits", parts[1], parts[2]);
            case "profile" -> words.text("site.load.profile", load.substring(load.indexOf(' ') + 1));
            case "closed" -> words.text("site.load.closed");
            default -> words.text("site.load." + parts[0], NumberText.count(Long.parseLong(parts[1])));
        };
    }

    private static String named(String prefix, String name, Words words) {
        return words.textOr(prefix + name, name);
    }

    private static double warehouses(Row row) {
        return row.run().metric().has("warehouses") ? row.run().size().warehouses() : Double.NaN;
    }

    static String title(RankingGroup group, Words words) {
        String title = words.text(
                "site.group",
                group.workload()
                        + (group.warehouses() == 0
                                ? ""
                                : words.text("site.group.warehouses", NumberText.count(group.warehouses()))),
                load(group.load(), words),
                named(DURABILITY, group.durability(), words));
        return group.mix().isEmpty() ? title : title + words.text("site.mix", group.mix());
    }

    String index(Words words, String mark) {
        List<Figure> shown = figures(words).stream()
                .filter(figure -> !RARE.contains(figure.key) || rows.stream().anyMatch(figure::isKnown))
                .toList();
        List<Map<String, Object>> rankings = new ArrayList<>();
        List<Object> data = new ArrayList<>();
        Map<Map.Entry<String, String>, Integer> facts = new LinkedHashMap<>();
        Map<RankingGroup, List<Row>> groups = new TreeMap<>(ORDER);
        groups.putAll(rows.stream().collect(Collectors.groupingBy(row -> row.newest().group)));
        groups.forEach((group, ranked) -> {
            List<List<Cell>> cells = new ArrayList<>();
            for (Row row : ranked) {
                long better = ranked.stream()
                        .filter(other -> other.isRanked() && other.rate() > row.rate() * (1 + ROUNDING))
                        .count();
                String rank = row.isRanked() ? Long.toString(better + 1) : NumberText.DASH;
                cells.add(
                        Stream.concat(Stream.of(cell(rank, "n")), shown.stream().map(figure -> figure.cell.apply(row)))
                                .toList());
                double[] numbers = shown.stream()
                        .mapToDouble(figure -> figure.number.applyAsDouble(row))
                        .toArray();
                int[] known = row.facts.entrySet().stream()
                        .filter(fact -> !IN_COLUMNS.contains(fact.getKey()))
                        .mapToInt(fact -> facts.computeIfAbsent(fact, first -> facts.size()))
                        .toArray();
                data.add(List.of(numbers, known));
            }
            rankings.add(Map.of("title", title(group, words), "rows", cells));
        });
        List<List<String>> named = facts.keySet().stream()
                .map(fact -> List.of(fact.getKey(), fact.getValue()))
                .toList();
        Map<String, Object> values = new HashMap<>();
        values.put("mark", mark);
        values.put("other", otherName(words));
        values.put("figures", shown);
        values.put("rankings", rankings);
        values.put(
                "results",
                NumberText.count(rows.stream().mapToInt(row -> row.runs.size()).sum()));
        // In the same order in each JVM: the same results give the same bytes.
        Map<String, ?> ofScript = Map.of("rows", data, "facts", named, "words", words.below("site.js."));
        values.put("data", ScriptJson.text(new TreeMap<>(ofScript)));
        values.put("script", SCRIPT);
        values.put("policy", Templates.policySource(SCRIPT));
        return new Templates(words).fill("site/index.html", values);
    }

    String result(Result result, Words words) {
        Row row = rows.stream()
                .filter(one -> one.runs.contains(result))
                .findFirst()
                .orElseThrow();
        Row alone = new Row(List.of(result), row.facts);
        List<List<String>> figures = figures(words).stream()
                .map(figure -> List.of(figure.key, figure.cell.apply(alone).whole()))
                .filter(figure -> !figure.get(1).equals(NumberText.DASH))
                .toList();
        Map<String, Object> values = new HashMap<>();
        values.put("page", name("index", words));
        values.put("other", otherName(words));
        values.put("report", name("report", words));
        values.put("result", result);
        values.put("group", title(result.group, words));
        values.put("figures", figures);
        values.put("rateKey", "site." + result.run().metric().name());
        values.put("rate", row.of(Result::rate));
        values.put("repeats", row.runs.size() < 2 ? List.of() : row.runs);
        return new Templates(words).fill("site/result.html", values);
    }
}
