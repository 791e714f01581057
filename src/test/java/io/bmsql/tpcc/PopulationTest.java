package io.bmsql.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.ChiSquare;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The population is the one of clause 4.3.3.1, looked at with the eyes of somebody who checks it. */
class PopulationTest {
    private static final long MOMENT = 1_767_323_045_678L;
    private static final String NOW = "@" + MOMENT;
    private static final double HONEST = 5;
    /** A million texts are looked at: a pattern would take seconds. */
    private static final Predicate<String> LETTERS_AND_DIGITS = PopulationTest::isOfLettersAndDigits;

    private final Population population = new Population(42, 3, MOMENT);

    @Test
    void configHoldsTheFourRowsOfTheOriginalAndHowToMakeTheDataAgain() {
        NURand constants = Population.loadConstants(42);
        assertThat(rows(Table.CONFIG, 0))
                .containsExactly(
                        List.of("warehouses", "3"),
                        List.of("nURandCLast", Integer.toString(constants.cLast())),
                        List.of("nURandCC_ID", Integer.toString(constants.cCustomerId())),
                        List.of("nURandCI_ID", Integer.toString(constants.cItemId())),
                        List.of("seed", "42"),
                        List.of("loadEpochMillis", Long.toString(MOMENT)));
    }

    @Test
    void loadConstantsAreAFunctionOfTheSeedAndVary() {
        Set<Integer> values = new HashSet<>();
        for (int seed = 0; seed < 1_000; seed++) {
            assertThat(Population.loadConstants(seed)).isEqualTo(Population.loadConstants(seed));
            values.add(Population.loadConstants(seed).cLast());
        }
        assertThat(values).hasSizeGreaterThan(240);
    }

    /** Each column in its order; an address is five of them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ITEM      | 0 | 0    | 100000 | nth 100000; text 14 24; uniform 1.00 100.00; original 26 50; uniform 1 10000
                    WAREHOUSE | 1 | 3000 | 3000   | of 1; is 300000.00; uniform 0.0000 0.2000; text 6 10; address
                    DISTRICT  | 1 | 300  | 3000   | nth 10; of 10; is 30000.00; uniform 0.0000 0.2000; is 3001; text 6 10; address
                    STOCK     | 3 | 3    | 100000 | nth 100000; is 3; uniform 10 100; is 0; is 0; is 0; original 26 50; infos
                    CUSTOMER  | 2 | 2    | 30000  | nth 3000; of 3000; is 2; uniform 0.0000 0.5000; credit; last name; text 8 16; is 50000.00; is -10.00; is 10.00; is 1; is 0; address; like [0-9]{16}; is @1767323045678; is OE; text 300 500
                    HISTORY   | 2 | 2    | 30000  | nth 30000 30001; nth 3000; of 3000; is 2; of 3000; is 2; is @1767323045678; is 10.00; text 12 24
                    ORDER     | 2 | 2    | 30000  | nth 3000; is 2; of 3000; customer; carrier; uniform 5 15; is 1; is @1767323045678
                    NEW_ORDER | 3 | 3    | 9000   | is 3; of 900; nth 900 2101
                    """)
    void columnsAreAsClause4331Says(Table table, int first, int last, int count, String columns) {
        List<List<String>> rows = IntStream.rangeClosed(first, last)
                .mapToObj(warehouse -> rows(table, warehouse))
                .flatMap(List::stream)
                .toList();
        List<String> rules = List.of(
                columns.replace("address", "text 10 20; text 10 20; text 10 20; like [A-Z]{2}; like [0-9]{4}11111")
                        .replace("infos", "info; ".repeat(10))
                        .split("; "));
        assertThat(rows).hasSize(count).allMatch(row -> row.size() == rules.size());
        for (int column = 0; column < rules.size(); column++) {
            check(column(rows, column), rules.get(column).split(" "));
        }
    }

    private static void check(List<String> values, String... rule) {
        switch (rule[0]) {
            case "nth" -> {
                int first = rule.length > 2 ? Integer.parseInt(rule[2]) : 1;
                assertNumbers(values, row -> row % Integer.parseInt(rule[1]) + first);
            }
            case "of" -> assertNumbers(values, row -> row / Integer.parseInt(rule[1]) + 1);
            case "is" -> assertThat(values).containsOnly(rule[1]);
            case "like" -> assertThat(values).allMatch(value -> value.matches(rule[1]));
            case "uniform" -> assertUniform(values, rule[1], rule[2]);
            case "text" -> assertLengths(values, Integer.parseInt(rule[1]), Integer.parseInt(rule[2]));
            case "original" -> {
                assertLengths(values, Integer.parseInt(rule[1]), Integer.parseInt(rule[2]));
                assertOriginal(values);
            }
            case "info" -> {
                assertThat(values).allMatch(info -> info.length() == 24 && isOfLettersAndDigits(info));
                assertThat(new HashSet<>(values)).hasSameSizeAs(values);
            }
            case "credit" -> {
                assertThat(values).containsOnly("GC", "BC");
                assertShare(values, "BC"::equals, 0.10);
            }
            case "last" -> assertLastNames(values);
            case "customer" -> {
                List<String> all = IntStream.rangeClosed(1, 3_000)
                        .mapToObj(Integer::toString)
                        .toList();
                assertThat(districts(values))
                        .as("each district has another order")
                        .doesNotHaveDuplicates()
                        .allSatisfy(own -> assertThat(own).containsExactlyInAnyOrderElementsOf(all));
            }
            case "carrier" -> {
                assertThat(IntStream.range(0, values.size()))
                        .allMatch(row -> values.get(row).equals("NULL") == row % 3_000 >= 2_100);
                assertUniform(
                        values.stream()
                                .filter(carrier -> !carrier.equals("NULL"))
                                .toList(),
                        "1",
                        "10");
            }
            default -> throw new IllegalArgumentException(rule[0]);
        }
    }

    private static void assertNumbers(List<String> values, IntUnaryOperator ofRow) {
        assertThat(values)
                .containsExactlyElementsOf(IntStream.range(0, values.size())
                        .map(ofRow)
                        .mapToObj(Integer::toString)
                        .toList());
    }

    /** The rows of a warehouse with 3,000 of them in each district. */
    private static Stream<List<String>> districts(List<String> values) {
        return IntStream.range(0, 10).mapToObj(district -> values.subList(district * 3_000, (district + 1) * 3_000));
    }

    /** In order first, by NURand afterwards. */
    private static void assertLastNames(List<String> values) {
        List<String> inOrder = IntStream.range(0, 1_000).mapToObj(LastName::of).toList();
        Map<String, Integer> counted = new HashMap<>();
        districts(values).forEach(own -> {
            assertThat(own.subList(0, 1_000)).isEqualTo(inOrder);
            own.subList(1_000, 3_000).forEach(name -> counted.merge(name, 1, Integer::sum));
        });
        double[] names = inOrder.stream()
                .mapToDouble(name -> counted.getOrDefault(name, 0))
                .toArray();
        double[] expected =
                NURandTest.expectedLastNames(Population.loadConstants(42).cLast(), 20_000);
        assertThat(ChiSquare.excess(expected, names)).isLessThan(HONEST);
    }

    @Test
    void historyNumbersAreCountedIn64Bits() {
        List<List<String>> history = rows(new Slice(Table.HISTORY, 100_000, 10, 10));
        assertThat(history.get(2_999).get(0)).isEqualTo("3000000000");
    }

    @Test
    void orderLinesAreAsClause4331SaysAndAsManyAsTheirOrderSays() {
        List<List<String>> lines = rows(Table.ORDER_LINE, 2);
        // The mean of 30,000 counts of 5..15 has a deviation of 0.018.
        assertThat(lines).hasSizeBetween(297_000, 303_000);
        assertThat(column(lines, 0)).containsOnly("2");
        assertThat(column(lines, 7)).containsOnly("2");
        assertThat(column(lines, 8)).containsOnly("5");
        assertThat(column(lines, 9)).allMatch(info -> info.length() == 24 && isOfLettersAndDigits(info));
        Map<Boolean, List<List<String>>> byDelivery =
                lines.stream().collect(Collectors.partitioningBy(row -> Integer.parseInt(row.get(2)) < 2_101));
        List<List<String>> delivered = byDelivery.getOrDefault(true, List.of());
        List<List<String>> open = byDelivery.getOrDefault(false, List.of());
        assertThat(column(delivered, 5)).containsOnly(NOW);
        assertThat(column(delivered, 6)).containsOnly("0.00");
        assertThat(column(open, 5)).containsOnly("NULL");
        assertUniform(column(open, 6), "0.01", "9999.99");
        long[] items = new long[1_000];
        lines.forEach(row -> items[(Integer.parseInt(row.get(4)) - 1) / 100]++);
        assertThat(ChiSquare.excess(items)).isLessThan(HONEST);
        assertAsManyAsOrdersSay(lines, rows(Table.ORDER, 2));
    }

    private static void assertAsManyAsOrdersSay(List<List<String>> lines, List<List<String>> orders) {
        Map<String, Integer> counted = new HashMap<>();
        Map<String, Integer> last = new HashMap<>();
        for (List<String> line : lines) {
            String order = line.get(1) + "/" + line.get(2);
            counted.merge(order, 1, Integer::sum);
            last.put(order, Integer.parseInt(line.get(3)));
        }
        Map<String, Integer> said = new HashMap<>();
        orders.forEach(row -> said.put(row.get(2) + "/" + row.get(0), Integer.parseInt(row.get(5))));

        assertThat(counted).isEqualTo(said);
        assertThat(last).isEqualTo(said);
    }

    private static boolean isOfLettersAndDigits(String text) {
        boolean is = !text.isEmpty();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            is &= each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z' || each >= '0' && each <= '9';
        }
        return is;
    }

    private List<List<String>> rows(Table table, int warehouse) {
        return rows(Slice.whole(table, warehouse));
    }

    private List<List<String>> rows(Slice slice) {
        CollectedRows sink = new CollectedRows();
        population.write(slice, sink);
        return sink.rows;
    }

    /** Rows as lists of text, NULL as the word. */
    private static final class CollectedRows implements RowSink<RuntimeException> {
        private final List<List<String>> rows = new ArrayList<>();
        private List<String> row = new ArrayList<>();

        @Override
        public void integer(long value) {
            row.add(Long.toString(value));
        }

        @Override
        public void decimal(long unscaled, int scale) {
            row.add(BigDecimal.valueOf(unscaled, scale).toPlainString());
        }

        @Override
        public void text(byte[] ascii, int offset, int length) {
            row.add(new String(ascii, offset, length, StandardCharsets.US_ASCII));
        }

        @Override
        public void timestamp(long epochMillis) {
            row.add("@" + epochMillis);
        }

        @Override
        public void nullValue() {
            row.add("NULL");
        }

        @Override
        public void endRow() {
            rows.add(row);
            row = new ArrayList<>();
        }
    }

    private static List<String> column(List<List<String>> rows, int column) {
        return rows.stream().map(row -> row.get(column)).toList();
    }

    /** Uniform between both ends, each number alike; of decimals, which have as many places as the ends, each tenth of the range. */
    private static void assertUniform(List<String> texts, String low, String high) {
        BigDecimal lowest = new BigDecimal(low);
        BigDecimal range = new BigDecimal(high).subtract(lowest);
        List<BigDecimal> above = texts.stream()
                .map(text -> new BigDecimal(text).subtract(lowest))
                .toList();
        assertThat(above)
                .allMatch(
                        value -> value.signum() >= 0 && value.compareTo(range) <= 0 && value.scale() == lowest.scale());
        boolean isWhole = lowest.scale() == 0;
        long[] counts = new long[isWhole ? range.intValueExact() + 1 : 10];
        above.forEach(value -> counts[
                isWhole ? value.intValue() : Math.min(9, (int) (value.doubleValue() / range.doubleValue() * 10))]++);
        assertThat(ChiSquare.excess(counts)).isLessThan(HONEST);
    }

    private static void assertLengths(List<String> values, int min, int max) {
        long[] counts = new long[max - min + 1];
        values.forEach(text -> counts[text.length() - min]++);
        assertThat(ChiSquare.excess(counts)).isLessThan(HONEST);
        assertThat(values).allMatch(LETTERS_AND_DIGITS);
    }

    private static void assertShare(List<String> values, Predicate<String> predicate, double share) {
        double counted = (double) values.stream().filter(predicate).count() / values.size();
        double deviation = Math.sqrt(share * (1 - share) / values.size());
        assertThat(counted).isBetween(share - 5 * deviation, share + 5 * deviation);
    }

    private static void assertOriginal(List<String> values) {
        assertShare(values, text -> text.contains("ORIGINAL"), 0.10);
        assertThat(values.stream().map(text -> text.indexOf("ORIGINAL")).collect(Collectors.toSet()))
                .as("at every place from the first to the last")
                .contains(0, 42)
                .hasSize(44);
    }
}
