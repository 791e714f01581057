package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.result.Checksums;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.SshSignature;
import io.bmsql.testing.HostProgram;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.codec.digest.DigestUtils;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bmsql site}: what gets onto the site, in which ranking, and what its check finds. */
class SiteCommandTest {
    private static final Path RECORDED = TestFiles.RECORDED;

    @TempDir
    Path folder;

    /** The recorded run with other circumstances, and with the checksums that a run writes. */
    private Path result(String name, String props, Consumer<ObjectNode> change) throws IOException {
        Path root = folder.resolve("all").resolve(name);
        TestFiles.copy(RECORDED, root);
        TestFiles.changeJson(root.resolve("summary.json"), summary -> {
            change.accept((ObjectNode) summary.get("run"));
            double efficiency = TpccTransaction.TYPES
                    .metric()
                    .efficiencyPercent(
                            summary.get("tpmC").asDouble(),
                            summary.at("/run/warehouses").asInt());
            summary.put("efficiencyPercent", efficiency);
        });
        JsonNode run = TestFiles.json(root.resolve("summary.json")).get("run");
        Files.writeString(root.resolve("run.properties"), Files.readString(RECORDED.resolve("run.properties")) + props);
        replace(
                root.resolve("data/runInfo.csv"),
                "\n1,simple,development,postgres,2026-11-26 04:24:30.332,0.75,1,1,",
                "\n%d,simple,development,postgres,2026-11-26 04:24:30.332,0.75,%d,%d,"
                        .formatted(
                                run.get("runId").asInt(),
                                run.get("loadedWarehouses").asInt(),
                                run.get("warehouses").asInt()));
        Checksums.write(ResultDirectory.open(root));
        return root;
    }

    private static void set(ObjectNode run, String key, String value, String origin) {
        run.get("settings").forEach(setting -> {
            if (setting.get("key").asText().equals(key)) {
                ((ObjectNode) setting).put("value", value).put("origin", origin);
            }
        });
    }

    private Path result(String name) throws IOException {
        return result(name, "", run -> {});
    }

    private static void replace(Path file, String old, String now) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(old);
        Files.writeString(file, text.replace(old, now));
    }

    private Stage publish() {
        return Stage.line(folder, 0, "site all --out public");
    }

    /** What the check prints of all results, or of this one. */
    private String check(int status, String results) {
        return Stage.line(folder, status, "site --check " + results).out();
    }

    private Document page(String file) throws IOException {
        return Jsoup.parse(Files.readString(folder.resolve("public").resolve(file)));
    }

    @Test
    void rankingsHoldResultsOfOneKindAlone() throws IOException {
        result("a", "", run -> run.put("runId", 11));
        result("b", "", run -> run.put("runId", 12));
        result("other server", "", run -> ((ObjectNode) run.get("environment")).put("server", "<b>S</b> 2"));
        result("c", "", run -> run.put("warehouses", 8).put("loadedWarehouses", 8));

        publish();

        Document index = page("index.html");
        assertThat(index.select(".ranking").eachText()).hasSize(2).allMatch(text -> text.startsWith("TPC-C, "));
        assertThat(index.select("tbody tr:not(.ranking)")).hasSize(3);
        // Their verdict is Capped.
        assertThat(index.select("tbody tr:not(.ranking) td:nth-child(2)").eachText())
                .containsOnly("–");
        assertThat(index.select("tbody").get(1).text()).contains("3842 runs", "<b>S</b> 2");
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
        result("private", "publish=false\n", run -> run.put("runId", 2));
        Path running = result("running", "", run -> run.put("runId", 3));
        replace(running.resolve("summary.json"), "\"COMPLETE\"", "\"RUNNING\"");
        Path changed = result("changed", "", run -> run.put("runId", 4));
        replace(changed.resolve("summary.json"), "\"tpmC\":384.0", "\"tpmC\":9999.0");
        Path secret = result("secret", "password=hunter2\n", run -> run.put("runId", 5));
        Path linked = result("linked", "", run -> run.put("runId", 6));
        Files.delete(linked.resolve("run.properties"));
        Files.createSymbolicLink(linked.resolve("run.properties"), secret.resolve("run.properties"));

        Path unsummed = result("unsummed", "", run -> run.put("runId", 7));
        Files.move(unsummed.resolve("checksums.txt"), unsummed.resolve("checksums.txt.sig"));

        // One of BenchmarkSQL.
        Path old = Files.createDirectories(folder.resolve("all/my_result_2019/data"));
        Files.copy(RECORDED.resolve("data/runInfo.csv"), old.resolve("runInfo.csv"));
        Files.copy(RECORDED.resolve("data/result.csv"), old.resolve("result.csv"));

        assertThat(publish().printed("1 results in 1 rows, 7 left out").err())
                .containsPattern("Left out: .*private: publish=false")
                .containsPattern("Left out: .*running: no verdict: ")
                .containsPattern("Left out: .*changed: summary.json was changed after the run")
                .containsPattern("Left out: .*secret: run.properties holds a secret ")
                .containsPattern("Left out: .*unsummed: checksums.txt is missing: ")
                .containsPattern("Left out: .*linked: run.properties is a link ")
                .containsPattern("Left out: .*my_result_2019: there is no summary.json");
        TestFiles.assertNowhere("hunter2", folder.resolve("public"), file -> false);
        // Without checksums nobody knows whether it was changed, which its page says.
        Files.delete(folder.resolve("all/open/checksums.txt"));
        Stage.line(folder, 0, "site all/open --out public");
        assertThat(page(page("index.html").select("td a").first().attr("href"))
                        .select("#checksums")
                        .text())
                .contains("is not known");
        // A result that is withdrawn later goes away.
        Files.writeString(folder.resolve("all/open/run.properties"), "publish=false\n");
        Stage.line(folder, 0, "site all/open --out public");
        assertThat(folder.resolve("public/results")).isEmptyDirectory();
    }

    @Test
    void aPlaceWithOtherFilesIsNeverASite() throws IOException {
        result("a");
        Path home = Files.createDirectories(folder.resolve("home/results"));
        Stage.refused(folder, "site all --out home");
        assertThat(home).isEmptyDirectory();
        Stage.refused(folder, "site home --out public");
    }

    @Test
    void theChecksumsAreThoseOfSha256sum() throws IOException {
        Path root = result("a");
        assertThat(Files.readAllLines(root.resolve(Checksums.NAME)))
                .hasSize(TestFiles.below(root).size() - 1)
                .contains(
                        DigestUtils.sha256Hex(Files.readAllBytes(root.resolve("run.properties"))) + "  run.properties");
    }

    /** What each kind of change by hand, with its checksums made anew, is named by; those of a group do not hide each other. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                summary.json|"verdict":"CAPPED"|"verdict":"VALID"|verdict: summary.json says VALID, its figures say CAPPED
                summary.json|"p90Ms":|"p90Ms":9|NEW_ORDER response p90Ms: summary.json says 9
                summary.json|"p50Ms":2.|"p50Ms":1.|NEW_ORDER response p50Ms: summary.json says 1
                summary.json|"orderLines":2883|"orderLines":2884|workload orderLines: summary.json says 2,884, data/inputs.csv 2,883
                summary.json|"medianMicros":38|"medianMicros":37|hostSpeed medianMicros: summary.json says 37
                summary.json|"maxAtSeconds":|"maxAtSeconds":1|NEW_ORDER maxAtSeconds: summary.json says 1
                summary.json|"seed":|"seed":1|seed: summary.json says 1
                summary.json|"settings":[|"settings":[{"key":"thresholds","value":"x","origin":"-D"},|thresholds of summary.json has `x`
                summary.json|"settings":[|"settings":[{"key":"terminals","value":"9","origin":"props:2"},|terminals: summary.json says "9", run.properties says "4"
                summary.json|"settings":[|"settings":[{"key":"user","value":"a","origin":"default"},|user: summary.json says "a", run.properties says "postgres"
                summary.json|"settings":[|"settings":[{"key":"password","value":"hunter2","origin":"-D"},|password of summary.json is not hidden
                summary.json|"settings":[|"settings":[{"key":"maxRetries","value":"99","origin":"default"},|maxRetries: summary.json says "99", which is not its default
                data/runInfo.csv|1,simple|2,simple|run: summary.json says 1, data/runInfo.csv 2
                data/runInfo.csv|04:24:30.332|04:24:30.333|sessionStart of data/runInfo.csv is not the start in summary.json
                data/load_generator.csv|10.010,|19.506,|data/load_generator.csv: its lines are not in the order of time
                data/net_lo.csv|1,38718,|1,38719,| devices were sampled at other moments than data/sys_info.csv says
                data/sys_info.csv|1,25528,0.905000|1,25528,0.805000| processor shares of data/sys_info.csv are not all of the time
                data/statement_times.csv|commit,20,1.000,118.825|commit,20,1.000,119.925|data/statement_times.csv: commit of NEW_ORDER has not
                data/warehouse_heat.csv|288|289|NEW_ORDER: summary.json says 288, data/warehouse_heat.csv 289
                """,
                """
                summary.json|"failed":0|"failed":-1|NEW_ORDER failed: summary.json says -1
                summary.json|"pacing":"RATE"|"pacing":"ARRIVAL_RATE"|is an open model: summary.json says true, its settings false
                summary.json|"changePercent":-1.4|"changePercent":-0.4|hostSpeed changePercent: summary.json says -0.451
                summary.json|"rampupSeconds":3.0|"rampupSeconds":30.0|rampupSeconds: summary.json says 30, by data/series.csv it is 3
                run.properties|user=postgres|password=hunter2|run.properties holds a secret that is not hidden
                data/result.csv|,104,|,107,|NEW_ORDER: response times of data/result.csv are not those of data/response.hlog
                data/series.csv|0.828,999.860|0.828,998.860|second 44 of data/series.csv has not one length for all types
                data/inputs.csv|18,60|24,60|data/inputs.csv: its lines are not in the order of time
                data/runInfo.csv|2026-11-26|2026-11-24|sessionStart of data/runInfo.csv is not the start in summary.json
                """,
                """
                summary.json|"windowSeconds":45.0|"windowSeconds":44.01|tpmC: summary.json says 384, its own counts and window
                summary.json|"windowSeconds":44.01|"windowSeconds":44.01|windowSeconds: summary.json says 44.01, by data/series.csv it is 45
                summary.json|"warehouses":1,|"warehouses":40,|efficiencyPercent: summary.json says
                summary.json|"value":"4","origin":"terminals"|"value":"3","origin":"terminals"|sutThreads: summary.json says 4, its settings say 3
                data/series.csv|NEW_ORDER|PAYMENT|NEW_ORDER count: summary.json says 288, data/series.csv 0
                """,
                """
                summary.json|"useWarehouseTo","value":"-1"|"useWarehouseTo","value":"0"|useWarehouseTo:
                summary.json|"cause":"RATE"|"cause":"DISK"|limit: summary.json says DISK, what was collected RATE
                data/result.csv|,3,3,NEW_ORDER|,4,3,NEW_ORDER|NEW_ORDER: response times of data/result.csv are not those of data/response.hlog
                data/series.csv|2.249,12.311|2.251,12.311|NEW_ORDER at 44.0 s: response times of data/response.hlog and data/series.csv differ
                """,
                """
                summary.json|"tpmC":384.0|"tpmC":394.0|NEW_ORDER count: summary.json says 293, data/series.csv 288
                summary.json|"count":288|"count":293|NEW_ORDER count: summary.json says 293, data/result.csv 288
                """,
                "data/result.csv|NEW_ORDER,0|PAYMENT,0|NEW_ORDER count: summary.json says 288, data/result.csv",
                "summary.json|\"settings\":[|\"settings\":[],\"other\":[|terminals: run.properties has it, and the settings of summary.json have not",
                "summary.json|\"types\":[|\"types\":null,\"other\":[|summary.json does not name NEW_ORDER"
            })
    void changesByHandAreNamed(String changes) throws IOException {
        Path root = result("bad");
        List<String[]> all = changes.lines().map(line -> line.split("\\|")).toList();
        for (String[] change : all) {
            replace(root.resolve(change[0]), change[1], change[2]);
        }
        Checksums.write(ResultDirectory.open(root));

        assertThat(check(7, "all"))
                .contains(
                        all.stream().map(change -> "bad: " + change[3].strip()).toList());
    }

    @Test
    void whatIsNotOfTheRunIsNamedInOneLine() throws IOException {
        Path root = result("bad");
        Files.writeString(root.resolve("data/blk\n\u001b[31m.csv"), "");
        Files.delete(root.resolve("data/result.csv"));
        assertThat(check(7, "all").lines())
                .anyMatch(line -> line.endsWith("bad: data/blk??[31m.csv is not of the run: it was put there later"))
                .anyMatch(line -> line.endsWith("bad: data/result.csv is missing"));
        // A link is named, and what it leads to is never read.
        Path secret = Files.writeString(folder.resolve("token"), "hunter2");
        Path linked = result("linked");
        Files.delete(linked.resolve("data/series.csv"));
        Files.createSymbolicLink(linked.resolve("data/series.csv"), secret);
        Path summary = result("summary").resolve("summary.json");
        Files.delete(summary);
        Files.createSymbolicLink(summary, secret);
        Stage checked = Stage.line(folder, 7, "site --check all")
                .printed("linked: data/series.csv is a link to another file")
                .warned("summary.json is a link to another file");
        assertThat(checked.out() + checked.err()).doesNotContain("hunter2");
    }

    @Test
    void hostileTextStaysTextAndAPropsFileIsReadAsTheRunReadIt() throws IOException {
        String hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'\u2028";
        result("hostile", "priceCovers=服务器\n// C:\\users\n# " + hostile + "\n", run -> {
            set(run, "priceCovers", "服务器", "props:18");
            ObjectNode environment = (ObjectNode) run.get("environment");
            List.of("server", "cpu", "memory", "host").forEach(fact -> environment.put(fact, hostile));
            run.put("statementForm", "plain").put("isolationLevel", hostile).put("toolVersion", "1");
            set(run, "scriptVariables", hostile, "what follows");
        });

        publish().printed("1 results in 1 rows");

        Document index = page("index.html");
        assertThat(index.select("img, script:not(#data)")).hasSize(1);
        assertThat(index.select("tbody").text()).contains("<img src=x onerror=alert(2)>");
        assertThat(data(index).get("facts").toString()).contains("alert(1)");
        Document result = page(index.select("td a").first().attr("href"));
        assertThat(result.select("img")).isEmpty();
        assertThat(result.select("#props").text()).contains("<script>alert(1)</script>", "priceCovers=服务器");
    }

    private static JsonNode data(Document index) throws IOException {
        return new ObjectMapper().readTree(index.select("#data").first().data());
    }

    /** Without the series nothing else is looked at. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "run.properties data/runInfo.csv data/result.csv data/response.hlog data/service.hlog data/errors.csv"
                        + " data/inputs.csv data/warehouse_heat.csv data/waits.csv data/events.csv data/load_generator.csv"
                        + " data/cpu_speed_probe.csv data/collectors.csv data/db_metrics.csv data/sys_info.csv data/ledger.bin",
                "data/series.csv"
            })
    void filesThatSuchARunLeavesAreMissed(String names) throws IOException {
        Path root = result("bad");
        for (String name : names.split(" ")) {
            Files.delete(root.resolve(name));
        }
        Checksums.write(ResultDirectory.open(root));

        String out = check(7, "all");
        assertThat(names.split(" "))
                .allMatch(name -> out.contains(name + " is missing") || out.contains(name + " (it does not exist)"));
    }

    @Test
    void aLinkThatIsGivenIsFollowed() throws IOException {
        Path root = result("a");
        Files.createSymbolicLink(folder.resolve("link"), root);
        Files.createSymbolicLink(folder.resolve("archive"), folder.resolve("all"));

        assertThat(check(0, "link archive")).contains("2 results checked, 0 with findings");
        Stage.line(folder, 0, "results link");
        Files.writeString(root.resolve("data/note.txt"), "mine");
        assertThat(check(7, "link")).contains("data/note.txt is not of the run");
    }

    /** Which signature is right is SshSignatureTest's. */
    @Test
    void whoSignedIsSaidAndAskedForOnlyWhereWanted() throws Exception {
        result("r");
        assumeTrue(sshKeygen("-q -t ed25519 -N '' -C '' -f bob"), "ssh-keygen is not installed");
        Files.writeString(folder.resolve("KEYS"), "bob@example.org " + Files.readString(folder.resolve("bob.pub")));
        Stage.refused(folder, "site --check all --keys missing");
        Stage.refused(folder, "site --check all --signed-only");
        Stage.refused(folder, "site all --out o --keys KEYS");
        assertThat(check(0, "all --keys KEYS")).contains("r: not signed\n", "1 results checked, 0 with findings");
        assertThat(check(7, "all --keys KEYS --signed-only"))
                .contains("r: not signed: there is no checksums.txt.sig\n");

        assertThat(sshKeygen("-Y sign -n bmsql -f bob all/r/checksums.txt")).isTrue();
        assertThat(check(0, "all --keys KEYS --signed-only")).contains("r: signed by bob@example.org\n");
        publish();
        assertThat(TestFiles.below(folder.resolve("public")))
                .as("so that a reader of the site can check it as well")
                .anyMatch(file -> file.endsWith(SshSignature.NAME));
        Files.writeString(folder.resolve("all/r/run.properties"), "# another one\n");
        assertThat(check(7, "all --keys KEYS"))
                .contains("r: run.properties was changed after the run: its checksum differs\n", "signed by bob");
    }

    private boolean sshKeygen(String words) throws Exception {
        return HostProgram.run(folder, "sh", "-c", "ssh-keygen " + words).status() == 0;
    }
}
