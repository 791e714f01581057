package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.db.CannotConnectException;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureReportTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new UsageException("no folder"), ExitCode.USAGE),
                Arguments.of(new UsageException("3 warehouses, 2 loaded"), ExitCode.USAGE),
                Arguments.of(new ResultReadException("no directory"), ExitCode.USAGE),
                Arguments.of(new ResultWriteException("exists", new IOException("x")), ExitCode.UNEXPECTED),
                Arguments.of(new CannotConnectException("refused"), ExitCode.NO_CONNECTION),
                Arguments.of(new SQLException("broken pipe", "08006"), ExitCode.NO_CONNECTION),
                Arguments.of(
                        new IllegalStateException("x", new CannotConnectException("refused")), ExitCode.NO_CONNECTION));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void everyKnownFailureHasItsStatus(Exception failure, ExitCode expected) {
        assertThat(FailureReport.knownCode(failure)).contains(expected);
    }

    @Test
    void theRestIsUnknown() {
        assertThat(FailureReport.knownCode(new IllegalStateException("x"))).isEmpty();
        assertThat(FailureReport.knownCode(new SQLException("division by zero", "22012")))
                .isEmpty();
    }

    @Test
    void exitStatusesAreThoseThatAreDocumented() {
        assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::status))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 129, 130, 143);
    }
}
