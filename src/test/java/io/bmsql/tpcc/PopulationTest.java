package io.bmsql.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.ChiSquare;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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

    @Test
    void itemsAreAsClause4331Says() {
        List<List<String>> items = rows(Table.ITEM, 0);
        assertThat(column(items, 0)).containsExactlyElementsOf(numbers(1, 100_000));
        assertLengths(items, 1, 14, 24);
        assertDecimals(items, 2, "1.00", "100.00");
        assertLengths(items, 3, 26, 50);
        assertIntegers(items, 4, 1, 10_000);
        assertOriginal(items, 3);
    }

    @Test
    void warehousesAreAsClause4331Says() {
        List<List<String>> warehouses = new ArrayList<>();
        for (int warehouse = 1; warehouse <= 3_000; warehouse++) {
            warehouses.addAll(rows(Table.WAREHOUSE, warehouse));
        }
        assertThat(column(warehouses, 0)).containsExactlyElementsOf(numbers(1, 3_000));
        assertThat(column(warehouses, 1)).containsOnly("300000.00");
        assertDecimals(warehouses, 2, "0.0000", "0.2000");
        assertLengths(warehouses, 3, 6, 10);
        assertAddress(warehouses, 4);
    }

    @Test
    void districtsAreAsClause4331Says() {
        List<List<String>> districts = new ArrayList<>();
        for (int warehouse = 1; warehouse <= 300; warehouse++) {
            districts.addAll(rows(Table.DISTRICT, warehouse));
        }
        assertThat(districts).hasSize(3_000);
        assertThat(districts.subList(0, 10)).allMatch(row -> row.get(1).equals("1"));
        assertThat(column(districts.subList(0, 10), 0)).containsExactlyElementsOf(numbers(1, 10));
        assertThat(column(districts, 2)).containsOnly("30000.00");
        assertDecimals(districts, 3, "0.0000", "0.2000");
        assertThat(column(districts, 4)).containsOnly("3001");
        assertLengths(districts, 5, 6, 10);
        assertAddress(districts, 6);
    }

    @Test
    void stockIsAsClause4331Says() {
        List<List<String>> stock = rows(Table.STOCK, 3);
        assertThat(column(stock, 0)).containsExactlyElementsOf(numbers(1, 100_000));
        assertThat(column(stock, 1)).containsOnly("3");
        assertIntegers(stock, 2, 10, 100);
        for (int zero = 3; zero <= 5; zero++) {
            assertThat(column(stock, zero)).containsOnly("0");
        }
        assertLengths(stock, 6, 26, 50);
        assertOriginal(stock, 6);
        assertThat(stock).allMatch(row -> row.size() == 17);
        for (int district = 7; district <= 16; district++) {
            List<String> infos = column(stock, district);
            assertThat(infos).allMatch(LETTERS_AND_DIGITS);
            assertThat(infos.stream().allMatch(info -> info.length() == 24)).isTrue();
            assertThat(new HashSet<>(infos)).hasSameSizeAs(infos);
        }
    }

    @Test
    void customersAndTheirLastNamesAreAsClause4331Says() {
        List<List<String>> customers = rows(Table.CUSTOMER, 2);
        assertThat(customers).hasSize(30_000);
        assertThat(column(customers.subList(0, 3_000), 0)).containsExactlyElementsOf(numbers(1, 3_000));
        assertThat(new HashSet<>(column(customers, 1))).hasSize(10);
        assertThat(column(customers, 2)).containsOnly("2");
        assertDecimals(customers, 3, "0.0000", "0.5000");
        assertThat(column(customers, 4)).containsOnly("GC", "BC");
        assertShare(customers, row -> row.get(4).equals("BC"), 0.10);
        assertLastNames(customers);
        assertLengths(customers, 6, 8, 16);
        assertThat(column(customers, 7)).containsOnly("50000.00");
        assertThat(column(customers, 8)).containsOnly("-10.00");
        assertThat(column(customers, 9)).containsOnly("10.00");
        assertThat(column(customers, 10)).containsOnly("1");
        assertThat(column(customers, 11)).as("c_delivery_cnt").containsOnly("0");
        assertAddress(customers, 12);
        assertThat(column(customers, 17)).allMatch(phone -> phone.matches("[0-9]{16}"));
        assertThat(column(customers, 18)).containsOnly(NOW);
        assertThat(column(customers, 19)).containsOnly("OE");
        assertLengths(customers, 20, 300, 500);
    }

    /** In order first, by NURand afterwards. */
    private static void assertLastNames(List<List<String>> customers) {
        List<String> inOrder = IntStream.range(0, 1_000).mapToObj(LastName::of).toList();
        Map<String, Integer> counted = new HashMap<>();
        for (int district = 0; district < 10; district++) {
            List<List<String>> own = customers.subList(district * 3_000, (district + 1) * 3_000);
            assertThat(column(own.subList(0, 1_000), 5)).containsExactlyElementsOf(inOrder);
            own.subList(1_000, 3_000).forEach(row -> counted.merge(row.get(5), 1, Integer::sum));
        }
        double[] names = IntStream.range(0, 1_000)
                .mapToDouble(number -> counted.getOrDefault(LastName.of(number), 0))
                .toArray();
        double[] expected =
                NURandTest.expectedLastNames(Population.loadConstants(42).cLast(), 20_000);
        assertThat(ChiSquare.excess(expected, names)).isLessThan(HONEST);
    }

    @Test
    void historyHasOneRowACustomer() {
        List<List<String>> history = rows(Table.HISTORY, 2);
        assertThat(column(history, 0)).containsExactlyElementsOf(numbers(30_001, 60_000));
        List<List<String>> expected = new ArrayList<>();
        for (int i = 0; i < history.size(); i++) {
            String district = Integer.toString(i / 3_000 + 1);
            expected.add(List.of(Integer.toString(i % 3_000 + 1), district, "2", district, "2", NOW, "10.00"));
        }
        assertThat(history.stream().map(row -> row.subList(1, 8))).isEqualTo(expected);
        assertLengths(history, 8, 12, 24);
    }

    @Test
    void historyNumbersAreCountedIn64Bits() {
        List<List<String>> history = rows(new Slice(Table.HISTORY, 100_000, 10, 10));
        assertThat(history.get(2_999).get(0)).isEqualTo("3000000000");
    }

    @Test
    void ordersAreAsClause4331Says() {
        List<List<String>> orders = rows(Table.ORDER, 2);
        Set<List<String>> permutations = new HashSet<>();
        for (int district = 0; district < 10; district++) {
            List<List<String>> own = orders.subList(district * 3_000, (district + 1) * 3_000);
            assertThat(column(own, 0)).containsExactlyElementsOf(numbers(1, 3_000));
            assertThat(column(own, 1)).containsOnly("2");
            assertThat(column(own, 2)).containsOnly(Integer.toString(district + 1));
            permutations.add(column(own, 3));
            assertThat(new HashSet<>(column(own, 3))).isEqualTo(new HashSet<>(numbers(1, 3_000)));
            assertThat(column(own.subList(0, 2_100), 4)).doesNotContain("NULL");
            assertThat(column(own.subList(2_100, 3_000), 4)).containsOnly("NULL");
        }
        assertThat(orders).hasSize(30_000);
        assertThat(permutations).as("each district has another").hasSize(10);
        assertIntegers(orders.stream().filter(row -> !row.get(4).equals("NULL")).toList(), 4, 1, 10);
        assertIntegers(orders, 5, 5, 15);
        assertThat(column(orders, 6)).containsOnly("1");
        assertThat(column(orders, 7)).containsOnly(NOW);
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
        assertDecimals(open, 6, "0.01", "9999.99");
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

    @Test
    void newOrdersAreTheLast900OfEachDistrict() {
        List<List<String>> newOrders = rows(Table.NEW_ORDER, 3);
        for (int district = 0; district < 10; district++) {
            List<List<String>> own = newOrders.subList(district * 900, (district + 1) * 900);
            assertThat(column(own, 0)).containsOnly("3");
            assertThat(column(own, 1)).containsOnly(Integer.toString(district + 1));
            assertThat(column(own, 2)).containsExactlyElementsOf(numbers(2_101, 3_000));
        }
        assertThat(newOrders).hasSize(9_000);
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

    private static List<String> numbers(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(Integer::toString).toList();
    }

    private static void assertIntegers(List<List<String>> rows, int column, int low, int high) {
        long[] counts = new long[high - low + 1];
        column(rows, column).forEach(value -> counts[Integer.parseInt(value) - low]++);
        assertThat(ChiSquare.excess(counts)).isLessThan(HONEST);
    }

    /** Uniform between both ends, with as many places as the ends. */
    private static void assertDecimals(List<List<String>> rows, int column, String low, String high) {
        BigDecimal lowest = new BigDecimal(low);
        BigDecimal range = new BigDecimal(high).subtract(lowest);
        List<BigDecimal> values =
                column(rows, column).stream().map(BigDecimal::new).toList();
        assertThat(Collections.min(values)).isGreaterThanOrEqualTo(lowest);
        assertThat(Collections.max(values)).isLessThanOrEqualTo(new BigDecimal(high));
        assertThat(values).allMatch(value -> value.scale() == lowest.scale());
        long[] counts = new long[10];
        for (BigDecimal value : values) {
            double fraction = value.subtract(lowest).doubleValue() / range.doubleValue();
            counts[Math.min(9, (int) (fraction * 10))]++;
        }
        assertThat(ChiSquare.excess(counts)).isLessThan(HONEST);
    }

    private static void assertLengths(List<List<String>> rows, int column, int min, int max) {
        long[] counts = new long[max - min + 1];
        column(rows, column).forEach(text -> counts[text.length() - min]++);
        assertThat(ChiSquare.excess(counts)).isLessThan(HONEST);
        assertThat(column(rows, column)).allMatch(LETTERS_AND_DIGITS);
    }

    private static void assertShare(List<List<String>> rows, Predicate<List<String>> predicate, double share) {
        double counted = (double) rows.stream().filter(predicate).count() / rows.size();
        double deviation = Math.sqrt(share * (1 - share) / rows.size());
        assertThat(counted).isBetween(share - 5 * deviation, share + 5 * deviation);
    }

    private static void assertOriginal(List<List<String>> rows, int column) {
        assertShare(rows, row -> row.get(column).contains("ORIGINAL"), 0.10);
        Set<Integer> places = new HashSet<>();
        column(rows, column).forEach(text -> places.add(text.indexOf("ORIGINAL")));
        assertThat(places)
                .as("at every place from the first to the last")
                .contains(0, 42)
                .hasSize(44);
    }

    /** street_1, street_2, city, state, zip. */
    private static void assertAddress(List<List<String>> rows, int firstColumn) {
        for (int column = firstColumn; column < firstColumn + 3; column++) {
            assertLengths(rows, column, 10, 20);
        }
        assertThat(column(rows, firstColumn + 3)).allMatch(state -> state.matches("[A-Z]{2}"));
        assertThat(column(rows, firstColumn + 4)).allMatch(zip -> zip.matches("[0-9]{4}11111"));
    }
}
