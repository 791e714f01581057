package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.Database;
import io.bmsql.load.Loader.LoadSummary;
import io.bmsql.schema.RecordingListener;
import io.bmsql.testing.Background;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import io.bmsql.tpcc.Table;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several loaders fill one PostgreSQL at once; what they leave is what one leaves. */
@Tag("long")
class SeveralLoadersIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    /** Its 12 parts are two for each worker of three loaders. */
    private static final int WAREHOUSES = 1;

    private static final int WORKERS = 2;

    private final RecordingListener lines = new RecordingListener();

    /** Always the same moment, which all rows show; nanoseconds pass. */
    private record SameMoment(RunClock system) implements RunClock {
        @Override
        public long nanoTime() {
            return system.nanoTime();
        }

        @Override
        public long epochMillis() {
            return 1_767_323_045_678L;
        }

        @Override
        public void parkUntil(long deadlineNanos) {
            system.parkUntil(deadlineNanos);
        }

        @Override
        public void awaitUntil(Condition condition, long deadlineNanos) throws InterruptedException {
            system.awaitUntil(condition, deadlineNanos);
        }
    }

    @BeforeEach
    void emptyTables() throws Exception {
        POSTGRES.emptyTables();
    }

    @Test
    void severalLoadersShareTheUnitsAndLoadAgainWhatALostConnectionLeft() throws Exception {
        load(loader(), "alone", new CyclicBarrier(1)).get();
        Map<Table, String> alone = POSTGRES.checksums();
        assertThat(POSTGRES.number("SELECT count(*) FROM bmsql_stock")).isEqualTo(WAREHOUSES * 100_000);

        emptyTables();
        CyclicBarrier connected = new CyclicBarrier(3);
        List<CompletableFuture<LoadSummary>> together = Stream.of("one", "two", "three")
                .map(name -> load(loader(), name, connected))
                .toList();
        List<LoadSummary> all = new ArrayList<>();
        for (CompletableFuture<LoadSummary> loader : together) {
            all.add(loader.get());
        }
        assertThat(POSTGRES.checksums()).isEqualTo(alone);
        assertThat(all).filteredOn(LoadSummary::isLast).hasSize(1);
        assertThat(all).filteredOn(summary -> summary.rows() > 0).hasSizeGreaterThan(1);
        assertThat(all).filteredOn(summary -> summary.rowsOfOthers() > 0).hasSizeGreaterThan(1);
        assertThat(lines.errors)
                .as("a loader that was late by a part says so")
                .allMatch(line -> line.startsWith("Resuming a load that was begun"));
        assertThat(POSTGRES.number("SELECT count(*) FROM pg_tables WHERE tablename = 'bmsql_load_progress'"))
                .as("the journal is gone")
                .isZero();

        emptyTables();
        Loader killed = loader();
        CompletableFuture<LoadSummary> first = load(killed, "killed", new CyclicBarrier(1));
        await().atMost(5, TimeUnit.MINUTES).until(() -> killed.progress().rows() >= 50_000);
        CompletableFuture<LoadSummary> other = load(loader(), "other", new CyclicBarrier(1));
        await().atMost(5, TimeUnit.MINUTES)
                .until(() -> POSTGRES.number("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                + " WHERE application_name = 'killed' AND state <> 'idle'")
                        > 0);

        assertThat(List.of(first.get().isLast(), other.get().isLast())).containsExactlyInAnyOrder(true, false);
        assertThat(POSTGRES.checksums()).isEqualTo(alone);
    }

    private Loader loader() {
        LoadConfig config = new LoadConfig(WAREHOUSES, WORKERS, null, "NULL", 42, false, false);
        return new Loader(config, new SameMoment(RunClock.SYSTEM), ZoneId.systemDefault(), lines);
    }

    /** @param connected waits until all have opened their database, so that none is done before another begins */
    private static CompletableFuture<LoadSummary> load(Loader loader, String name, CyclicBarrier connected) {
        return Background.call(() -> {
            try (Database database = open(name)) {
                connected.await();
                return loader.intoTables(database);
            }
        });
    }

    private static Database open(String name) throws Exception {
        return new TestDatabase.Named("postgres", POSTGRES.url() + "?ApplicationName=" + name, "postgres")
                .open(IsolationLevel.SERVER_DEFAULT, WORKERS);
    }
}
