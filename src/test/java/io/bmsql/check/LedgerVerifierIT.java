package io.bmsql.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.db.Database;
import io.bmsql.result.LedgerEntry;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.State;
import io.bmsql.result.ViolationsFile;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A ledger in many parts finds what it finds in one, and neither its file nor the history is read for each part. */
class LedgerVerifierIT {
    /** Some have numbers below 10,000, where the next part of a district begins. */
    private static final int FIRST = 9_001;

    private static final int ORDERS = 2_000;
    private static final int SMALL_PART_BYTES = 4_000;
    private static final long LOST_PAYMENTS = 20;

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    static Path folder;

    private static Database database;
    private static MadeUpLedger made;

    @BeforeAll
    static void populate() throws Exception {
        database = POSTGRES.open(1);
        made = new MadeUpLedger(database, 1, FIRST, ORDERS);
        made.make(path());
        made.sql(
                "delete from bmsql_oorder where o_d_id = 3 and o_id in (9007, 9999, 11000)",
                "delete from bmsql_history where h_d_id = 4 and h_c_id = 9",
                "update bmsql_oorder set o_c_id = 99 where o_d_id = 5 and o_id = 10000",
                "update bmsql_oorder set o_carrier_id = 6 where o_d_id = 6 and o_id = 9998");
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static Path path() {
        return folder.resolve("ledger.bin");
    }

    private static LedgerResult verify(int partBytes, Path violations, LedgerFile... files) throws Exception {
        try (ViolationsFile all = new ViolationsFile(violations)) {
            LedgerVerifier verifier = new LedgerVerifier(database, List.of(files), RunClock.SYSTEM, null, all);
            verifier.partBytes = partBytes;
            return verifier.verify();
        }
    }

    private static List<Object> counts(LedgerResult result) {
        return List.of(
                result.counts(),
                result.checks().stream()
                        .map(check ->
                                check.name() + " " + check.state() + " " + check.checked() + " " + check.violations())
                        .toList());
    }

    @Test
    void manyPartsFindWhatOnePartFindsAndEverythingIsReadOnce() throws Exception {
        LedgerFile file = LedgerFile.open(path());
        long scansBefore = historyScans();
        Path allOfOne = folder.resolve("one.txt");
        LedgerResult one = verify(LedgerParts.PART_BYTES * 10, allOfOne, file);
        assertThat(one.checks().stream().filter(check -> check.state() == State.FAILED))
                .extracting(LedgerResult.Check::name, LedgerResult.Check::violations)
                .containsExactly(
                        tuple("new-orders", 4L),
                        tuple("payments", LOST_PAYMENTS),
                        tuple("deliveries", 1L),
                        tuple("balances", 1L));
        LedgerResult.Gone gone = Objects.requireNonNull(one.gone());
        assertThat(gone.count()).isEqualTo(3 + LOST_PAYMENTS);
        assertThat(gone.explains()).isEqualTo(3 + LOST_PAYMENTS);
        long scansOfOne = historyScans();

        // The same ledger twice is one ledger.
        Path allOfMany = folder.resolve("many.txt");
        LedgerResult many = verify(SMALL_PART_BYTES, allOfMany, file, LedgerFile.open(path()));
        assertThat(counts(many)).isEqualTo(counts(one));
        assertThat(Files.readAllLines(allOfMany))
                .hasSize((int) (6 + LOST_PAYMENTS))
                .containsExactlyInAnyOrderElementsOf(Files.readAllLines(allOfOne));
        assertThat(many.violationsFile()).isEqualTo("many.txt");
        assertThat(historyScans() - scansOfOne)
                .isEqualTo(scansOfOne - scansBefore)
                .isPositive();
        assertThat(folder).isDirectoryNotContaining("glob:**ledger-parts*");
    }

    /** A row that is gone has no sum to compare. */
    @Test
    void aDistrictThatIsGoneIsSaid() throws Exception {
        made.sql("update bmsql_district set d_id = 11 where d_id = 10");
        try {
            Path all = folder.resolve("gone.txt");
            verify(LedgerParts.PART_BYTES, all, LedgerFile.open(path()));
            assertThat(Files.readAllLines(all)).contains("d_next_o_id: w=1 d=10: no such district");
        } finally {
            made.sql("update bmsql_district set d_id = 10 where d_id = 11");
        }
    }

    @Test
    void aDiskWithoutRoomIsOneSentence() {
        assertThatThrownBy(() -> LedgerParts.create(folder, Long.MAX_VALUE / 4, LedgerParts.PART_BYTES))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching("verifying the ledger needs \\d+ MB in .*, and \\d+ MB are free: make room.*");
        assertThat(folder).isDirectoryNotContaining("glob:**ledger-parts*");
    }

    /** One warehouse with everything is spread as evenly as a thousand are. */
    @Test
    void noPartIsMuchLargerThanTheOthers() throws Exception {
        LedgerFile file = LedgerFile.open(path());
        try (LedgerParts parts = LedgerParts.create(folder, Files.size(path()), 40_000)) {
            file.read(entry -> {
                if (entry instanceof LedgerEntry.NewOrder order) {
                    parts.made(order);
                } else if (entry instanceof LedgerEntry.Payment payment) {
                    parts.paid(payment);
                }
            });
            parts.finish();
            try (Stream<Path> kept = Files.walk(folder)
                    .filter(path -> path.getParent().toString().contains("parts"))) {
                long[] bytes = kept.mapToLong(path -> path.toFile().length()).toArray();
                assertThat(bytes).hasSize(parts.count()).hasSizeGreaterThan(10);
                assertThat(LongStream.of(bytes)).allMatch(length -> length < 3 * 40_000);
            }
        }
    }

    /** The session of the verifier tells what it counted now, not after a second. */
    private static long historyScans() throws Exception {
        try (Connection connection = database.connection()) {
            Sql.executeOn(connection, "select pg_stat_force_next_flush()");
            connection.commit();
        }
        return POSTGRES.number(
                "select seq_scan + coalesce(idx_scan, 0) from pg_stat_user_tables where relname = 'bmsql_history'");
    }
}
