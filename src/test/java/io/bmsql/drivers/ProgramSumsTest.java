package io.bmsql.drivers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.db.ProgramContext;
import io.bmsql.spec.RefusedException;
import org.junit.jupiter.api.Test;

/** Two programs that are not the same are both named. */
class ProgramSumsTest {
    private static final ProgramSums OWN = new ProgramSums(ProgramContext.version(), "c0de", "501");

    @Test
    void anotherVersionIsRefused() {
        assertThatThrownBy(() -> ProgramSums.requireVersion(new ProgramSums("0.1-old", "c0de", "501")))
                .isInstanceOf(RefusedException.class)
                .hasMessage("this agent is bmsql " + ProgramContext.version()
                        + ", and the coordinator is bmsql 0.1-old: use the same program on all hosts");
    }

    @Test
    void otherCodeAndOtherSqlFoldersAreRefused() {
        assertThatCode(() -> OWN.require(OWN)).doesNotThrowAnyException();
        assertThatThrownBy(() -> OWN.require(new ProgramSums(OWN.version(), "beef", "501")))
                .hasMessage(
                        "this agent has a bmsql.jar with the checksum c0de, and the coordinator's has beef, although"
                                + " both say version " + OWN.version() + ": use the same program on all hosts");
        assertThatThrownBy(() -> OWN.require(new ProgramSums(OWN.version(), "c0de", "502")))
                .hasMessage("this agent has SQL folders with the checksum 501, and the coordinator's have 502: use the"
                        + " same program on all hosts");
    }
}
