package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultCsvAggregatorTest {
    @TempDir
    private Path folder;

    private ResultCsvAggregator tally(String rows) throws IOException {
        return tally(Files.writeString(folder.resolve("result.csv"), ResultCsv.HEADER + "\n" + rows));
    }

    private static ResultCsvAggregator tally(Path file) {
        return ResultCsvAggregator.of(file, TpccTransaction.TYPES, Integer.MIN_VALUE, Integer.MAX_VALUE, false);
    }

    @Test
    void quantilesAreThoseOfR() throws IOException {
        // R: quantile(c(1, 2, 4, 8, 16, 100000.5), c(.5, .9, .99)) = 6.00 50008.25 95001.275
        ResultCsvAggregator.Type type = tally(
                        """
                        1,10,16,16,NEW_ORDER,0,0,0
                        1,20,1,1,NEW_ORDER,0,0,0
                        1,30,100000.5,5,NEW_ORDER,0,0,0
                        1,40,2,2,NEW_ORDER,1,0,0
                        1,50,8,8,NEW_ORDER,0,0,0
                        1,60,4,4,NEW_ORDER,0,0,0
                        """)
                .type(TpccTransaction.NEW_ORDER);
        assertThat(type.quantileMs(0.5)).isEqualTo(6);
        assertThat(type.quantileMs(0.9)).isCloseTo(50_008.25, within(1e-6));
        assertThat(type.quantileMs(0.99)).isCloseTo(95_001.275, within(1e-6));
        assertThat(type.quantileMs(1)).isEqualTo(100_000.5);
        assertThat(type.maxAtSeconds()).isEqualTo(0.03);
        assertThat(type.rolledBack()).isEqualTo(1);
    }

    @Test
    void quantilesOfFractionsOfOneValueAndOfEqualValues() throws IOException {
        ResultCsvAggregator tally = tally(
                """
                1,1,7,7,PAYMENT,0,0,0
                1,1,5,5,DELIVERY,0,0,0
                1,1,5,5,DELIVERY,0,0,0
                1,1,0.125,0,STOCK_LEVEL,0,0,0
                1,1,0.25,0,STOCK_LEVEL,0,0,0
                1,1,0.5,0,STOCK_LEVEL,0,0,0
                1,1,1.75,0,STOCK_LEVEL,0,0,0
                1,1,70000.001,0,STOCK_LEVEL,0,0,0
                """);
        assertThat(tally.type(TpccTransaction.PAYMENT).quantileMs(0.9)).isEqualTo(7);
        assertThat(tally.type(TpccTransaction.DELIVERY).quantileMs(0.9)).isEqualTo(5);
        assertThat(tally.type(TpccTransaction.NEW_ORDER).quantileMs(0.9)).isZero();
        // R: quantile(c(0.125, 0.25, 0.5, 1.75, 70000.001), c(.5, .9)) = 0.5 42000.7006
        assertThat(tally.type(TpccTransaction.STOCK_LEVEL).quantileMs(0.5)).isEqualTo(0.5);
        assertThat(tally.type(TpccTransaction.STOCK_LEVEL).quantileMs(0.9)).isCloseTo(42_000.7006, within(1e-6));
    }

    @Test
    void errorsAreCountedApartAndACutLastLineIsLeftOut() throws IOException {
        ResultCsvAggregator tally =
                tally("1,1,7,7,PAYMENT,0,0,1\n1,2500,9,9,PAYMENT,0,0,0\n1,3000,4,4,DELIVERY_BG,0,3,0\n1,2,8,8,PAYM");
        assertThat(tally.type(TpccTransaction.PAYMENT).count()).isEqualTo(1);
        assertThat(tally.type(TpccTransaction.PAYMENT).errors()).isEqualTo(1);
        assertThat(tally.type(TpccTransaction.PAYMENT).inSecond(2)).isEqualTo(1);
        assertThat(tally.type(TpccTransaction.DELIVERY_BG).skippedDeliveries()).isEqualTo(3);
        assertThat(tally.foreground()).isEqualTo(1);
        assertThat(tally("1,2950,0,0,DELIVERY,0,0,0\n")
                        .type(TpccTransaction.DELIVERY)
                        .maxAtSeconds())
                .as("also of one that took no millisecond")
                .isEqualTo(2.95);
        assertThat(tally.lastSecond()).isEqualTo(3);
    }

    @Test
    void anIntervalLeavesOutWhatEndedOutsideIt() throws IOException {
        Path file = folder.resolve("result.csv");
        Files.writeString(
                file,
                ResultCsv.HEADER
                        + "\n1,9999,1,1,PAYMENT,0,0,0\n1,10000,2,2,PAYMENT,0,0,0\n1,19999,4,4,PAYMENT,0,0,0\n"
                        + "1,20000,8,8,PAYMENT,0,0,0\n1,15000,8,8,PAYMENT,0,0,1\n");
        ResultCsvAggregator tally = ResultCsvAggregator.of(file, TpccTransaction.TYPES, 10, 20, false);
        assertThat(tally.type(TpccTransaction.PAYMENT).count()).isEqualTo(2);
        assertThat(tally.type(TpccTransaction.PAYMENT).errors()).isEqualTo(1);
        assertThat(tally.type(TpccTransaction.PAYMENT).response().maxMs()).isEqualTo(4);
        assertThat(tally.type(TpccTransaction.PAYMENT).inSecond(20)).isEqualTo(1);
        assertThat(tally.lastSecond()).isEqualTo(20);
    }
}
