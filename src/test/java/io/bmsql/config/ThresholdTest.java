package io.bmsql.config;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "newOrder.p90<5s          | NEW_ORDER    | P90      | <        | 5000",
                "newOrder.p99<=100ms      | NEW_ORDER    | P99      | <=       | 100",
                "deliveryBg.max < 1.5 min | DELIVERY_BG  | MAX      | <        | 90000",
                "payment.mean<750us       | PAYMENT      | MEAN     | <        | 0.75",
                "orderStatus.share>=4%    | ORDER_STATUS | SHARE    | >=       | 4",
                "stockLevel.count>10      | STOCK_LEVEL  | COUNT    | >        | 10",
                "errors<0.1%              |              | ERRORS   | <        | 0.1",
                "tpmC>10000               |              | TPM_C    | >        | 10000",
                "outages<1                |              | OUTAGES  | <        | 1"
            })
    void boundsAreRead(String text, TpccTransaction type, Threshold.Figure figure, String sign, double limit) {
        assertThat(Threshold.parse(text, List.of()))
                .containsExactly(new Threshold(text.replace(" ", ""), null, type, figure, sign, limit, false));
    }

    @Test
    void ofARunThatIsOverWhatCouldBeAnEventIsOne() {
        List<Threshold> read = Threshold.parse(
                "tpmC>9.5, newOrder.p90<5s, kill.outage<9s, kill.newOrder.p99<3x", TpccTransaction.TYPES);
        assertThat(read).extracting(Threshold::event).containsExactly(null, null, "kill", "kill");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "newOrder.p90              | has `newOrder.p90`, which is not a figure, one of < <= > >=, a number and its unit",
                "tpmC=5                    | has `tpmC=5`, which is not a figure",
                "tpmC>1e4                  | has `tpmC>1e4`, which is not a figure",
                "tpmC>10%                  | has `tpmC`, which is a plain number: its limit has no unit",
                "tpmC>-1                   | has `tpmC>-1`, which is not",
                "tpmC>1, ,errors<1%        | has ``, which is not",
                "tpmC>99999999999999999    | which is not a figure",
                "newOrder.p42<5s           | names `newOrder.p42`, which is no figure of a run",
                "newOrders.p90<5s          | names `newOrders.p90`, which is no figure of a run",
                "neworder.tpmC>5           | names `neworder.tpmC`, which is no figure",
                "newOrder.tpmC>5           | names `newOrder.tpmC`, which is no figure",
                "p90<5s                    | names `p90`, which is no figure",
                "newOrder.p90<5            | has `newOrder.p90`, which is a time: its limit needs one of us, ms, s, min",
                "newOrder.p90<5%           | which is a time",
                "errors<0.1                | has `errors`, which is a share: its limit needs a %",
            })
    void whatIsWrongIsSaid(String text, String message) {
        assertThrown(IllegalArgumentException.class, () -> Threshold.parse(text, List.of()), message);
    }

    @Test
    void commasPartThemAndTheLimitItselfIsInsideOnlyWithAnEqualsSign() {
        assertThat(Threshold.parse("tpmC>5, tpmC>=5, tpmC<5, tpmC<=5", List.of()).stream()
                        .map(bound -> bound.holds(5)))
                .containsExactly(false, true, false, true);
        assertThat(Threshold.parse(" newOrder.p90<5s, errors<0.1% ,tpmC>10000", List.of()))
                .extracting(Threshold::text)
                .containsExactly("newOrder.p90<5s", "errors<0.1%", "tpmC>10000");
        assertThat(Threshold.parse(" ", List.of())).isEmpty();
    }

    @Test
    void theMessageListsWhatIsKnown() {
        assertThat(Threshold.known(false)).contains("tpmC, ", "errors, ", "newOrder, ", "p90, ");
        assertThat(Threshold.known(true)).contains("tpmTotal, ", "p90, ").doesNotContain("newOrder");
    }

    @Test
    void whatAnEventDidCanBeBounded() {
        assertThat(Threshold.parse("kill.outage<10s, kill.lost=0, d-1.newOrder.p99<5x", List.of("kill", "d-1")))
                .containsExactly(
                        new Threshold("kill.outage<10s", "kill", null, Threshold.Figure.OUTAGE, "<", 10_000, false),
                        new Threshold("kill.lost=0", "kill", null, Threshold.Figure.LOST, "=", 0, false),
                        new Threshold(
                                "d-1.newOrder.p99<5x",
                                "d-1",
                                TpccTransaction.NEW_ORDER,
                                Threshold.Figure.P99,
                                "<",
                                5,
                                true));
        for (String mistake :
                List.of("other.outage<1s", "outage<1s", "kill.tpmC>5", "kill.newOrder.count>5", "kill.outage<5x")) {
            assertThatThrownBy(() -> Threshold.parse(mistake, List.of("kill")))
                    .as(mistake)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
