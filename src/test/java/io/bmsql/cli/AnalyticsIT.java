package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.result.AnalyticRow;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A run with analytic queries beside it, one of which the user has spoiled. */
class AnalyticsIT {
    /** Of the queries that it draws the spoiled one comes second, so that a slow machine gets to it as well. */
    private static final int SPOILED_SECOND = 27_609;

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    private Path folder;

    @Test
    void queriesAreTimedBesideTheTransactionsAndOneThatAlwaysFailsIsNamed() throws Exception {
        POSTGRES.becomeLoaded(1);
        Path own = Files.createDirectories(folder.resolve("workload.chbench/analytics"));
        Files.writeString(own.resolve("q16.sql"), "SELECT nothing FROM nowhere;\n");
        POSTGRES.props(
                folder.resolve("props"),
                "password=none warehouses=1 terminals=1 runMins=0.15 resultDirectory=r analyticStreams=2 seed="
                        + SPOILED_SECOND);

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
