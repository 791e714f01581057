package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.ErrorClass;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class RunCheckTest {
    @Test
    void aLedgerThatATimeLimitEndedSaysWhatWasNotDoneAndWhatHelps() {
        SQLException limit = new SQLException("ERROR: canceling statement due to statement timeout", "57014");
        SQLException told = RunCheck.notCompared(limit, ErrorClass.TIMEOUT);
        assertThat(told.getMessage())
                .contains("the ledger was not compared with the database: ERROR: canceling", "time limits");
        assertThat(told.getSQLState()).isEqualTo("57014");
        assertThat(RunCheck.notCompared(limit, ErrorClass.OTHER).getMessage()).doesNotContain("time limits");
    }
}
