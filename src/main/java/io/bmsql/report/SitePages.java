package io.bmsql.report;

import io.bmsql.analysis.Losses;
import io.bmsql.analysis.RankingGroup;
import io.bmsql.analysis.Repeats;
import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.common.TransactionType;
import io.bmsql.config.Price;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Headlines;
import io.bmsql.report.Page.Notes;
import io.bmsql.report.Page.Section;
import io.bmsql.report.Page.Table;
import io.bmsql.report.Page.Text;
import io.bmsql.report.Site.Result;
import io.bmsql.report.Words.Language;
import io.bmsql.report.chart.ScriptJson;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary.TypeSummary;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the pages of a {@link Site} show: the table of all results, in groups that may be ranked, and a page for each result. */
final class SitePages {
    private static final String RATE = "site.rate";
    private static final String PRICE = "site.price";
    private static final String ENERGY = "site.energy";
    private static final String FAILOVER = "site.failover";

    /** Figures that few results have: without any, the table has no column of it. */
    private static final Set<String> RARE = Set.of(FAILOVER, PRICE, ENERGY);

    private static final String SCRIPT = Templates.script("/site/site.js");

    /** Another one in every run. */
    private static final Set<String> OF_EVERY_RUN =
            Set.of("command line", PropertyKey.RESULT_DIRECTORY.key(), PropertyKey.SEED.key());

    /** Facts that the table shows in columns of their own. */
    private static final Set<String> IN_COLUMNS = Set.of(
            "server", "cpu", "memory", PropertyKey.DB.key(), PropertyKey.WAREHOUSES.key(), PropertyKey.TERMINALS.key());

    /**
     * Repeats of one run: nothing that they record differs.
     *
     * @param runs the newest first
     */
    private record Row(List<Result> runs, Map<String, String> facts) {
        Result newest() {
            return runs.get(0);
        }

        RunFacts run() {
            return newest().summary().run();
        }

        boolean isSound() {
            return newest().verdict().isSound();
        }

        Result worst() {
            return runs.stream().min(Comparator.comparing(Result::verdict)).orElseThrow();
        }

        Repeats rate() {
            return Repeats.of(runs.stream().mapToDouble(SitePages::rate).toArray());
        }

        double p90Ms() {
            return Repeats.of(runs.stream()
                            .mapToDouble(SitePages::p90Ms)
                            .filter(ms -> ms >= 0)
                            .toArray())
                    .mean();
        }

        /** NaN without a price, and for scripts. */
        double pricePerTpmC() {
            Price price = Price.of(run().settings());
            return price == null || !run().isTpcc() ? Double.NaN : price.per(rate().mean());
        }

        /** For each New-Order, of all hosts that show it; NaN without any. */
        double joules() {
            return runs.stream()
                    .map(run -> run.summary().postRun().conditions().perNewOrder())
                    .filter(work -> work.keySet().stream().anyMatch(key -> key.startsWith(WindowConditions.ENERGY)))
                    .mapToDouble(work -> work.entrySet().stream()
                            .filter(one -> one.getKey().startsWith(WindowConditions.ENERGY))
                            .mapToDouble(Map.Entry::getValue)
                            .sum())
                    .average()
                    .orElse(Double.NaN);
        }

        /** The longest time without a commit that an event caused, seconds; NaN without events. */
        double failoverSeconds() {
            return runs.stream()
                    .flatMap(run -> Losses.byEvent(run.summary()).keySet().stream())
                    .mapToDouble(event -> event.effect().outageSeconds())
                    .max()
                    .orElse(Double.NaN);
        }
    }

    /**
     * A column of the table.
     *
     * @param width its share of the table
     * @param number that it is sorted by; NaN to sort by the text
     */
    private record Figure(
            String key, boolean isFilter, int width, Function<Row, Cell> cell, ToDoubleFunction<Row> number) {}

    /** One ranking of the page. */
    public record Ranking(String title, List<List<Cell>> rows) {}

    private final Map<RankingGroup, List<Row>> groups = new TreeMap<>(Comparator.comparing(RankingGroup::workload)
            .thenComparing(RankingGroup::mix)
            .thenComparing(RankingGroup::load)
            .thenComparing(RankingGroup::warehouses, Comparator.reverseOrder())
            .thenComparing(group -> !group.durability().equals(RankingGroup.SAFE))
            .thenComparing(RankingGroup::durability));

    private final List<Row> rows = new ArrayList<>();

    SitePages(List<Result> results) {
        Map<String, List<Result>> repeats = new LinkedHashMap<>();
        results.stream()
                .sorted(Comparator.comparingLong(SitePages::start).reversed().thenComparing(Result::id))
                .forEach(result -> repeats.computeIfAbsent(
                                result.verdict().isSound() + " " + result.group() + facts(result),
                                key -> new ArrayList<>())
                        .add(result));
        repeats.values().forEach(runs -> {
            Row row = new Row(List.copyOf(runs), facts(runs.get(0)));
            rows.add(row);
            groups.computeIfAbsent(row.newest().group(), group -> new ArrayList<>())
                    .add(row);
        });
        // What is not valid has no place in a ranking and stands behind it.
        groups.values()
                .forEach(ranked -> ranked.sort(
                        Comparator.comparing(Row::isSound).reversed().thenComparing(row -> -row.rate()
                                .mean())));
    }

    int rows() {
        return rows.size();
    }

    /** The file of a page in a language: English pages have the plain name. */
    static String name(String page, Words words) {
        return page + (words.code().equals("en") ? "" : "_" + words.code()) + ".html";
    }

    private static String otherName(String page, Words words) {
        return name(page, Words.in(words.code().equals("en") ? Language.ZH : Language.EN));
    }

    private static long start(Result result) {
        return result.summary().run().window().startEpochMillis();
    }

    private static String date(Result result) {
        return Words.moment(start(result), ZoneOffset.UTC).substring(0, 10);
    }

    private static double rate(Result result) {
        boolean isTpcc = result.summary().run().isTpcc();
        return isTpcc
                ? result.summary().figures().tpmC()
                : result.summary().figures().tpmTotal();
    }

    private static double p90Ms(Result result) {
        TransactionType leading = result.summary().run().types().leading();
        TypeSummary counted = result.summary().figures().type(leading);
        return counted == null || counted.count() == 0 ? -1 : counted.response().p90Ms();
    }

    /** All that is recorded of the circumstances, without what differs in every run. */
    private static Map<String, String> facts(Result result) {
        RunFacts run = result.summary().run();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("bmsql", run.setup().toolVersion());
        facts.put("isolation level", run.setup().isolationLevel());
        facts.put("window, s", Long.toString(Math.round(run.window().windowSeconds())));
        facts.put("connections", Integer.toString(run.size().sutThreads()));
        run.environment().forEach((name, value) -> put(facts, name, value));
        run.settings().forEach(setting -> put(facts, setting.key(), setting.value()));
        result.serverSettings().forEach((name, value) -> put(facts, "server: " + name, value));
        return facts;
    }

    private static void put(Map<String, String> facts, String name, String value) {
        if (!OF_EVERY_RUN.contains(name)) {
            facts.put(name, SecretText.hideIn(name, value));
        }
    }

    private static List<Figure> figures(Words words) {
        List<Figure> all = new ArrayList<>();
        all.add(text("results.db", true, 10, row -> row.run().setup().db()));
        all.add(text("site.version", true, 10, row -> row.run().environment().getOrDefault("server", NumberText.DASH)));
        all.add(number("results.warehouses", true, 9, row -> row.run().size().warehouses(), NumberText::brief));
        all.add(text("site.waits", true, 9, row -> load(row.newest().group().load(), words)));
        all.add(text(
                "results.form",
                true,
                9,
                row -> words.textOr(
                        "site.form." + row.run().setup().statementForm(),
                        row.run().setup().statementForm())));
        all.add(text("site.durability", true, 9, row -> durability(row.newest().group(), words)));
        all.add(new Figure("site.hardware", true, 13, row -> hardware(row.run()), row -> Double.NaN));
        all.add(number("results.terminals", false, 8, row -> row.run().size().terminals(), NumberText::brief));
        all.add(new Figure(
                RATE, false, 10, row -> rateCell(row, words), row -> row.rate().mean()));
        all.add(number("site.p90", false, 7, Row::p90Ms, NumberText::millis));
        all.add(number(FAILOVER, false, 7, Row::failoverSeconds, seconds -> NumberText.trimmed(seconds, 2)));
        all.add(new Figure(PRICE, false, 8, SitePages::priceCell, row -> row.pricePerTpmC()));
        all.add(number(ENERGY, false, 8, Row::joules, NumberText::millis));
        all.add(new Figure(
                "compare.verdict",
                true,
                12,
                row -> row.isSound()
                        ? Cell.link(words.verdict(row.worst().verdict()), "")
                        : Cell.bad(words.verdict(row.worst().verdict())),
                row -> row.worst().verdict().ordinal()));
        all.add(text("site.date", false, 10, row -> date(row.newest())));
        return all;
    }

    private static Figure text(String key, boolean isFilter, int width, Function<Row, String> text) {
        return new Figure(key, isFilter, width, row -> Cell.link(text.apply(row), ""), row -> Double.NaN);
    }

    private static Figure number(
            String key, boolean isFilter, int width, ToDoubleFunction<Row> number, DoubleFunction<String> text) {
        return new Figure(
                key,
                isFilter,
                width,
                row -> new Cell(known(number.applyAsDouble(row), text), "", "n", List.of()),
                number);
    }

    private static String known(double value, DoubleFunction<String> text) {
        return Double.isNaN(value) ? NumberText.DASH : text.apply(value);
    }

    private static Cell rateCell(Row row, Words words) {
        Repeats rate = row.rate();
        String page = "results/" + row.newest().id() + "/" + name("index", words);
        List<String> lines = new ArrayList<>();
        if (rate.hasInterval()) {
            lines.add(NumberText.brief(rate.low()) + NumberText.DASH + NumberText.brief(rate.high()));
        }
        if (!row.run().isTpcc()) {
            lines.add(words.text("site.tpmtotal"));
        }
        if (row.runs().size() > 1) {
            lines.add(words.text("site.repeats", row.runs().size()));
        }
        return new Cell(NumberText.brief(rate.mean()), page, "n", lines);
    }

    private static Cell priceCell(Row row) {
        Price price = Price.of(row.run().settings());
        return price == null || Double.isNaN(row.pricePerTpmC())
                ? new Cell(NumberText.DASH, "", "n", List.of())
                : new Cell(
                        NumberText.millis(row.pricePerTpmC()) + " " + price.currency(),
                        "",
                        "n",
                        Stream.of(price.total(), price.date())
                                .filter(line -> !line.isEmpty())
                                .toList());
    }

    /** Of the load generator: no run records that of a server elsewhere. */
    private static Cell hardware(RunFacts run) {
        String cpu = run.environment().getOrDefault("cpu", NumberText.DASH);
        int comma = cpu.lastIndexOf(", ");
        String memory = run.environment().getOrDefault("memory", "");
        List<String> size = new ArrayList<>();
        if (comma > 0) {
            size.add(cpu.substring(comma + 2));
        }
        if (memory.matches("\\d{1,15} kB")) {
            size.add(Math.round(Long.parseLong(memory.replace(" kB", "")) / (double) (1 << 20)) + " GiB");
        }
        return new Cell(
                comma > 0 ? cpu.substring(0, comma) : cpu,
                "",
                "",
                size.isEmpty() ? List.of() : List.of(String.join(", ", size)));
    }

    private static String load(String load, Words words) {
        String[] parts = load.split(" ", 2);
        String[] values = parts.length == 1 ? new String[0] : parts[1].split(" ");
        return switch (parts[0]) {
            case "waits" ->
                Arrays.stream(values).allMatch("1.0"::equals)
                        ? words.text("site.load.full")
                        : words.text("site.load.waits", (Object[]) values);
            case "profile" -> words.text("site.load.profile", parts[1]);
            case "closed" -> words.text("site.load.closed");
            default -> words.text("site.load." + parts[0], NumberText.count(Long.parseLong(values[0])));
        };
    }

    private static String durability(RankingGroup group, Words words) {
        return words.textOr("site.durability." + group.durability(), group.durability());
    }

    private static String title(RankingGroup group, Words words) {
        String title = words.text(
                "site.group",
                group.workload(),
                NumberText.count(group.warehouses()),
                load(group.load(), words),
                durability(group, words));
        return group.mix().isEmpty() ? title : title + words.text("site.mix", group.mix());
    }

    /** The page of all results, with its data inside. */
    String index(Words words, String mark) {
        List<Figure> shown = figures(words).stream()
                .filter(figure -> !RARE.contains(figure.key)
                        || rows.stream().anyMatch(row -> !Double.isNaN(figure.number.applyAsDouble(row))))
                .toList();
        List<Ranking> rankings = new ArrayList<>();
        List<List<Object>> data = new ArrayList<>();
        Map<List<String>, Integer> facts = new LinkedHashMap<>();
        groups.forEach((group, ranked) -> {
            List<List<Cell>> cells = new ArrayList<>();
            for (Row row : ranked) {
                Cell rank = new Cell(
                        row.isSound() ? Integer.toString(cells.size() + 1) : NumberText.DASH, "", "n", List.of());
                cells.add(Stream.concat(Stream.of(rank), shown.stream().map(figure -> figure.cell.apply(row)))
                        .toList());
                data.add(List.of(
                        rankings.size(),
                        row.isSound(),
                        shown.stream()
                                .mapToDouble(figure -> figure.number.applyAsDouble(row))
                                .toArray(),
                        row.facts.entrySet().stream()
                                .filter(fact -> !IN_COLUMNS.contains(fact.getKey()))
                                .mapToInt(fact -> facts.computeIfAbsent(
                                        List.of(fact.getKey(), fact.getValue()), first -> facts.size()))
                                .toArray()));
            }
            rankings.add(new Ranking(title(group, words), cells));
        });
        Map<String, Object> json = Map.of(
                "rows",
                data,
                "facts",
                List.copyOf(facts.keySet()),
                "filters",
                IntStream.range(0, shown.size())
                        .filter(i -> shown.get(i).isFilter)
                        .toArray(),
                "rate",
                IntStream.range(0, shown.size())
                        .filter(i -> shown.get(i).key.equals(RATE))
                        .findFirst()
                        .orElse(0),
                "words",
                words.below("site.js."));
        return new Templates(words)
                .fill(
                        "site/index.html",
                        Map.of(
                                "mark",
                                mark,
                                "other",
                                otherName("index", words),
                                "heads",
                                shown.stream()
                                        .map(figure -> words.text(figure.key))
                                        .toList(),
                                "widths",
                                shown.stream()
                                        .map(figure -> "minmax(0," + figure.width + "fr)")
                                        .collect(Collectors.joining(" ")),
                                "rankings",
                                rankings,
                                "results",
                                NumberText.count(rows.stream()
                                        .mapToInt(row -> row.runs.size())
                                        .sum()),
                                "data",
                                ScriptJson.text(json),
                                "script",
                                SCRIPT,
                                "policy",
                                Templates.policySource(SCRIPT)));
    }

    /** The page of one result. */
    String result(Result result, Words words) {
        Row row = rows.stream()
                .filter(one -> one.runs.contains(result))
                .findFirst()
                .orElseThrow();
        Table figures = new Table(words).add(Column.SOFTNAME, List.of("")).add(Column.TEXT, List.of(""));
        for (Figure figure : figures(words)) {
            Row alone = new Row(List.of(result), row.facts);
            Cell cell = figure.cell.apply(alone);
            if (!cell.text().equals(NumberText.DASH)) {
                figures.row(List.of(
                        words.text(figure.key),
                        Stream.concat(Stream.of(cell.text()), cell.lines().stream())
                                .collect(Collectors.joining(", "))));
            }
        }
        Price price = Price.of(result.summary().run().settings());
        if (price != null) {
            figures.row(List.of(words.text("env.price"), price.text()));
        }
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of(
                "",
                "",
                new Headlines(
                        List.of(words.verdict(result.verdict())),
                        List.of(words.text("site.notaudited"), title(result.group(), words)),
                        !result.verdict().isSound()),
                figures));
        Table links = new Table(words)
                .add(Column.NAME, List.of(words.text("site.file")))
                .add(Column.TEXT, List.of(words.text("site.about")))
                .rows(Stream.of(name("report", words), "summary.json", "run.properties")
                        .filter(file -> !file.equals("run.properties")
                                || !result.properties().isEmpty())
                        .map(file -> List.of(
                                Cell.link(file, file), words.text("site.file." + file.replaceAll("\\W.*|_.*", ""))))
                        .toList());
        sections.add(Section.of("files", words.text("site.files"), links));
        if (row.runs.size() > 1) {
            Repeats rate = row.rate();
            Table repeats = new Table(words)
                    .add(Column.NAME, "site.date")
                    .add(Column.NUMBER, RATE, "site.p90")
                    .add(Column.WORD, "compare.verdict")
                    .rows(row.runs.stream()
                            .map(run -> List.of(
                                    Cell.link(
                                            Words.moment(start(run), ZoneOffset.UTC),
                                            run.equals(result) ? "" : "../" + run.id() + "/" + name("index", words)),
                                    NumberText.brief(rate(run)),
                                    NumberText.millis(p90Ms(run)),
                                    words.verdict(run.verdict())))
                            .toList());
            String mean = rate.hasInterval()
                    ? words.text(
                            "site.interval",
                            NumberText.brief(rate.mean()),
                            NumberText.brief(rate.low()),
                            NumberText.brief(rate.high()))
                    : words.text("site.nointerval");
            sections.add(Section.of("repeats", words.text("site.repeatsof"), new Text("", mean), repeats));
        }
        sections.add(Section.of(
                "rerun",
                words.text("site.rerun"),
                new Text("pre code", "bmsql rerun results/" + result.id()),
                new Text("soft small", words.text("site.rerun.note"))));
        sections.add(Section.of(
                "props",
                "run.properties",
                new Text("pre code", result.properties().strip())));
        Table sums = new Table(words)
                .add(Column.NAME, List.of(words.text("site.file")))
                .add(Column.CODE, List.of("SHA-256"))
                .rows(result.sums().entrySet().stream()
                        .map(sum -> List.of(sum.getKey(), sum.getValue()))
                        .toList());
        sections.add(Section.of(
                "checksums",
                words.text("site.checksums"),
                new Notes(List.of(words.text(result.isSummed() ? "site.checksums.run" : "site.checksums.site"))),
                sums));
        String title = words.text(
                "site.result",
                result.summary()
                        .run()
                        .environment()
                        .getOrDefault("server", result.summary().run().setup().db()),
                NumberText.brief(rate(result)),
                result.summary().run().isTpcc() ? "tpmC" : "tpmTotal",
                date(result));
        return new Templates(words)
                .fill(
                        "site/result.html",
                        Map.of(
                                "page",
                                new Page(title, false, sections),
                                "home",
                                "../../" + name("index", words),
                                "other",
                                otherName("index", words)));
    }
}
