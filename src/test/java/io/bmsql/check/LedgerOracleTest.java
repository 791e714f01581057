package io.bmsql.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.check.LedgerHistory.Kind;
import io.bmsql.testing.Background;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The judge is judged: thousands of runs that never were, whose ledgers must be called right or wrong as they are. No false alarm, no
 * miss, and where nobody can know, it says so. The tables are in memory, with the answers that the statements of {@code sql.common}
 * give; {@code LedgerOracleIT} asks PostgreSQL.
 */
class LedgerOracleTest {
    private static final long COUNT = Long.getLong("bmsql.ledger.histories", 500);
    private static final long FIRST = Long.getLong("bmsql.ledger.seed", 1);

    private static final int THREADS = 8;

    @TempDir
    private Path folder;

    /** In every second one the load generator heard nothing of half of what is unknown, as of calls that are transactions. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void everyVerdictIsTheTruth() {
        List<CompletableFuture<List<String>>> parts = IntStream.range(0, THREADS)
                .mapToObj(part -> Background.call(() -> judged(
                        part % 2 * 50,
                        Kind.USUAL,
                        LongStream.range(FIRST, FIRST + COUNT)
                                .filter(seed -> seed % THREADS == part)
                                .toArray())))
                .toList();
        assertThat(parts.stream().flatMap(part -> part.join().stream()))
                .as("of %d histories", COUNT)
                .isEmpty();
    }

    /** Were judged wrong once, by this judge or by one that was made worse. */
    @Test
    void whatWasWrongOnceIsRight() throws Exception {
        assertThat(judged(0, Kind.USUAL, 20, 114, 122, 184, 193, 6383, 9334, 9719))
                .isEmpty();
        assertThat(judged(0, Kind.ODD, 700_001_417, 900_009_188, 1_300_001_989)).isEmpty();
        assertThat(judged(0, Kind.SUMMERS_END, 900_000_769, 900_009_929, 1_100_001_511))
                .isEmpty();
    }

    /** An hour comes twice, and dates of a run may be earlier than its start. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void theEndOfSummerTimeLosesNothing() throws Exception {
        assertThat(judged(
                        0,
                        Kind.SUMMERS_END,
                        LongStream.range(FIRST, FIRST + COUNT / 2).toArray()))
                .isEmpty();
    }

    /** Equal moments, clocks that are behind or set back, coarse dates, zones of half hours, midnight. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void oddClocksLoseNothing() throws Exception {
        assertThat(judged(
                        0, Kind.ODD, LongStream.range(FIRST, FIRST + COUNT / 2).toArray()))
                .isEmpty();
    }

    private List<String> judged(int blindPercent, Kind kind, long... seeds) throws Exception {
        List<String> wrong = new ArrayList<>();
        Path own = Files.createTempDirectory(folder, "ledgers");
        try (ModelServer server = new ModelServer()) {
            for (long seed : seeds) {
                LedgerHistory history = new LedgerHistory(seed, blindPercent, kind, server, own);
                String found;
                try {
                    found = history.play();
                } catch (RuntimeException | SQLException e) {
                    throw new AssertionError("seed " + seed + history.story(), e);
                }
                if (found != null) {
                    wrong.add("seed " + seed + history.story() + ": " + found);
                }
            }
        }
        return wrong;
    }
}
