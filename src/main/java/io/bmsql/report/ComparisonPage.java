package io.bmsql.report;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Comparer;
import io.bmsql.analysis.Comparison;
import io.bmsql.analysis.Comparison.Difference;
import io.bmsql.analysis.Comparison.Figure;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.Comparison.Run;
import io.bmsql.common.NumberText;
import io.bmsql.report.Page.Notes;
import io.bmsql.report.Page.Section;
import io.bmsql.report.Page.Table;
import io.bmsql.report.Page.Text;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.report.chart.Drawing;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeAxis;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.result.HostSpeed;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Comparisons in words: for a page, for Markdown, and for a terminal, which shows the Markdown as it is. One object for each point. */
public record ComparisonPage(Comparison found, Words words, ZoneId zone) {
    /** The type in the form of {@link ComparedRun#key}, and the percentile. */
    private static final Pattern PERCENTILE = Pattern.compile("(?!event\\.)(.+)\\.p(\\d+)Ms");

    /** So many points a line are as many as can be told apart. */
    private static final int MAX_POINTS = 300;

    /** An interval that goes further says no more than that the change is not known. */
    private static final long MAX_PERCENT = 1_000;

    /** Those that changed the most; the table has all. */
    private static final int MAX_NAMED = 3;

    /**
     * Puts into words what was found.
     *
     * @param points at least one; several get a table of all of them in front
     * @param remarks sentences about what could not be compared
     * @param zone of the times of day
     */
    public static Page of(List<Comparison> points, List<String> remarks, Words words, ZoneId zone) {
        boolean areSeveral = points.size() > 1;
        List<ComparisonPage> parts = points.stream()
                .map(point -> new ComparisonPage(point, words, zone))
                .toList();
        List<Section> sections = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            if (areSeveral) {
                sections.add(new Section("point" + i, points.get(i).point(), true, List.of()));
            }
            sections.addAll(parts.get(i).sections(areSeveral ? Integer.toString(i) : ""));
        }
        List<String> notes = new ArrayList<>(remarks);
        String few = points.stream()
                .filter(point -> areSeveral && point.method() == Method.TOO_FEW)
                .map(Comparison::point)
                .collect(words.joining());
        words.about(few, "compare.few", Comparer.MIN_REPEATS).forEach(notes::add);
        if (areSeveral) {
            String rate = points.get(0).rate().key();
            Table<Integer> overview = new Table<Integer>(words)
                    .word("compare.point", i -> Page.Cell.link(points.get(i).point(), "#point" + i))
                    .number(
                            "compare.runs.base",
                            i -> NumberText.count(counted(points.get(i).baseRuns())))
                    .number(
                            "compare.runs.new",
                            i -> NumberText.count(counted(points.get(i).newRuns())));
            String base = words.text("compare.rate.base", rate);
            parts.get(0).addFigures(overview, base, words.text("compare.rate.new", rate), i -> points.get(i)
                    .rate());
            overview.rows(IntStream.range(0, points.size()).boxed().toList());
            sections.add(0, Section.of("overview", "", new Notes(notes), overview));
        } else if (!notes.isEmpty()) {
            sections.add(0, Section.of("overview", "", new Notes(notes)));
        }
        return new Page(words.text("compare.title"), false, sections);
    }

    private static String shown(String value, Difference of, Words words) {
        return value.isEmpty() ? words.text("compare.nothing") : isOurs(of) ? words.translated(value) : value;
    }

    /** Names and values of properties and of the server's settings are no words of this program. */
    private static boolean isOurs(Difference difference) {
        return !Set.of("property", "database").contains(difference.part());
    }

    /** What was different, under the words with these keys. */
    public static Page.Block differences(List<Difference> found, String base, String fresh, Words words) {
        return found.isEmpty()
                ? new Text("", words.text("compare.differences.none"))
                : new Table<Difference>(words)
                        .name("compare.part", one -> words.text("compare.part." + one.part()))
                        .text("compare.name", one -> isOurs(one) ? words.translated(one.name()) : one.name())
                        .text(base, one -> shown(one.base(), one, words))
                        .text(fresh, one -> shown(one.fresh(), one, words))
                        .rows(found);
    }

    /** @param suffix of the sections' ids, where there are several parts */
    private List<Section> sections(String suffix) {
        Table<Figure> figures = new Table<Figure>(words).name("compare.figure", figure -> name(figure.key()));
        addFigures(figures, words.text("compare.base"), words.text("compare.new"), figure -> figure);
        figures.rows(found.figures());
        Table<Run> runs = new Table<Run>(words)
                .word(
                        "compare.side",
                        run -> words.text(found.baseRuns().contains(run) ? "compare.base" : "compare.new"))
                .text("compare.run", Run::directory)
                .name("results.started", run -> Words.moment(run.startEpochMillis(), zone))
                .headed(found.rate().key(), run -> NumberText.millis(run.rate()))
                .word("compare.verdict", run -> words.verdict(run.verdict()))
                .rows(runs().toList());
        return List.of(
                Section.of("", "", new Page.Headlines(List.of(headline()), notes(), false)),
                Section.of(
                        "differences" + suffix,
                        words.text("compare.differences"),
                        differences(found.differences(), "compare.base", "compare.new", words)),
                Section.of(
                        "figures" + suffix,
                        words.text("compare.figures"),
                        figures,
                        new Text("soft small", words.text("compare.figures.note"))),
                Section.of(
                        "lines" + suffix,
                        words.text("compare.lines", found.rate().key()),
                        new Page.Charts("", false, List.of(timeLines()))),
                Section.of("runs" + suffix, words.text("compare.runs"), runs));
    }

    /** What is to be said of throughput, the claim that people look for. */
    private String headline() {
        Figure rate = found.rate();
        Double change = rate.changePercent();
        if (change != null && found.method() == Method.TOO_FEW) {
            return words.text("compare.headline.too_few", signed(change), Comparer.MIN_REPEATS, rate.key());
        }
        if (change == null || rate.lowPercent() == null) {
            return words.text("compare.headline.unknown", rate.key());
        }
        return words.of(
                "compare.headline",
                rate.change(),
                NumberText.trimmed(Math.abs(change), 1),
                interval(rate),
                NumberText.trimmed(found.margin() * 100, 2),
                rate.key());
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        long base = counted(found.baseRuns());
        long fresh = counted(found.newRuns());
        notes.add(words.of("compare.method", found.method(), base, fresh, Comparer.MIN_REPEATS));
        int repeats = found.rate().repeatsNeeded();
        if (repeats > 0) {
            notes.add(words.text("compare.needed", repeats));
        }
        found.cannotSee().forEach(unseen -> notes.add(words.of("compare.unseen", unseen)));
        Double shared = found.sharedPercent();
        if (shared != null) {
            notes.add(words.text(
                    found.method() == Method.TOGETHER ? "compare.shared.together" : "compare.shared",
                    NumberText.decimal(shared, 0),
                    found.rate().key()));
        }
        String before = limits(found.baseRuns());
        String now = limits(found.newRuns());
        if (!before.isEmpty() && !now.isEmpty()) {
            notes.add(
                    before.equals(now)
                            ? words.text("compare.limited.same", now)
                            : words.text("compare.limited", before, now));
        }
        addMachineNotes(notes);
        String left = runs().filter(run -> !run.isCounted())
                .map(run -> run.directory() + " (" + words.verdict(run.verdict()) + ")")
                .collect(Collectors.joining(", "));
        words.about(left, "compare.left").forEach(notes::add);
        return notes;
    }

    private String limits(List<Run> runs) {
        return runs.stream()
                .filter(Run::isCounted)
                .map(run -> words.translated(run.read().limitedBy()))
                .filter(limit -> !limit.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private Stream<Run> runs() {
        return Stream.concat(found.baseRuns().stream(), found.newRuns().stream());
    }

    private static long counted(List<Run> runs) {
        return runs.stream().filter(Run::isCounted).count();
    }

    /** Adds both sides of a figure, its change and what that allows to claim. */
    private <T> void addFigures(Table<T> table, String base, String fresh, Function<T, Figure> of) {
        table.headed(base, row -> TableSet.ifKnown(of.apply(row).base(), NumberText::millis))
                .headed(fresh, row -> TableSet.ifKnown(of.apply(row).fresh(), NumberText::millis))
                .number("compare.change", row -> change(of.apply(row)))
                .number("compare.interval", row -> interval(of.apply(row)))
                .word(
                        "compare.claim",
                        row -> words.of("compare.claim", of.apply(row).change()));
    }

    /** The change of pairs in turn is without the drift; where the two columns give another number, both are said. */
    private String change(Figure figure) {
        Double change = figure.changePercent();
        if (change == null) {
            return NumberText.DASH;
        }
        Double base = figure.base();
        Double fresh = figure.fresh();
        String plain = base != null && fresh != null && base > 0 ? signed((fresh / base - 1) * 100) : signed(change);
        return plain.equals(signed(change)) ? plain : words.text("compare.drift", signed(change), plain);
    }

    private String name(String key) {
        Matcher percentile = PERCENTILE.matcher(key);
        if (percentile.matches()) {
            String type = percentile.group(1);
            String known = type.replaceAll("[A-Z]", "_$0").toLowerCase(Locale.ROOT);
            return words.text("compare.percentile", words.textOr("type." + known, type), percentile.group(2));
        }
        int dot = key.indexOf('.');
        return dot < 0
                ? words.text("compare.key." + key)
                : words.text("compare.key." + key.substring(0, dot)) + ", " + work(key.substring(dot + 1));
    }

    /** Translates the name of a database chart, its line and its unit: {@code log written: wal, kB}. */
    private String work(String name) {
        return Stream.of(name.split("(?<=[:,] )|(?=[:,] )"))
                .map(words::translated)
                .collect(Collectors.joining());
    }

    /** Both ends of its interval, a dash without one. */
    public static String interval(Figure figure) {
        Double low = figure.lowPercent();
        Double high = figure.highPercent();
        return low == null || high == null ? NumberText.DASH : signed(low) + " … " + signed(high);
    }

    /** {@code +3.1%}, with the sign that typesetters use. */
    public static String signed(double percent) {
        if (percent > MAX_PERCENT) {
            return ">+" + NumberText.count(MAX_PERCENT) + "%";
        }
        String text = NumberText.decimal(Math.abs(percent), 1);
        return (percent < 0 && !text.equals("0.0") ? "−" : "+") + text + "%";
    }

    private Drawing timeLines() {
        List<Series> lines = new ArrayList<>();
        addLines(lines, found.baseRuns(), "compare.base", ChartTheme.series(0));
        addLines(lines, found.newRuns(), "compare.new", ChartTheme.series(1));
        String title = words.text("compare.lines", found.rate().key());
        if (lines.isEmpty()) {
            return Drawing.missing(title, words.text("noseries"));
        }
        double end = lines.stream()
                .mapToDouble(line -> line.x()[line.x().length - 1])
                .max()
                .orElse(0);
        TimeAxis axis = new TimeAxis(
                0, end, end, List.of(), words.text("axis.time"), words.text("axis.rampup"), words.text("axis.drain"));
        Drawing drawing = TimeChart.lines(title, words.text("axis.tpm"), lines).draw(axis, TimeChart.Size.TALL);
        return drawing.withLegend(drawing.legend().stream().distinct().toList());
    }

    private void addLines(List<Series> lines, List<Run> runs, String side, String role) {
        for (Run run : runs) {
            double[] completed = run.read().completedOfRate();
            if (completed.length == 0 || !run.isCounted()) {
                continue;
            }
            int width = Math.max(1, (completed.length + MAX_POINTS - 1) / MAX_POINTS);
            List<double[]> points = new ArrayList<>();
            for (int from = 0; from < completed.length; from += width) {
                int to = Math.min(completed.length, from + width);
                double rate = Arrays.stream(completed, from, to).sum() / (to - from) * 60;
                points.add(new double[] {(from + to) / 2.0, rate});
            }
            lines.add(Series.of(words.text(side), role, points));
        }
    }

    /** Tells a machine of another speed from a database that works more or less for each New-Order. */
    private void addMachineNotes(List<String> notes) {
        Figure probe = found.probe();
        Double change = probe == null ? null : probe.changePercent();
        Double low = probe == null ? null : probe.lowPercent();
        Double high = probe == null ? null : probe.highPercent();
        boolean isOther = probe != null && probe.isBeyond(Figure.MARGIN_PERCENT);
        if (isOther && change != null && low != null && high != null) {
            // The time of the same work, so that a longer one is a slower host.
            notes.add(
                    change > 0
                            ? words.text("compare.host.base", percent(change), percent(low), percent(high))
                            : words.text(
                                    "compare.host.new",
                                    percent(faster(change)),
                                    percent(faster(high)),
                                    percent(faster(low))));
        }
        boolean isEqual = probe != null && probe.isWithin(Figure.MARGIN_PERCENT);
        if (found.method() == Method.TOO_FEW) {
            addWork(notes, "compare.work.few", figure -> Math.abs(changeOf(figure)) > Figure.MARGIN_PERCENT);
        } else {
            String key = isOther ? "compare.work.too" : isEqual ? "compare.work.same" : "compare.work.unknown";
            addWork(notes, key, figure -> figure.isBeyond(Figure.MARGIN_PERCENT));
        }
        addHosts(notes, "compare.host.drifted", HostSpeed::drifted, speed -> " (" + whole(speed.changePercent()) + ")");
        addHosts(notes, "compare.host.taken", HostSpeed::waitsDiffer, speed -> "");
    }

    private void addHosts(
            List<String> notes, String key, Predicate<HostSpeed> which, Function<HostSpeed, String> figure) {
        String names = runs().flatMap(run -> Stream.ofNullable(run.read().hostSpeed())
                        .filter(which)
                        .map(speed -> run.read().directory().root().getFileName() + figure.apply(speed)))
                .collect(Collectors.joining(", "));
        words.about(names, key).forEach(notes::add);
    }

    /** Turns so much more time into so much less speed, percent. */
    public static double faster(double percent) {
        return (1 / (1 + percent / 100) - 1) * 100;
    }

    private void addWork(List<String> notes, String key, Predicate<Figure> isWanted) {
        String work = found.figures().stream()
                .filter(figure -> figure.key().startsWith(Figure.PER_NEW_ORDER))
                .filter(isWanted)
                .sorted(Comparator.comparingDouble((Figure figure) -> -Math.abs(changeOf(figure))))
                .limit(MAX_NAMED)
                .map(figure ->
                        work(figure.key().substring(Figure.PER_NEW_ORDER.length())) + " " + whole(changeOf(figure)))
                .collect(words.joining());
        words.about(work, key, Comparer.MIN_REPEATS).forEach(notes::add);
    }

    private static double changeOf(Figure figure) {
        Double percent = figure.changePercent();
        return percent == null ? Double.NaN : percent;
    }

    private static String percent(double value) {
        return NumberText.decimal(Math.abs(value), 0);
    }

    private static String whole(double value) {
        return (value < 0 ? "\u2212" : "+") + percent(value) + "%";
    }
}
