package io.bmsql.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The specification's own numbers, written down a second time on purpose. */
class FactsTest {
    @ParameterizedTest
    @CsvSource({"0, BARBARBAR", "371, PRICALLYOUGHT", "40, BARPRESBAR", "999, EINGEINGEING", "256, ABLEESEANTI"})
    void lastNamesAreThreeSyllables(int number, String name) {
        assertThat(LastName.of(number)).isEqualTo(name);
        assertThat(new String(LastName.ascii(number), StandardCharsets.US_ASCII))
                .isEqualTo(name);
    }

    @Test
    void lastNamesAreDistinctAndFitTheColumn() {
        assertThat(IntStream.range(0, LastName.COUNT).mapToObj(LastName::of))
                .doesNotHaveDuplicates()
                .hasSize(1_000)
                .allMatch(name -> name.length() <= 16);
    }

    @ParameterizedTest
    @CsvSource({"1234, 12.34", "-1000, -10.00", "0, 0.00", "5, 0.05", "9223372036854775807, 92233720368547758.07"})
    void centsBecomeDecimalsAndComeBack(long cents, String decimal) {
        assertThat(Cents.toDecimal(cents)).isEqualTo(new BigDecimal(decimal));
        assertThat(Cents.of(new BigDecimal(decimal))).isEqualTo(cents);
    }

    @ParameterizedTest
    @CsvSource({"1.005, 101", "1.004, 100", "-1.005, -101", "7, 700"})
    void moreThanTwoPlacesAreRoundedHalfUp(String decimal, long cents) {
        assertThat(Cents.of(new BigDecimal(decimal))).isEqualTo(cents);
    }

    @Test
    void tablesKeepTheirPlaceInTheAddressOfEveryRow() {
        assertThat(Arrays.stream(Table.values()).map(table -> table.sqlName() + " " + table.csvName()))
                .containsExactly(
                        "bmsql_config config.csv",
                        "bmsql_item item.csv",
                        "bmsql_warehouse warehouse.csv",
                        "bmsql_stock stock.csv",
                        "bmsql_district district.csv",
                        "bmsql_customer customer.csv",
                        "bmsql_history cust-hist.csv",
                        "bmsql_oorder order.csv",
                        "bmsql_order_line order-line.csv",
                        "bmsql_new_order new-order.csv");
    }

    @ParameterizedTest
    @CsvSource({
        "NEW_ORDER, 18, 12, 5, 0",
        "PAYMENT, 3, 12, 5, 43",
        "ORDER_STATUS, 2, 10, 5, 4",
        "DELIVERY, 2, 5, 5, 4",
        "STOCK_LEVEL, 2, 5, 20, 4"
    })
    void timesAndSharesAreThoseOfClause52(TpccTransaction type, int keying, int think, int limit, int share) {
        assertThat(type.keyingSeconds()).isEqualTo(keying);
        assertThat(type.thinkSeconds()).isEqualTo(think);
        assertThat(type.limitSeconds()).isEqualTo(limit);
        assertThat(type.minSharePercent()).isEqualTo(share);
        assertThat(type.isForeground()).isTrue();
    }
}
