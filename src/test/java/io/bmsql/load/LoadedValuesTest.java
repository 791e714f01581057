package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.RunClock;
import io.bmsql.schema.RecordingListener;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reset takes from the generator alone is what the load writes. */
class LoadedValuesTest {
    private final Population population = new Population(42, 3, 0);

    private List<String[]> loaded(Slice slice) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        TextRows<RuntimeException> rows = TextRows.csv("NULL", ZoneOffset.UTC);
        rows.redirect((bytes, length, count) -> text.write(bytes, 0, length));
        population.write(slice, rows);
        rows.flush();
        return text.toString(StandardCharsets.US_ASCII)
                .lines()
                .map(line -> line.split(","))
                .toList();
    }

    @Test
    void quantities() {
        assertThat(loaded(new Slice(Table.STOCK, 3, 4_001, 5_000)))
                .hasSize(1_000)
                .allSatisfy(row -> assertThat(population.stockQuantity(3, Integer.parseInt(row[0])))
                        .isEqualTo(Integer.parseInt(row[2])));
    }

    @Test
    void customersData() {
        List<String[]> rows = loaded(new Slice(Table.CUSTOMER, 2, 9, 9));
        Reset unused = new Reset(null, 1, RunClock.SYSTEM, new RecordingListener());
        Restore restore = new Restore(population, unused);

        for (int customerId : new int[] {3_000, 7, 1_001}) {
            assertThat(restore.data(2, 9, customerId)).isEqualTo(rows.get(customerId - 1)[20]);
        }
    }
}
