package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.result.AnalyticRow;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A run with analytic queries beside it, of which the user made all short and spoiled one: a slow machine gets to each. */
class AnalyticsIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    @TempDir
    private Path folder;

    @Test
    @Tag("long")
    void queriesAreTimedBesideTheTransactionsAndOneThatAlwaysFailsIsNamed() throws Exception {
        Path own = Files.createDirectories(folder.resolve("workload.chbench/analytics"));
        for (int number = 1; number <= 22; number++) {
            String sql = number == 16 ? "SELECT nothing FROM nowhere;\n" : "SELECT pg_sleep(0.01);\n";
            Files.writeString(own.resolve(String.format(Locale.ROOT, "q%02d.sql", number)), sql);
        }
        POSTGRES.props(
                folder.resolve("props"), "warehouses=1 terminals=1 runMins=0.1 resultDirectory=r analyticStreams=2");

        Stage.ended(folder, 0, "run", "props");
        Stage.ended(folder, 0, "report", "r");

        JsonNode found = TestFiles.json(folder.resolve("r/summary.json")).at("/analytics");
        assertThat(found.at("/querySetsPerHour").asDouble()).isPositive();
        assertThat(found.at("/staleMillis/maxMs").asDouble()).isPositive();
        assertThat(found.at("/queries")).hasSize(22);
        assertThat(AnalyticRow.CSV.list(folder.resolve("r/data/analytics.csv")))
                .anyMatch(row -> row.query().equals("q16") && row.failed() == 1)
                .anyMatch(row -> row.stream() == 2 && row.failed() == 0 && row.millis() > 0);
        assertThat(Files.readString(folder.resolve("r/report.html")))
                .contains("id=\"analytics\"", "Analytic queries that always failed: q16");
        assertThat(Files.readString(folder.resolve("r/report.md"))).contains("## Analytic queries");
    }
}
