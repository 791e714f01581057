package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.result.Checksums;
import io.bmsql.result.ResultDirectory;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.Scale;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.commons.codec.digest.DigestUtils;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmsql site}: what gets onto the site, in which ranking, and what its check finds. */
class SiteCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path GOLDEN = Path.of("src/test/resources/golden-run");

    @TempDir
    Path folder;

    private Stage stage;

    @BeforeEach
    void aStage() {
        stage = new Stage(folder);
    }

    /** The recorded run with other circumstances, and with the checksums that a run writes. */
    private Path result(String name, String props, Consumer<ObjectNode> change) throws IOException {
        Path root = folder.resolve("all").resolve(name);
        Path data = Files.createDirectories(root.resolve("data"));
        ObjectNode summary = (ObjectNode) TestFiles.json(GOLDEN.resolve("summary.json"));
        summary.put("verdict", "SHORT");
        change.accept((ObjectNode) summary.get("run"));
        JsonNode run = summary.get("run");
        summary.put(
                "efficiencyPercent",
                Scale.efficiencyPercent(
                        summary.get("tpmC").asDouble(), run.get("warehouses").asInt()));
        JSON.writeValue(root.resolve("summary.json").toFile(), summary);
        Files.writeString(root.resolve("run.properties"), props);
        Files.copy(GOLDEN.resolve("series.csv"), data.resolve("series.csv"));
        Files.copy(GOLDEN.resolve("result.csv"), data.resolve("result.csv"));
        Files.writeString(
                data.resolve("runInfo.csv"),
                "run,driver,driverVersion,db,sessionStart,runMins,loadWarehouses,runWarehouses,numSUTThreads,"
                        + "limitTxnsPerMin,thinkTimeMultiplier,keyingTimeMultiplier\n"
                        + "%d,simple,golden,stub,2026-01-01 00:00:01.000,0.05,%d,%d,5,0,0.0,0.0\n"
                                .formatted(
                                        run.get("runId").asInt(),
                                        run.get("loadedWarehouses").asInt(),
                                        run.get("warehouses").asInt()));
        Checksums.write(ResultDirectory.open(root));
        return root;
    }

    private Path result(String name) throws IOException {
        return result(name, "db=stub\n", run -> {});
    }

    private static void replace(Path file, String old, String now) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(old);
        Files.writeString(file, text.replace(old, now));
    }

    private Document page(String file) throws IOException {
        return Jsoup.parse(Files.readString(folder.resolve("public").resolve(file)));
    }

    @Test
    void rankingsHoldResultsOfOneKindAlone() throws IOException {
        result("a", "db=stub\n", run -> run.put("runId", 11));
        result("b", "db=stub\n", run -> run.put("runId", 12));
        result("other server", "db=stub\n", run -> ((ObjectNode) run.get("environment")).put("server", "<b>S</b> 2"));
        result("c", "db=stub\n", run -> run.put("warehouses", 8).put("loadedWarehouses", 8));

        assertThat(stage.run("site", "all", "--out", "public")).as(stage.err()).isZero();

        Document index = page("index.html");
        assertThat(index.select("tbody")).hasSize(2);
        assertThat(index.select(".ranking").eachText()).allMatch(text -> text.startsWith("TPC-C, "));
        assertThat(index.select("tbody tr:not(.ranking)")).hasSize(3);
        assertThat(index.select("tbody").get(1).text()).contains("1,3602 runs", "<b>S</b> 2");
        assertThat(index.text()).contains("Not audited, not a TPC result.");
        assertThat(page("index_zh.html").text()).contains("未经审计");
        String link = index.select("td a").first().attr("href");
        Document result = page(link);
        assertThat(result.text()).contains("Not audited", "bmsql rerun results/", "data/result.csv");
        assertThat(result.select("#files a").eachAttr("href"))
                .allMatch(file ->
                        Files.exists(folder.resolve("public").resolve(link).resolveSibling(file)));
        // What is published can be run again and read by our own commands.
        assertThat(ResultDirectory.open(folder.resolve("public").resolve(link).getParent())
                        .runInfo())
                .exists();
    }

    @Test
    void whatMustNotBePublishedIsLeftOutAndNamed() throws IOException {
        result("open");
        result("private", "db=stub\npublish=false\n", run -> run.put("runId", 2));
        Path running = result("running", "db=stub\n", run -> run.put("runId", 3));
        replace(running.resolve("summary.json"), "\"COMPLETE\"", "\"RUNNING\"");
        Path changed = result("changed", "db=stub\n", run -> run.put("runId", 4));
        replace(changed.resolve("summary.json"), "\"tpmC\":1360.0", "\"tpmC\":9999.0");
        Path secret = result("secret", "db=stub\npassword=hunter2\n", run -> run.put("runId", 5));
        Path linked = result("linked", "db=stub\n", run -> run.put("runId", 6));
        Files.delete(linked.resolve("run.properties"));
        Files.createSymbolicLink(linked.resolve("run.properties"), secret.resolve("run.properties"));

        assertThat(stage.run("site", "all", "--out", "public")).isZero();

        assertThat(stage.err().lines())
                .anyMatch(line -> line.matches("Left out: .*private: publish=false"))
                .anyMatch(line -> line.matches("Left out: .*running: no verdict: .*"))
                .anyMatch(line -> line.matches("Left out: .*changed: summary.json was changed after the run.*"))
                .anyMatch(line -> line.matches("Left out: .*secret: run.properties holds a secret .*"))
                .anyMatch(line -> line.matches("Left out: .*linked: run.properties is a link .*"));
        assertThat(stage.out()).contains("1 results in 1 rows, 5 left out");
        TestFiles.assertNowhere("hunter2", folder.resolve("public"), file -> false);
        // A result that is withdrawn later goes away.
        Files.writeString(folder.resolve("all/open/run.properties"), "publish=false\n");
        assertThat(new Stage(folder).run("site", "all", "--out", "public")).isZero();
        assertThat(folder.resolve("public/results")).isEmptyDirectory();
    }

    @Test
    void aPlaceWithOtherFilesIsNeverASite() throws IOException {
        result("a");
        Path home = Files.createDirectories(folder.resolve("home/results"));
        assertThat(stage.run("site", "all", "--out", "home")).isEqualTo(ExitCode.USAGE.status());
        assertThat(home).isEmptyDirectory();
        assertThat(stage.run("site", "home", "--out", "public")).isEqualTo(ExitCode.USAGE.status());
    }

    @Test
    void theCheckCountsAgainWhatWasChangedByHand() throws IOException {
        result("good");
        assertThat(stage.run("site", "--check", "all")).as(stage.out()).isZero();
        Path root = result("bad");
        replace(root.resolve("summary.json"), "\"tpmC\":1360.0", "\"tpmC\":1460.0");
        replace(root.resolve("summary.json"), "\"count\":68", "\"count\":73");
        // Checksums made anew hide nothing.
        Checksums.write(ResultDirectory.open(root));

        Stage checked = new Stage(folder);
        assertThat(checked.run("site", "--check", "all")).isEqualTo(ExitCode.CHECK_FAILED.status());
        assertThat(checked.out())
                .contains("bad: NEW_ORDER count: summary.json says 73, data/series.csv 68")
                .contains("bad: NEW_ORDER count: summary.json says 73, data/result.csv 68")
                .contains("2 results checked, 1 with findings")
                .doesNotContain("good:");
        replace(root.resolve("summary.json"), "\"windowSeconds\":3.0", "\"windowSeconds\":2.0");
        Stage again = new Stage(folder);
        assertThat(again.run("site", "--check", "all/bad")).isEqualTo(ExitCode.CHECK_FAILED.status());
        assertThat(again.out()).contains("was changed after the run", "windowSeconds: summary.json says 2");
    }

    @Test
    void theChecksumsAreThoseOfSha256sum() throws IOException {
        Path root = result("a");
        assertThat(Files.readAllLines(root.resolve(Checksums.NAME)))
                .hasSize(5)
                .contains(DigestUtils.sha256Hex("db=stub\n".getBytes(StandardCharsets.UTF_8)) + "  run.properties");
    }
}
