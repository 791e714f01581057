package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StatementIdTest {
    @Test
    void theListHoldsTheConstantsInTheirOrder() throws IOException {
        assertThat(Files.readAllLines(Path.of("src/main/resources/dialect/statements.txt")).stream()
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .map(line -> line.split(" ", 2)[0]))
                .containsExactlyElementsOf(
                        Stream.of(StatementId.values()).map(Enum::name).toList());
    }

    @Test
    void aCallHasItsOutputsBesideItsParameters() {
        assertThat(StatementId.PROCEDURE_STOCK_LEVEL.parameters()).containsExactly("w_id", "d_id", "threshold");
        assertThat(StatementId.PROCEDURE_STOCK_LEVEL.outputs())
                .extracting(StatementId.OutputParameter::name)
                .containsExactly("out_low_stock");
        assertThat(StatementId.PROCEDURE_STOCK_LEVEL.mayBeEmpty()).isTrue();
        assertThat(StatementId.NEW_ORDER_ITEM.mayBeEmpty()).isFalse();
    }
}
