package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.tpcc.TransactionType;
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
    void boundsAreRead(String text, TransactionType type, Threshold.Figure figure, String sign, double limit) {
        assertThat(Threshold.parse(text))
                .containsExactly(new Threshold(text.replace(" ", ""), type, figure, sign, limit));
    }

    @Test
    void commasPartThem() {
        assertThat(Threshold.parse(" newOrder.p90<5s, errors<0.1% ,tpmC>10000"))
                .extracting(Threshold::text)
                .containsExactly("newOrder.p90<5s", "errors<0.1%", "tpmC>10000");
        assertThat(Threshold.parse(" ")).isEmpty();
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
        assertThatThrownBy(() -> Threshold.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theLimitItselfIsInsideOnlyWithAnEqualsSign() {
        assertThat(Threshold.parse("tpmC>5, tpmC>=5, tpmC<5, tpmC<=5").stream().map(bound -> bound.holds(5)))
                .containsExactly(false, true, false, true);
    }

    @Test
    void theMessageListsWhatIsKnown() {
        assertThat(Threshold.known()).contains("tpmC, ", "errors, ", "newOrder, ", "p90, ");
    }
}
