package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.testing.TestDatabase;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class SqlErrorsTest {
    private static SqlErrors shipped(String db) throws UsageException {
        return TestDatabase.folders().load(db, "").errors();
    }

    private static SqlErrors errors(String... classAndList) throws UsageException {
        List<SqlErrors.Rule> rules = new ArrayList<>();
        for (int i = 0; i < classAndList.length; i += 2) {
            rules.addAll(SqlErrors.Rule.parse(ErrorClass.valueOf(classAndList[i]), classAndList[i + 1], "test"));
        }
        rules.sort(Comparator.comparingInt(SqlErrors.Rule::rank));
        return new SqlErrors(Map.of("", rules));
    }

    @Test
    void aVendorCodeGoesBeforeTheState() throws Exception {
        SqlErrors errors = errors("DEADLOCK", "vendor:1213", "LOCK_TIMEOUT", "vendor:1205", "SERIALIZATION", "40001");
        assertThat(errors.classify(new SQLException("x", "40001", 1213))).isEqualTo(ErrorClass.DEADLOCK);
        assertThat(errors.classify(new SQLException("x", "40001", 1205))).isEqualTo(ErrorClass.LOCK_TIMEOUT);
        assertThat(errors.classify(new SQLException("x", "40001", 7))).isEqualTo(ErrorClass.SERIALIZATION);
    }

    /** MariaDB's driver makes these of every SQLState that it does not know. */
    @ParameterizedTest
    @CsvSource({
        "45000, 1644, OTHER", "45002, 1644, MISSING_ROW", "P0001, 1644, OTHER", "02000, 1643, OTHER",
                "3D000, 1046, OTHER",
        "08004, 1040, CONNECTION", "08S01, 1053, CONNECTION", "45000, 0, CONNECTION", ", 1644, CONNECTION",
                ", 0, CONNECTION",
    })
    void anAnswerOfTheServerIsNoLostConnection(@Nullable String state, int code, ErrorClass expected) throws Exception {
        SQLException error = new SQLTransientConnectionException("x", state, code);
        assertThat(shipped("mariadb").classify(error)).isEqualTo(expected);
        assertThat(shipped("postgres").classify(error) == ErrorClass.CONNECTION)
                .isEqualTo(expected == ErrorClass.CONNECTION);
    }

    @Test
    void aWholeStateGoesBeforeAPrefix() throws Exception {
        SqlErrors errors = errors("CONSTRAINT", "23*", "OTHER", "23999");
        assertThat(errors.classify(new SQLException("x", "23999"))).isEqualTo(ErrorClass.OTHER);
        assertThat(errors.classify(new SQLException("x", "23000"))).isEqualTo(ErrorClass.CONSTRAINT);
    }

    @Test
    void theClassOfTheExceptionGoesFirst() throws Exception {
        SqlErrors errors = errors("CONSTRAINT", "72000, 40002", "DEADLOCK", "vendor:60");
        assertThat(errors.classify(new SQLRecoverableException("x", "72000"))).isEqualTo(ErrorClass.CONNECTION);
        assertThat(errors.classify(new SQLNonTransientConnectionException("x", "72000")))
                .isEqualTo(ErrorClass.CONNECTION);
        assertThat(errors.classify(new SQLTransactionRollbackException("x", "40002")))
                .as("a rolled back transaction is always retryable")
                .isEqualTo(ErrorClass.SERIALIZATION);
        assertThat(errors.classify(new SQLTransactionRollbackException("x", "40002", 60)))
                .isEqualTo(ErrorClass.DEADLOCK);
        assertThat(shipped("mysql").classify(new SQLTransactionRollbackException("x", "40001", 1205)))
                .isEqualTo(ErrorClass.LOCK_TIMEOUT);
        assertThat(errors.classify(new SQLTimeoutException("no state"))).isEqualTo(ErrorClass.TIMEOUT);
        assertThat(errors.classify(new SQLIntegrityConstraintViolationException("x")))
                .isEqualTo(ErrorClass.CONSTRAINT);
    }

    @Test
    void termsOfARuleMayBeSpreadOverTheChain() throws Exception {
        SqlErrors errors = errors("DEADLOCK", "vendor:-244 vendor:-143");
        SQLException outer = new SQLException("could not read", "IX000", -244);
        assertThat(errors.classify(outer)).isEqualTo(ErrorClass.OTHER);
        outer.setNextException(new SQLException("ISAM: deadlock", "IX000", -143));
        assertThat(errors.classify(outer)).isEqualTo(ErrorClass.DEADLOCK);
    }

    @Test
    void messagesMayHoldCommasAndBlanks() throws Exception {
        SqlErrors errors = errors("LOCK_TIMEOUT", "XX000 message:lock wait\\, timeout, 55P03");
        assertThat(errors.classify(new SQLException("a lock wait, timeout of 5 s", "XX000")))
                .isEqualTo(ErrorClass.LOCK_TIMEOUT);
        assertThat(errors.classify(new SQLException("a lock wait, timeout of 5 s", "XX001")))
                .isEqualTo(ErrorClass.OTHER);
        assertThat(errors.classify(new SQLException("x", "55P03"))).isEqualTo(ErrorClass.LOCK_TIMEOUT);
    }

    @Test
    void looksThroughBatchesCausesAndRings() throws Exception {
        SqlErrors errors = errors("DEADLOCK", "40P01");
        SQLException real = new SQLException("deadlock detected", "40P01", 5);
        BatchUpdateException batch = new BatchUpdateException("batch", new int[0], real);
        assertThat(errors.classify(batch)).isEqualTo(ErrorClass.DEADLOCK);
        assertThat(SqlErrors.sqlState(batch)).isEqualTo("40P01");
        assertThat(SqlErrors.vendorCode(batch)).isEqualTo(5);

        SQLException ring = new SQLException("ring");
        ring.initCause(new IllegalStateException("between", ring));
        assertThat(errors.classify(ring)).isEqualTo(ErrorClass.OTHER);
        assertThat(SqlErrors.sqlState(ring)).isEqualTo("-");
        assertThat(SqlErrors.vendorCode(ring)).isZero();
    }

    /** Alone, and behind the error of a batch; much of it no test server can be made to say. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dialect/errors.csv", delimiter = '|')
    void whatServersSayHasItsClass(String db, int code, String state, String text, ErrorClass expected)
            throws Exception {
        assertThat(shipped(db).classify(new SQLException(text, state, code))).isEqualTo(expected);
        SQLException inBatch = new BatchUpdateException("batch", "HY000", 0, new int[0]);
        inBatch.setNextException(new SQLException(text, state, code));
        assertThat(shipped(db).classify(inBatch)).isEqualTo(expected);
    }
}
