package io.bmsql.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.testing.ChiSquare;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomStreamTest {
    private static final double HONEST = 5;
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    private final RandomStream random = new RandomStream(4711);

    @Test
    void theSameAddressGivesTheSameStreamAlsoRowByRow() {
        long[] first = draws(new RandomStream(1).seek(7, 3, 2, 1, 0), 100);
        RandomStream elsewhere = new RandomStream(99).seek(5, 5, 5, 5, 5);
        elsewhere.nextLong();

        assertThat(draws(elsewhere.seek(7, 3, 2, 1, 0), 100)).isEqualTo(first);
        long[] full = draws(random.seek(1, 2, 3, 4, 77), 10);
        assertThat(draws(random.seek(1, 2, 3, 4, 0).seekRow(77), 10)).isEqualTo(full);
    }

    @Test
    void everyPartOfTheAddressMatters() {
        Set<Long> firsts = new HashSet<>();
        for (int part = 0; part < 5; part++) {
            for (int value = 1; value <= 100; value++) {
                long[] address = new long[5];
                address[part] = value;
                firsts.add(random.seek(address[0], address[1], address[2], address[3], address[4])
                        .nextLong());
            }
        }
        assertThat(firsts).hasSize(500);
    }

    @Test
    void valuesNeverChangeBetweenReleases() {
        byte[] text = new byte[40];
        random.seek(1, 2, 3, 4, 5);
        int length = random.alphanumeric(text, 0, 30, 40);

        assertThat(new String(text, 0, length, StandardCharsets.US_ASCII))
                .isEqualTo("3jwCigoN2ZdUlAGwRElm4tSqTSnSyJ6YuYktKQ");
        assertThat(random.uniform(1, 1_000_000)).isEqualTo(302_284);
    }

    private static void assertUniform(int draws, int classes, IntUnaryOperator draw) {
        long[] counts = new long[classes];
        for (int i = 1; i <= draws; i++) {
            counts[draw.applyAsInt(i)]++;
        }
        assertThat(ChiSquare.excess(counts)).isLessThan(HONEST);
    }

    @Test
    void firstValuesOfNeighbouringRowsAreUniform() {
        random.seek(1, 2, 3, 4, 0);
        assertUniform(200_000, 1_000, row -> random.seekRow(row).uniform(0, 999));
    }

    @Test
    void uniformReachesBothEndsEvenly() {
        assertUniform(100_000, 91, draw -> random.uniform(10, 100) - 10);
    }

    @Test
    void uniformTakesTheWidestRange() {
        assertThat(IntStream.range(0, 1_000).map(i -> random.uniform(Integer.MIN_VALUE, Integer.MAX_VALUE)))
                .anyMatch(value -> value < -1_000_000_000)
                .anyMatch(value -> value > 1_000_000_000);
        assertThatThrownBy(() -> random.uniform(2, 1)).hasMessageContaining("2..1");
    }

    @Test
    void symbolsAndPairsOfThemAreUniformAtEveryDistance() {
        byte[] text = new byte[400_000];
        random.alphanumeric(text, 0, text.length);
        long[] symbols = new long[ALPHABET.length()];
        for (byte symbol : text) {
            symbols[ALPHABET.indexOf(symbol)]++;
        }
        assertThat(ChiSquare.excess(symbols)).isLessThan(HONEST);
        for (int distance = 1; distance <= 8; distance++) {
            long[] counts = new long[62 * 62];
            for (int i = 0; i + distance < text.length; i++) {
                counts[ALPHABET.indexOf(text[i]) * 62 + ALPHABET.indexOf(text[i + distance])]++;
            }
            assertThat(ChiSquare.excess(counts)).as("distance %d", distance).isLessThan(HONEST);
        }
    }

    @Test
    void textStaysInsideItsPlaceWhateverTheLength() {
        for (int length = 0; length <= 40; length++) {
            byte[] target = new byte[60];
            random.alphanumeric(target, 10, length);

            assertThat(Arrays.copyOfRange(target, 0, 10)).containsOnly(0);
            assertThat(Arrays.copyOfRange(target, 10 + length, 60)).containsOnly(0);
            assertThat(new String(target, 10, length, StandardCharsets.US_ASCII))
                    .matches("[a-zA-Z0-9]*");
        }
    }

    @Test
    void lengthsOfTextAreUniform() {
        byte[] target = new byte[500];
        assertUniform(200_000, 201, draw -> random.alphanumeric(target, 0, 300, 500) - 300);
    }

    @Test
    void capitalsAreUniform() {
        byte[] letters = new byte[104_001];
        random.capitals(letters, 1, 104_000);
        assertUniform(104_000, 26, place -> letters[place] - 'A');
    }

    @Test
    void digitsAreUniformAtEveryPlace() {
        byte[] number = new byte[18];
        long[][] counts = new long[16][10];
        for (int i = 0; i < 100_000; i++) {
            random.digits(number, 1, 16);
            for (int place = 0; place < 16; place++) {
                counts[place][number[place + 1] - '0']++;
            }
        }
        for (long[] place : counts) {
            assertThat(ChiSquare.excess(place)).isLessThan(HONEST);
        }
        assertThat(number[0]).isZero();
        assertThat(number[17]).isZero();
    }

    @Test
    void percentGivesItsShare() {
        assertThat(share(1)).isBetween(0.009, 0.011);
        assertThat(share(0.1)).isBetween(0.0006, 0.0014);
        assertThat(share(0)).isZero();
        assertThat(share(100)).isOne();
    }

    private double share(double percentage) {
        int hits = 0;
        for (int i = 0; i < 100_000; i++) {
            hits += random.percent(percentage) ? 1 : 0;
        }
        return hits / 100_000.0;
    }

    @Test
    void permutationHoldsEveryNumberOnceAndEveryPlaceIsAsLikely() {
        long[] counts = new long[30 * 30];
        int[] permutation = new int[30];
        for (int i = 0; i < 100_000; i++) {
            random.permutation(permutation);
            for (int place = 0; place < 30; place++) {
                counts[place * 30 + permutation[place] - 1]++;
            }
        }
        assertThat(permutation)
                .containsExactlyInAnyOrder(IntStream.rangeClosed(1, 30).toArray());
        assertThat(ChiSquare.excess(counts)).isLessThan(HONEST);
    }

    private static long[] draws(RandomStream stream, int count) {
        return IntStream.range(0, count).mapToLong(i -> stream.nextLong()).toArray();
    }
}
