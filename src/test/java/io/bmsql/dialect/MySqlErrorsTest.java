package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The error tables of MySQL and its kin for what no test server can be made to say. */
class MySqlErrorsTest {
    private static SqlErrors errors(String db) throws UsageException {
        return new DialectFolders(List.of(Path.of("").toAbsolutePath()))
                .load(db, "")
                .errors();
    }

    @ParameterizedTest
    @CsvSource({
        "mysql,     1213, 40001, DEADLOCK",
        "mysql,     1205, 40001, LOCK_TIMEOUT",
        "mariadb,   1205, HY000, LOCK_TIMEOUT",
        "mysql,     3572, HY000, LOCK_TIMEOUT",
        "mariadb,   1020, HY000, SERIALIZATION",
        "mysql,     3101, 40000, SERIALIZATION",
        "mysql,     1053, 08S01, CONNECTION",
        "mariadb,   1927, 70100, CONNECTION",
        "mysql,     4031, HY000, CONNECTION",
        "mysql,     1317, 70100, TIMEOUT",
        "mysql,     3024, HY000, TIMEOUT",
        "mariadb,   1969, 70100, TIMEOUT",
        "mysql,     1062, 23000, CONSTRAINT",
        "mysql,     1452, 23000, CONSTRAINT",
        "mysql,     1146, 42S02, OTHER",
        "tidb,      9007, HY000, SERIALIZATION",
        "tidb,      8022, HY000, SERIALIZATION",
        "tidb,      8028, HY000, SERIALIZATION",
        "tidb,      1213, 40001, DEADLOCK",
        "mysql,     9007, HY000, OTHER",
        "mariadb,   1047, 08S01, CONNECTION",
        "oceanbase, 6002, HY000, SERIALIZATION",
        "oceanbase, 6235, 25000, SERIALIZATION",
        "oceanbase, 6005, HY000, LOCK_TIMEOUT",
        "oceanbase, 4012, HY000, TIMEOUT",
        "oceanbase, 1205, 40001, LOCK_TIMEOUT",
    })
    void codesHaveTheirKind(String db, int code, String state, ErrorClass expected) throws Exception {
        assertThat(errors(db).classify(new SQLException("text", state, code))).isEqualTo(expected);
        SQLException inBatch = new BatchUpdateException("batch", "HY000", 0, new int[0]);
        inBatch.setNextException(new SQLException("text", state, code));
        assertThat(errors(db).classify(inBatch)).isEqualTo(expected);
    }

    @Test
    void lockTimeoutInTheDriversRollbackClassKeepsItsKind() throws Exception {
        assertThat(errors("mysql").classify(new SQLTransactionRollbackException("x", "40001", 1205)))
                .isEqualTo(ErrorClass.LOCK_TIMEOUT);
    }

    @Test
    void aDemotedServerIsLeftButOtherForbiddenOptionsAreNot() throws Exception {
        String text = "The MySQL server is running with the --%s option so it cannot execute this statement";
        assertThat(errors("mysql").classify(new SQLException(text.formatted("read-only"), "HY000", 1290)))
                .isEqualTo(ErrorClass.CONNECTION);
        assertThat(errors("mysql").classify(new SQLException(text.formatted("secure-file-priv"), "HY000", 1290)))
                .isEqualTo(ErrorClass.OTHER);
    }
}
