package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RowDigestTest {
    private final RowDigest digest = new RowDigest();

    /** The first 15 hexadecimal digits of the text's MD5, as a server's own words would take them. */
    private static long md5(String text) throws Exception {
        byte[] hash = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
        return Long.parseLong(HexFormat.of().formatHex(hash).substring(0, 15), 16);
    }

    @Test
    void aRowIsTheTextOfARecord() throws Exception {
        digest.integer(7);
        digest.integer(-1_234_567_890_123L);
        digest.decimal(-10_00, 2);
        digest.decimal(5, 4);
        digest.nullValue();
        digest.text("aZ9");
        digest.timestamp(1_789_990_000_000L);
        digest.endRow();

        assertThat(digest.sum()).isEqualTo(md5("(7,-1234567890123,-10.00,0.0005,,aZ9,1)"));
        assertThat(digest.rows()).isOne();
    }

    @Test
    void textsThatARecordQuotesAndWideOnes() throws Exception {
        String wide = "x".repeat(5_000);
        digest.text("");
        digest.text("1 2 3");
        digest.text("a\"b\\c");
        digest.text(wide);
        digest.endRow();

        assertThat(digest.sum()).isEqualTo(md5("(\"\",\"1 2 3\",\"a\"\"b\\\\c\"," + wide + ")"));
    }

    @Test
    void theOrderOfRowsDoesNotMatterAndEachRowDoes() {
        Population population = new Population(42, 1, 0);
        population.write(new Slice(Table.STOCK, 1, 1, 20), digest);
        population.write(new Slice(Table.STOCK, 1, 21, 40), digest);
        long inOrder = digest.sum();
        digest.clear();
        population.write(new Slice(Table.STOCK, 1, 21, 40), digest);
        population.write(new Slice(Table.STOCK, 1, 1, 20), digest);
        assertThat(digest.sum()).isEqualTo(inOrder);
        assertThat(digest.rows()).isEqualTo(40);

        digest.clear();
        population.write(new Slice(Table.STOCK, 1, 1, 39), digest);
        assertThat(digest.sum()).isNotEqualTo(inOrder);
    }
}
