package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextRowsTest {
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final TextRows<IOException> rows = to(output, TextRows.copy(ZoneOffset.UTC));

    @Test
    void integersAreDecimalNumbers() throws IOException {
        LongStream large = LongStream.of(
                1_000_000,
                12_345_678,
                99_999_999,
                100_000_000,
                2_147_483_647,
                2_147_483_648L,
                3_000_000_000L,
                -1,
                -10_000,
                Long.MAX_VALUE,
                Long.MIN_VALUE);
        StringBuilder expected = new StringBuilder();
        for (long value :
                LongStream.concat(LongStream.rangeClosed(0, 110_000), large).toArray()) {
            rows.integer(value);
            rows.endRow();
            expected.append(value).append('\n');
        }
        assertThat(text()).isEqualTo(expected.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, 0.00",
        "5, 2, 0.05",
        "-1000, 2, -10.00",
        "-5, 2, -0.05",
        "999999, 2, 9999.99",
        "30000000, 2, 300000.00",
        "0, 4, 0.0000",
        "7, 4, 0.0007",
        "2000, 4, 0.2000",
        "12345, 4, 1.2345"
    })
    void decimalsHaveAllTheirPlaces(long unscaled, int scale, String expected) throws IOException {
        rows.decimal(unscaled, scale);
        rows.endRow();
        assertThatThrownBy(() -> rows.decimal(1, 3)).hasMessageContaining("not 3");

        assertThat(text()).isEqualTo(expected + "\n");
    }

    @Test
    void columnsAreSeparatedAndNullHasItsWord() throws IOException {
        rows.integer(1);
        rows.text("xabcx".getBytes(StandardCharsets.US_ASCII), 1, 3);
        rows.nullValue();
        rows.endRow();

        assertThat(text()).isEqualTo("1\tabc\t\\N\n");
    }

    @Test
    void csvHasCommasAndItsOwnNullOfAnyLength() throws IOException {
        for (String word : List.of("\u7a7a", "n".repeat(100_000))) {
            output.reset();
            TextRows<IOException> csv = to(output, TextRows.csv(word, ZoneOffset.UTC));
            csv.nullValue();
            csv.integer(2);
            csv.nullValue();
            csv.endRow();
            csv.flush();

            assertThat(output.toString(StandardCharsets.UTF_8)).isEqualTo(word + ",2," + word + "\n");
        }
    }

    @Test
    void aRowOfAWorkloadMayBeWiderThanAnyOfTpcC() throws IOException {
        byte[] wide = "x".repeat(1_000_000).getBytes(StandardCharsets.US_ASCII);
        rows.text(wide, 0, wide.length);
        for (int column = 0; column < 100_000; column++) {
            rows.decimal(Long.MIN_VALUE + 1, 4);
        }
        rows.endRow();
        assertThat(text().length()).isEqualTo(1_000_000 + 100_000 * "\t-922337203685477.5807".length() + 1);
    }

    @ParameterizedTest
    @CsvSource({"0", "1767323045678", "1767323045600", "1767323045670", "1767323045000", "951782400007", "-1"})
    void timestampsAreThoseOfJavaSql(long epochMillis) throws IOException {
        for (String zone : List.of("UTC", "Asia/Shanghai", "America/New_York")) {
            LocalDateTime local = LocalDateTime.ofInstant(Instant.ofEpochMilli(epochMillis), ZoneId.of(zone));

            output.reset();
            TextRows<IOException> copy = to(output, TextRows.copy(ZoneId.of(zone)));
            copy.timestamp(epochMillis);
            copy.endRow();
            copy.flush();
            assertThat(output.toString(StandardCharsets.US_ASCII)).isEqualTo(Timestamp.valueOf(local) + "\n");
        }
    }

    @Test
    void timestampsMayChangeFromRowToRow() throws IOException {
        rows.timestamp(1_000);
        rows.timestamp(1_000);
        rows.timestamp(2_500);
        rows.endRow();

        assertThat(text()).isEqualTo("1970-01-01 00:00:01.0\t1970-01-01 00:00:01.0\t1970-01-01 00:00:02.5\n");
    }

    @Test
    void onlyWholeRowsAreHandedOn() throws IOException {
        List<String> chunks = new ArrayList<>();
        long[] rowsAndBytes = new long[2];
        TextRows<IOException> chunked = TextRows.copy(ZoneOffset.UTC);
        chunked.redirect((bytes, length, count) -> {
            chunks.add(new String(bytes, 0, length, StandardCharsets.US_ASCII));
            rowsAndBytes[0] += count;
            rowsAndBytes[1] += length;
        });
        byte[] wide = "x".repeat(800).getBytes(StandardCharsets.US_ASCII);
        for (int row = 0; row < 1_000; row++) {
            chunked.text(wide, 0, wide.length);
            chunked.endRow();
        }
        chunked.flush();

        assertThat(chunks).hasSizeGreaterThan(5).allMatch(chunk -> chunk.endsWith("\n"));
        assertThat(String.join("", chunks)).hasSize(801_000);
        assertThat(rowsAndBytes).containsExactly(1_000, 801_000);
    }

    private static TextRows<IOException> to(ByteArrayOutputStream output, TextRows<IOException> rows) {
        rows.redirect((bytes, length, count) -> output.write(bytes, 0, length));
        return rows;
    }

    private String text() throws IOException {
        rows.flush();
        return output.toString(StandardCharsets.US_ASCII);
    }
}
