package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Stalls.Stall;
import io.bmsql.common.Texts.Language;
import io.bmsql.report.ReportModel.ExplainedStall;
import io.bmsql.report.chart.Series;
import io.bmsql.report.chart.TimeChart;
import io.bmsql.result.CollectedFigures.WarehouseCounts;
import io.bmsql.result.MetricSeries;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose host, load generator and database were watched. */
class WatchedReportTest {
    private static final Words WORDS = Words.in(Language.EN);
    private static final int TWO_MEGABYTES = 2_000_000;

    @TempDir
    private Path folder;

    @Test
    void eachStallStandsBesideWhatHostAndDatabaseDidThen() {
        ReportModel model = SampleRun.model(SampleWatch.watched(30, 600));
        assertThat(model.monitoring().stalls().worst()).hasSize(1);
        ExplainedStall explained = model.monitoring().stalls().worst().get(0);
        Stall stall = explained.stall();
        assertThat(stall.fromSeconds()).isBetween(239.0, 243.0);
        assertThat(stall.toSeconds()).isBetween(255.0, 260.0);
        assertThat(stall.lostTransactions()).isPositive();
        assertThat(explained.happened())
                .hasSize(5)
                .anyMatch(event -> event.startsWith("Disk nvme0n1: time an operation takes (write) 180 ms (median 2"))
                .anyMatch(event -> event.startsWith("CPU waiting for I/O 40% (median 2%)"));
    }

    @Test
    void everyChartOfHostAndDatabaseIsDrawnOnTheOneAxis() {
        ReportModel model = SampleRun.model(SampleWatch.watched(30, 600));
        assertThat(model.monitoring().hosts().get(0).charts())
                .extracting(TimeChart::title)
                .containsExactly(("CPU|CPU by NUMA node|Run queue|Context switches|Memory in use|Dirty pages|"
                                + "Disk nvme0n1: operations|Disk nvme0n1: throughput|Disk nvme0n1: time an operation takes|"
                                + "Disk nvme0n1: utilisation|Network enp4s0: throughput|Network enp4s0: packets")
                        .split("\\|"));
        assertThat(model.monitoring().database().charts())
                .extracting(TimeChart::title)
                .containsExactly("Sessions by wait", "WAL", "Checkpoints", "Cache hits");
        Document page = SampleRun.page(model);
        HarmlessPage.assertHarmless(page);
        assertThat(page.select("svg[role=img]").stream()
                        .filter(chart -> chart.text().contains("minutes:seconds"))
                        .map(chart ->
                                chart.select("text.tick[text-anchor=middle]").eachAttr("x"))
                        .distinct())
                .hasSize(1);
        assertThat(page.text())
                .contains("shared_buffers 1048576 16384 8kB")
                .doesNotContain("fsync")
                .contains("Collector database: pg_stat_statements is not installed")
                .contains("12 transactions failed, the most in warehouse 7: 12.");
    }

    @Test
    @Tag("long")
    void eightWatchedHoursFitInTwoMegabytesWithAtMostAThousandPointsALine() {
        String html = SampleRun.html(SampleRun.model(SampleWatch.watched(300, 8 * 3600)));
        assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(TWO_MEGABYTES);
        Document page = Jsoup.parse(html);
        Pattern points = Pattern.compile("[ML]");
        assertThat(page.select("svg path[fill=none]")).isNotEmpty().allSatisfy(path -> assertThat(
                        points.matcher(path.attr("d")).results().count())
                .isLessThanOrEqualTo(1000));
        assertThat(page.text())
                .contains("Each point is the mean of 60 s; the pale band spans")
                .contains("a percentile of all New-Orders of its interval of 97 s");
        assertThat(page.select("svg path[fill=var(--total-pale)]")).hasSize(1);
    }

    @Test
    void filesOfTheOldCollectorAreDrawnToo() throws IOException {
        Path run = folder.resolve("run");
        SampleRun.write(SampleRun.of(0, 30), run);
        String system =
                "run,elapsed,cpu_user,cpu_nice,cpu_system,cpu_idle,cpu_iowait,cpu_irq,cpu_softirq,cpu_steal,cpu_guest,"
                        + "cpu_guest_nice,vm_nr_dirty\n";
        String disk = "run,elapsed,device,rdiops,rdmerges,rdkbps,wriops,wrmerges,wrkbps\n";
        for (int second = 1; second <= 30; second++) {
            system += "1," + second + "000,0.5,0.0,0.2,0.3,0.0,0.0,0.0,0.0,0.0,0.0,812\n";
            disk += "1," + second + "000,blk_sda,1.0,0.0,4.0,310.5,2.0,2048.0\n";
        }
        Files.writeString(run.resolve("data/sys_info.csv"), system + "Traceback (most recent call last):\n1,31");
        Files.writeString(run.resolve("data/blk_sda.csv"), disk);
        ReportModel model = SampleRun.model(RunReader.read(ResultDirectory.open(run), ReportWindow.WHOLE));
        List<TimeChart> panels = model.monitoring().hosts().get(0).charts();
        assertThat(panels)
                .extracting(TimeChart::title)
                .containsExactly("CPU", "Dirty pages", "Disk sda: operations", "Disk sda: throughput");
        assertThat(panels.get(0).series().get(0).y()).hasSize(30).containsOnly(50);
        assertThat(panels.get(3).series().get(1).y()).containsOnly(2);
    }

    @Test
    void warehousesShareCellsWhenThereAreMany() {
        List<WarehouseCounts> counts = IntStream.rangeClosed(1, 2500)
                .mapToObj(warehouse -> new WarehouseCounts(warehouse, warehouse == 3 ? 30 : 10, 10, 0))
                .toList();
        WarehouseHeat warehouses = WarehouseHeat.of(counts, WORDS);
        assertThat(warehouses).isNotNull();
        assertThat(warehouses.warehousesACell()).isEqualTo(3);
        assertThat(warehouses.shares()).hasSize(834).startsWith(1.0, 0.6);
        assertThat(warehouses.sentence()).contains("30 (warehouse 3), 10 in the median");
        assertThat(WarehouseHeat.of(List.of(), WORDS)).isNull();
    }

    @Test
    void oneWarehouseIsNotComparedWithItselfAndOneFailureIsNotMostOfThem() {
        WarehouseHeat one = WarehouseHeat.of(List.of(new WarehouseCounts(7, 939, 900, 16)), WORDS);
        assertThat(one.sentence()).isEqualTo("Warehouse 7 ran 939 New-Orders. Failed transactions: 16.");
        WarehouseHeat two =
                WarehouseHeat.of(List.of(new WarehouseCounts(1, 9, 9, 0), new WarehouseCounts(2, 8, 8, 1)), WORDS);
        assertThat(two.sentence()).endsWith("One transaction failed, in warehouse 2.");
    }

    @Test
    void aSeriesNamedLikeItsChartIsNamedOnce() {
        double[] samples = {1, 2};
        TimeChart chart = Monitoring.databaseCharts(
                        List.of(new MetricSeries("full page images", "full page images", "count", samples, samples)),
                        WORDS)
                .get(0);
        assertThat(chart.series().get(0).name()).isEqualTo("Full page images");
        assertThat(chart.series().get(0).unit()).isEmpty();
    }

    @Test
    void aChartWithoutAnyValueHasNoLevelOfZero() {
        Series missing =
                Series.sampled("Load generator CPU", "Load generator CPU", "%", new double[] {1, 2}, new double[] {
                    Double.NaN, Double.NaN
                });
        ReportCharts draw = new ReportCharts(SampleRun.model(SampleWatch.watched(30, 600)), WORDS);
        assertThat(draw.level(List.of(TimeChart.lines("Load generator CPU", "%", List.of(missing)))))
                .containsExactly(List.of("Load generator CPU", "\u2013"));
    }
}
