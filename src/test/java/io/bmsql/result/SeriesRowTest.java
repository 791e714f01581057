package io.bmsql.result;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesRowTest {
    private static final SeriesRow RAMPUP = new SeriesRow(
            -3,
            TpccTransaction.NEW_ORDER,
            RunPhase.RAMPUP,
            10,
            new SeriesRow.Counts(1, 2, 3, 4, 0),
            new SeriesRow.Times(1.5, 2.25, 3.125, 4.001, 0.5, 0.001),
            1000.0);
    private static final SeriesRow MEASURE = new SeriesRow(
            0,
            TpccTransaction.DELIVERY_BG,
            RunPhase.MEASURE,
            1,
            new SeriesRow.Counts(0, 0, 0, 0, 7),
            new SeriesRow.Times(9.0, 9.0, 9.0, 9.0, 8.0, 1.0),
            999.75);

    @TempDir
    Path folder;

    @Test
    void rowsComeBackAsTheyWere() throws IOException {
        Path file = written(SeriesRow.CSV.header() + SeriesRow.CSV.lines(List.of(RAMPUP, MEASURE)));

        assertThat(read(file)).containsExactly(RAMPUP, MEASURE);
    }

    @Test
    void decimalsDoNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(SeriesRow.CSV.header() + SeriesRow.CSV.lines(List.of(RAMPUP)))
                    .isEqualTo(
                            "second,type,phase,completed,rolledBack,failed,unknown,retries,skippedDeliveries,"
                                    + "responseP50Ms,responseP90Ms,responseP99Ms,responseMaxMs,serviceMeanMs,startDelayMeanMs,"
                                    + "intervalMs\n-3,NEW_ORDER,RAMPUP,10,1,2,3,4,0,1.500,2.250,3.125,4.001,0.500,0.001,1000.000\n");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aCutLastLineIsLeftOutWhereverItIsCut() throws IOException {
        String header = SeriesRow.CSV.header();
        String text = header + SeriesRow.CSV.lines(List.of(RAMPUP, MEASURE));
        int firstRow = header.length() + SeriesRow.CSV.lines(List.of(RAMPUP)).length();
        for (int cut = firstRow; cut < text.length(); cut++) {
            assertThat(read(written(text.substring(0, cut))))
                    .as("cut at %d", cut)
                    .containsExactly(RAMPUP);
        }
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        Path file = written(SeriesRow.CSV.header() + "x\n");

        assertThrown(ResultReadException.class, () -> read(file), file + " is damaged");
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("series.csv"), text);
    }

    private static List<SeriesRow> read(Path file) {
        List<SeriesRow> rows = new ArrayList<>();
        SeriesRow.CSV.read(file, rows::add);
        return rows;
    }
}
