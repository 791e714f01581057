package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.schema.XaBranches.XaBranch;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class XaBranchTest {
    private static XaBranch branch(long format, String gtrid, String bqual) {
        byte[] data = (gtrid + bqual).getBytes(StandardCharsets.ISO_8859_1);
        return XaBranch.of(format, gtrid.length(), bqual.length(), data);
    }

    @Test
    void theLengthsSplitTheNameAndHostileOnesAreWrittenAsBytes() {
        assertThat(branch(1, "1-1700000000-42", "b7")).isEqualTo(new XaBranch(1, "1-1700000000-42", "b7"));
        assertThat(branch(1, "1-1700000000-42", "").xid()).isEqualTo("'1-1700000000-42',''");
        assertThat(branch(7, "g", "b").xid()).as("not the usual format").isEqualTo("'g','b',7");
        assertThat(branch(1, "x','';drop table t", "\u00ff\u0000").xid())
                .isEqualTo("X'78272c27273b64726f70207461626c652074',X'ff00'");
    }

    @Test
    void theAgeIsThatOfTheSecondsInsideTheName() {
        assertThat(branch(1, "comp-1-1700000000-42", "").ageSecs(1_700_000_090_999L))
                .hasValue(90);
        assertThat(branch(1, "1-1700000000-42", "").ageSecs(1_699_999_999_000L)).hasValue(-1);
        assertThat(branch(1, "mine", "").ageSecs(1_700_000_000_000L)).isEmpty();
        assertThat(branch(1, "a-b-c", "").ageSecs(1_700_000_000_000L)).isEmpty();
    }
}
