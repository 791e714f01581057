package io.bmsql.collector.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricSamplerTest {
    private final MetricSampler sampler = new MetricSampler(List.of(), 1);

    private Map<String, Double> at(double seconds, double commits) {
        return sampler.values(MetricCatalog.Kind.RATE, Map.of("commits", commits), seconds);
    }

    /** A server that stood still for five seconds: what it did in the 38 ms behind the late sample is no rate. */
    @Test
    void noRateIsMadeOverATinyGap() {
        assertThat(at(13.674, 1_000)).isEmpty();
        assertThat(at(14.674, 1_400)).containsEntry("commits", 400.0);
        assertThat(at(20.174, 1_675)).containsEntry("commits", 50.0);
        assertThat(at(20.212, 1_820)).isEmpty();
        assertThat(at(20.674, 2_075)).as("with those of the tiny gap").containsEntry("commits", 800.0);
        assertThat(at(21.174, 2_175)).as("half an interval is enough").containsEntry("commits", 200.0);
    }

    @ParameterizedTest
    @EnumSource(names = {"RATE", "DELTA", "SHARE"})
    void growthOfATinyGapBelongsToTheNextSample(MetricCatalog.Kind kind) {
        sampler.values(kind, Map.of("a", 10.0), 10);
        assertThat(sampler.values(kind, Map.of("a", 11.0), 10.1)).isEmpty();
        assertThat(sampler.values(kind, Map.of("a", 20.0), 11))
                .containsEntry("a", kind == MetricCatalog.Kind.SHARE ? 100.0 : 10.0);
    }

    private Map<String, Double> share(double seconds, double hits, double reads) {
        Map<String, Double> now = new LinkedHashMap<>();
        now.put("hits", hits);
        now.put("reads", reads);
        return sampler.values(MetricCatalog.Kind.SHARE, now, seconds);
    }

    /** Somebody resets the server's counters, and the small one is soon what it was. */
    @Test
    void aShareIsThatOfTheFirstColumnOrNotKnown() {
        assertThat(share(1, 1_000_000, 10)).isEmpty();
        assertThat(share(2, 1_000_090, 20)).isEqualTo(Map.of("hits", 90.0));
        assertThat(share(3, 5_000, 25)).isEmpty();
        assertThat(share(4, 5_000, 25)).as("nothing was done").isEmpty();
        assertThat(share(5, 5_000, 26)).isEqualTo(Map.of("hits", 0.0));
    }

    @Test
    void aGaugeIsWhatItIsAndALostServerBeginsAnew() {
        for (double seconds : new double[] {1, 1.01}) {
            assertThat(sampler.values(MetricCatalog.Kind.GAUGE, Map.of("a", 3.0), seconds))
                    .containsEntry("a", 3.0);
        }
        sampler.forget();
        assertThat(at(2, 10)).isEmpty();
        assertThat(at(2.5, 100)).containsEntry("commits", 180.0);
    }
}
