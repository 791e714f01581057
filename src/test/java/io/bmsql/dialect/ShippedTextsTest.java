package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.Checksums;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By the texts of transactions a run knows whether it does what the program's own folders do. */
class ShippedTextsTest {
    @TempDir
    Path own;

    private Dialect load(String db) throws Exception {
        return new DialectFolders(List.of(own, Path.of("").toAbsolutePath())).load(db, "");
    }

    @Test
    void anOwnStatementLeavesATrace() throws Exception {
        for (String db : List.of("postgres", "mysql", "oracle")) {
            assertThat(load(db).hasShippedWork("")).as(db).isTrue();
        }
        Path folder = Files.createDirectories(own.resolve("sql.mine"));
        Files.writeString(folder.resolve("dialect.properties"), "extends = postgres\n");
        Dialect same = load("mine");
        assertThat(same.hasShippedWork("")).isTrue();

        Files.writeString(
                Files.createDirectories(own.resolve("sql.postgres")).resolve("statements.sql"),
                "-- name: StockLevel.nextOrderId\nSELECT 4 FROM bmsql_district WHERE d_w_id = :w_id AND d_id = :d_id;\n");
        for (String db : List.of("postgres", "mine")) {
            assertThat(load(db).hasShippedWork("")).as(db).isFalse();
            assertThat(Checksums.ofTexts(load(db).textsOfWork())).isNotEqualTo(Checksums.ofTexts(same.textsOfWork()));
        }
        assertThat(load("mysql").hasShippedWork("")).isTrue();
    }
}
