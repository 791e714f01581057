package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.Checksums;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By the texts of transactions a run knows whether it does what the program's own folders do. */
class ShippedTextsTest {
    @TempDir
    Path own;

    @Test
    void anOwnStatementLeavesATrace() throws Exception {
        for (String db : List.of("postgres", "mysql", "oracle")) {
            assertThat(TestDatabase.own(own, db).hasShippedWork("")).as(db).isTrue();
        }
        Dialect same = TestDatabase.own(own, "mine", "dialect.properties", "extends = postgres\n");
        assertThat(same.hasShippedWork("")).isTrue();

        TestDatabase.own(
                own,
                "postgres",
                "statements.sql",
                "-- name: StockLevel.nextOrderId\nSELECT 4 FROM bmsql_district WHERE d_w_id = :w_id AND d_id = :d_id;\n");
        for (String db : List.of("postgres", "mine")) {
            assertThat(TestDatabase.own(own, db).hasShippedWork("")).as(db).isFalse();
            assertThat(Checksums.ofTexts(TestDatabase.own(own, db).textsOfWork()))
                    .isNotEqualTo(Checksums.ofTexts(same.textsOfWork()));
        }
        assertThat(TestDatabase.own(own, "mysql").hasShippedWork("")).isTrue();
    }
}
