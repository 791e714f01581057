package io.bmsql.site;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.analysis.RunIndex;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.IoReason;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.PropsFile;
import io.bmsql.report.ReportModel;
import io.bmsql.report.ReportWriter;
import io.bmsql.report.Words;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.Checksums;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.PropertiesCopy;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SshSignature;
import io.bmsql.result.SummaryJson;
import io.bmsql.site.SitePages.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.jspecify.annotations.Nullable;

/**
 * A site of results: pages and files alone, which a browser opens from the disk. Only what was checked and found unchanged is on it; it is
 * never wrong to make it again, and the same results give the same bytes.
 */
public record Site(Path out, Consumer<String> progress, List<Result> results, Map<String, Path> places) {
    /** In the head of its first page, so that a folder is known to be a site. */
    private static final String MARK = "<meta name=\"generator\" content=\"bmsql site\">";

    private static final String RESULTS = "results";

    /** What a reader gets of a result beside its pages: enough to run it again. */
    private static final Pattern PUBLISHED = Pattern.compile(
            "summary\\.json|run\\.properties|data/runInfo\\.csv|checksums\\.txt(\\.sig)?|scripts/[^/]+\\.sql");

    private static final int ID_DIGITS = 10;

    /**
     * What is not on it and why, a sentence each.
     *
     * @param results on the site
     * @param rows of its table: repeats share one
     */
    public record Made(Path page, int results, int rows, List<String> leftOut) {}

    /**
     * All result directories at these places and below, those of BenchmarkSQL too, by their paths; what lies in {@code out} is left out.
     *
     * @param hasRunsOfStudies false for the runs alone that are in no study, unless the place is a study itself
     * @param unreadable takes a sentence about each file that cannot be read
     * @throws ResultReadException when a place cannot be read
     */
    public static List<Path> directories(
            List<Path> places, @Nullable Path out, boolean hasRunsOfStudies, Consumer<String> unreadable) {
        List<Path> found = new ArrayList<>();
        for (Path place : places) {
            RunIndex index = RunIndex.below(place, RunIndex.Order.DIRECTORY, hasRunsOfStudies);
            index.unreadable().forEach(unreadable);
            Stream.concat(index.rows().stream().map(RunIndex.Row::directory), index.withoutSummary().stream())
                    .map(directory -> place.resolve(directory).normalize())
                    .filter(path -> out == null || !path.startsWith(out))
                    .forEach(found::add);
        }
        return found.stream().distinct().toList();
    }

    /** What is wrong with a result directory, a sentence each: of its form, its checksums, its figures; empty when it may be published. */
    public static List<String> findings(Path directory) {
        List<String> findings = new ArrayList<>();
        read(directory, findings);
        return findings.stream().map(Site::line).toList();
    }

    /** Names of files and what stands in them may hold anything. */
    private static String line(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** Null when nothing can be shown of it; the findings say why. */
    private static @Nullable RunData read(Path directory, List<String> findings) {
        try {
            return ResultFile.guarded(directory, () -> readWhole(ResultDirectory.open(directory), findings));
        } catch (ResultReadException e) {
            findings.add(String.valueOf(e.getMessage()));
            return null;
        }
    }

    private static @Nullable RunData readWhole(ResultDirectory result, List<String> findings) {
        findings.addAll(Checksums.strangers(result));
        if (!findings.isEmpty()) {
            // What they lead to is nobody's business.
            return null;
        }
        String verdict = missingVerdict(result);
        findings.addAll(verdict.isEmpty() ? List.of() : List.of(verdict));
        findings.addAll(Checksums.findings(result));
        if (!verdict.isEmpty()) {
            return null;
        }
        RunData run = RunReader.read(result, ReportWindow.WHOLE);
        findings.addAll(Recount.findings(result, run));
        return run;
    }

    /** Empty for a run of this program that is over. */
    private static String missingVerdict(ResultDirectory result) {
        if (!Files.isRegularFile(result.summary())) {
            return "there is no summary.json and so no verdict: it is of BenchmarkSQL, or of a run that was killed";
        }
        JsonNode json = SummaryJson.read(result.summary(), JsonNode.class);
        RunSummary summary = SummaryJson.read(result.summary());
        AgentFacts group = summary.run().size().agents();
        return summary.derivedFrom() != null
                ? "no verdict: summary.json was made from the files of another program, or of a run that was killed"
                : summary.ending().status() == RunSummary.Status.RUNNING
                        ? "no verdict: the run is not over, or was killed"
                        : json.path("verdict").asText().isEmpty()
                                ? "summary.json has no verdict"
                                : group != null && group.number() != AgentFacts.ALL
                                        ? "it is the share of one agent: name the directory with the answer of all"
                                        : "";
    }

    /**
     * Makes a site of these directories, or makes it again.
     *
     * @param out new, empty, or a site
     * @param progress takes a line for each result
     * @throws ResultWriteException when it cannot be written, or something else is there
     */
    public static Made write(List<Path> directories, Path out, Consumer<String> progress) {
        Site site = new Site(out, progress, new ArrayList<>(), new HashMap<>());
        List<String> leftOut = new ArrayList<>();
        site.begin();
        for (Path directory : directories) {
            try {
                ResultFile.guarded(directory, () -> site.add(directory));
            } catch (ResultReadException e) {
                leftOut.add(line(directory + ": " + e.getMessage()));
            }
        }
        site.removeOthers();
        SitePages pages = new SitePages(site.results);
        for (Language language : Language.values()) {
            Words words = Words.in(language);
            String name = SitePages.name("index", words);
            site.put(name, pages.index(words, MARK));
            site.results.forEach(
                    result -> site.put(RESULTS + "/" + result.id() + "/" + name, pages.result(result, words)));
        }
        return new Made(out.resolve("index.html"), site.results.size(), pages.rows(), leftOut);
    }

    private void begin() {
        Path index = out.resolve("index.html");
        try {
            Files.createDirectories(out);
            boolean isSite = Files.exists(index) && Files.readString(index).contains(MARK);
            if (!isSite && !PathUtils.isEmptyDirectory(out)) {
                throw new ResultDirectory.PlaceException(
                        out + " holds something else than a site: give --out a new or empty directory", null);
            }
        } catch (IOException e) {
            throw new ResultWriteException("Cannot write the site to " + out + " (" + IoReason.of(e, out) + ")", e);
        }
    }

    /** Throws {@link ResultReadException}, which says why, for one that must be left out. */
    private boolean add(Path directory) {
        ResultDirectory result = ResultDirectory.open(directory);
        String text = properties(result);
        if (isPrivate(text)) {
            throw new ResultReadException("publish=false");
        }
        boolean isSummed = Files.exists(result.root().resolve(Checksums.NAME));
        List<String> findings = new ArrayList<>();
        RunData run = read(directory, findings);
        // Older versions wrote none; what was signed had them.
        if (!Files.exists(result.root().resolve(SshSignature.NAME))) {
            findings.remove(Checksums.MISSING);
        }
        if (run == null || !findings.isEmpty()) {
            int more = findings.size() - 1;
            throw new ResultReadException(findings.get(0)
                    + (more == 0 ? "" : " (and " + more + " more: bmsql site --check " + directory + ")"));
        }
        Map<String, String> sums = Checksums.of(result);
        long start = run.summary().run().window().startEpochMillis();
        String id = Words.moment(start, ZoneOffset.UTC).substring(0, 10) + "_"
                + sums.getOrDefault(ResultDirectory.SUMMARY, "").substring(0, ID_DIGITS);
        Path twin = places.putIfAbsent(id, directory);
        if (twin != null) {
            throw new ResultReadException("the same result as " + twin);
        }
        String place = RESULTS + "/" + id;
        Set<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
        for (Language language : Language.values()) {
            Words words = Words.in(language);
            ReportModel model = ReportWriter.model(result, run, words);
            verdicts.addAll(model.cover().verdict().verdicts());
            put(place + "/" + SitePages.name("report", words), ReportWriter.fill("report/report.html", model, words));
        }
        Stream.concat(sums.keySet().stream(), Stream.of(Checksums.NAME, SshSignature.NAME))
                .filter(name -> PUBLISHED.matcher(name).matches()
                        && Files.isRegularFile(result.root().resolve(name)))
                .forEach(name ->
                        put(place + "/" + name, ResultFile.bytes(result.root().resolve(name))));
        progress.accept(directory + " -> " + place);
        return results.add(new Result(
                id,
                run.summary(),
                Verdict.forRank(verdicts),
                RankingGroup.of(run),
                run.collected().database().settingValues(),
                sums,
                isSummed,
                PropsFile.readable(text)));
    }

    private static boolean isPrivate(String properties) {
        return PropsFile.parse("", properties).entries().stream()
                .filter(entry -> entry.key().equals(PropertyKey.PUBLISH.key()))
                .anyMatch(entry -> !entry.value().strip().equalsIgnoreCase("true"));
    }

    private static String properties(ResultDirectory result) {
        return Files.isRegularFile(result.runProperties())
                ? new String(
                        PropertiesCopy.masked(ResultFile.bytes(result.runProperties())), StandardCharsets.ISO_8859_1)
                : "";
    }

    /** Results of an earlier site that are not on this one. */
    private void removeOthers() {
        Path folder = out.resolve(RESULTS);
        if (Files.isDirectory(folder)) {
            // One that failed half-way is in places, and not among the results.
            ResultDirectory.list(folder).stream()
                    .filter(path -> results.stream().noneMatch(result -> path.endsWith(result.id())))
                    .forEach(ResultDirectory::removeAll);
        }
    }

    private void put(String name, String text) {
        put(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private void put(String name, byte[] bytes) {
        Path path = out.resolve(name);
        ResultDirectory.folder(Objects.requireNonNull(path.getParent()));
        FileReplacer.replace(path, bytes, "the site", "make room there or allow this user to write");
    }
}
