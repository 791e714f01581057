package io.bmsql.schema;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.schema.BuildListener.PopulationFact;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** On a real load of one warehouse. */
abstract class PopulationCheckContract {
    /**
     * Statements by the only fact that shows what they do. Each is about a row of its own unless it has to be many, and those of
     * one fact even out in a sum.
     */
    private static final Path DAMAGES = Path.of("src/test/resources/schema/damages.txt");

    private final RecordingListener listener = new RecordingListener();

    abstract TestDatabase server();

    private void check(int warehouses) throws Exception {
        try (Database database = server().open(IsolationLevel.SERVER_DEFAULT, 2)) {
            new SchemaBuilder(database, 2, RunClock.SYSTEM, listener).checkPopulation(warehouses);
        }
    }

    @Test
    final void findsWhatIsNotAsLoaded() throws Exception {
        check(1);
        assertThat(listener.facts).hasSize(41);
        listener.facts.clear();
        Map<String, Integer> damages = new TreeMap<>();
        for (String damage : Files.readAllLines(DAMAGES)) {
            String[] parts = damage.split(" \\| ");
            damages.merge(parts[0], 1, Integer::sum);
            server().execute(parts[1]);
        }

        assertThatThrownBy(() -> check(1)).isInstanceOf(BuildFailedException.class);

        List<PopulationFact> failed =
                listener.facts.stream().filter(fact -> !fact.passed()).toList();
        assertThat(failed).extracting(PopulationFact::name).containsExactlyInAnyOrderElementsOf(damages.keySet());
        assertThat(failed).filteredOn(fact -> fact.name().contains("wrong")).allSatisfy(fact -> assertThat(
                        fact.actual())
                .isEqualByComparingTo(String.valueOf(damages.get(fact.name()))));
    }

    @Test
    final void anotherNumberOfWarehousesFailsByName() {
        assertThrown(
                BuildFailedException.class,
                () -> check(2),
                "warehouses is 1, expected 2",
                "stock_rows is 100000, expected 200000");
    }
}
