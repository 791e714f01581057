package io.bmsql.report.live;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.common.Metric;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.LoadProfile;
import io.bmsql.measure.LiveView;
import io.bmsql.result.Outage;
import io.bmsql.result.RunFacts;
import io.bmsql.testing.Exposition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RunMetricsTest {
    private final LiveFixture source = new LiveFixture();
    private final RunMetrics metrics = new RunMetrics(LiveFixture.FACTS, source.source(), RunMetrics.ofJvm());

    private Exposition scrape() throws Exception {
        return Exposition.parse(new String(metrics.text(), StandardCharsets.UTF_8));
    }

    @Test
    void everySecondIsAddedToTheCounters() throws Exception {
        metrics.add(LiveFixture.second(-1, 1, 10, 1, 2));
        metrics.add(LiveFixture.second(0, 1, 20, 0, 3));
        Exposition text = scrape();
        assertThat(text.value("bmsql_transactions_total{outcome=committed, type=new_order}"))
                .isEqualTo(30);
        assertThat(text.value("bmsql_transactions_total{outcome=failed, type=new_order}"))
                .isEqualTo(1);
        assertThat(text.value("bmsql_transactions_total{outcome=unknown, type=delivery_bg}"))
                .isZero();
        assertThat(text.value("bmsql_retries_total{type=new_order}")).isEqualTo(5);
        assertThat(text.value("bmsql_response_seconds_count{type=new_order}")).isEqualTo(30);
        assertThat(text.value("bmsql_response_seconds_sum{type=new_order}")).isCloseTo(0.12, within(1e-9));
        assertThat(text.value("bmsql_response_seconds_bucket{le=0.0025, type=new_order}"))
                .isZero();
        assertThat(text.value("bmsql_response_seconds_bucket{le=0.005, type=new_order}"))
                .isEqualTo(30);
    }

    @Test
    void theMomentIsThereInTheUsualNames() throws Exception {
        Exposition text = scrape();
        assertThat(text.value("bmsql_tpmc{}")).isEqualTo(1234);
        assertThat(text.value("bmsql_backlog{}")).isEqualTo(11);
        assertThat(text.value("bmsql_terminals{}")).isEqualTo(40);
        assertThat(text.value("bmsql_workers_connected{}")).isEqualTo(3);
        assertThat(text.value("bmsql_errors_total{class=deadlock}")).isEqualTo(12);
        assertThat(text.value("bmsql_up{}")).isEqualTo(1);
        assertThat(text.value("bmsql_phase{phase=measure}")).isEqualTo(1);
        assertThat(text.value("bmsql_build_info{version=1.0 <beta> \\\"x\\\"\\\\}"))
                .isEqualTo(1);
        assertThat(text.type("process_cpu_seconds_total")).isEqualTo("counter");
        assertThat(text.type("jvm_memory_used_bytes")).isEqualTo("gauge");
        assertThat(text.type("jvm_gc_collection_seconds")).isEqualTo("summary");
    }

    @Test
    void scriptsWhoseNamesDifferInCapitalsStayApart() throws Exception {
        List<TransactionType> types = new ArrayList<>();
        for (String name : List.of("Pay", "pay", "=\u4ed8\\")) {
            types.add(new TransactionTypes.Named(name, types.size(), true, 0, 0));
        }
        RunFacts.Workload workload = RunFacts.Workload.of(new TransactionTypes("scripts", types, Metric.TRANSACTIONS));
        RunFacts facts = with(LiveFixture.FACTS, "setup", with(LiveFixture.FACTS.setup(), "workload", workload));
        String text =
                new String(new RunMetrics(facts, source.source(), RunMetrics.ofJvm()).text(), StandardCharsets.UTF_8);
        assertThat(text)
                .contains(
                        "bmsql_response_seconds_count{type=\"Pay\"} 0",
                        "bmsql_response_seconds_count{type=\"pay\"} 0",
                        "bmsql_retries_total{type=\"=\u4ed8\\\\\"} 0");
    }

    @Test
    void theStepOfAShapedLoadIsThere() throws Exception {
        assertThat(new String(metrics.text(), StandardCharsets.UTF_8)).doesNotContain("\nbmsql_load_step ");
        source.at(new LiveView.Step(3, 5, "4000 \u2192 8000/min", 6200, LoadProfile.Unit.RATE));
        assertThat(scrape().value("bmsql_load_step{}")).isEqualTo(3);
        assertThat(scrape().value("bmsql_load_level{of=rate}")).isEqualTo(6200);
    }

    @Test
    void theDashboardAsksForMetricsThatExist() throws Exception {
        source.at(new LiveView.Step(3, 5, "4000/min", 4000, LoadProfile.Unit.RATE));
        String text = new String(metrics.text(), StandardCharsets.UTF_8);
        List<String> expressions = new ObjectMapper()
                .readTree(Path.of("run/grafana/bmsql-dashboard.json").toFile())
                .findValuesAsText("expr");
        assertThat(expressions).hasSizeGreaterThan(15);
        for (String expression : expressions) {
            Matcher name = Pattern.compile("\\b(bmsql|process|jvm)_\\w+").matcher(expression);
            assertThat(name.find()).as(expression).isTrue();
            assertThat(text).as(expression).containsPattern("\n" + name.group() + "[ {]");
        }
    }

    @Test
    void anOutageTakesUpAwayAndStaysCounted() throws Exception {
        source.away(new Outage(12, 0, null, null, 3.5, 100, null, new Outage.Failures(0, 0, 4)));
        assertThat(scrape().value("bmsql_up{}")).isZero();
        source.away(new Outage(12, 0, 15.5, 0L, 3.5, 100, null, new Outage.Failures(0, 0, 4)));
        Exposition back = scrape();
        assertThat(back.value("bmsql_up{}")).isEqualTo(1);
        assertThat(back.value("bmsql_outages_total{}")).isEqualTo(1);
    }
}
