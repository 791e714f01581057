package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesCsvTest {
    private static final SeriesRow RAMPUP = new SeriesRow(
            -3,
            TransactionType.NEW_ORDER,
            RunPhase.RAMPUP,
            10,
            1,
            2,
            3,
            4,
            0,
            1.5,
            2.25,
            3.125,
            4.001,
            0.5,
            0.001,
            1000.0);
    private static final SeriesRow MEASURE = new SeriesRow(
            0, TransactionType.DELIVERY_BG, RunPhase.MEASURE, 1, 0, 0, 0, 0, 7, 9.0, 9.0, 9.0, 9.0, 8.0, 1.0, 999.75);

    @TempDir
    Path folder;

    @Test
    void rowsComeBackAsTheyWere() throws IOException {
        Path file = written(SeriesCsv.headerLine() + SeriesCsv.lines(List.of(RAMPUP, MEASURE)));

        assertThat(read(file)).containsExactly(RAMPUP, MEASURE);
    }

    @Test
    void theHeaderNamesEachColumnOfARow() throws IOException {
        assertThat(SeriesCsv.HEADER.split(","))
                .containsExactly(java.util.Arrays.stream(SeriesRow.class.getRecordComponents())
                        .map(java.lang.reflect.RecordComponent::getName)
                        .toArray(String[]::new));
    }

    @Test
    void decimalsDoNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(SeriesCsv.lines(List.of(RAMPUP)))
                    .isEqualTo("-3,NEW_ORDER,RAMPUP,10,1,2,3,4,0,1.500,2.250,3.125,4.001,0.500,0.001,1000.000\n");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aCutLastLineIsLeftOutWhereverItIsCut() throws IOException {
        String header = SeriesCsv.headerLine();
        String text = header + SeriesCsv.lines(List.of(RAMPUP, MEASURE));
        int firstRow = header.length() + SeriesCsv.lines(List.of(RAMPUP)).length();
        for (int cut = firstRow; cut < text.length(); cut++) {
            assertThat(read(written(text.substring(0, cut))))
                    .as("cut at %d", cut)
                    .containsExactly(RAMPUP);
        }
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        Path file = written(SeriesCsv.headerLine() + "x\n");

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(ResultReadException.class)
                .hasMessageContaining(file + " is damaged");
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("series.csv"), text);
    }

    private static List<SeriesRow> read(Path file) {
        List<SeriesRow> rows = new ArrayList<>();
        SeriesCsv.read(file, rows::add);
        return rows;
    }
}
