package io.bmsql.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.AgentShare;
import io.bmsql.result.Checksums;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.result.LedgerHeader.RunMark;
import io.bmsql.result.ViolationsFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoverageTest {
    private static RunMark mark(int agent, int agents, String group) {
        return RunMark.of(1, 100_000, new AgentShare(agent, agents, group), 1_700_000_000_000L, agent);
    }

    private static LedgerFile ledger(RunMark own, RunMark... earlier) {
        LedgerHeader header =
                new LedgerHeader(own, List.of(earlier), 1, 42, 1_000, 1, 4, new Baseline(0, 0, List.of()));
        return new LedgerFile(Path.of(own.name()), header, Checksums.Standing.AS_LEFT, 0);
    }

    private static Coverage coverage(List<RunMark> now, LedgerFile... files) {
        Coverage coverage = new Coverage(List.of(files));
        coverage.marks(now, new LedgerFindings(new ViolationsFile(null)));
        return coverage;
    }

    @Test
    void theMarkOfAnAgentSaysWhoseItIsAndFitsItsColumns() {
        RunMark mark = mark(100, 100, "0123456789abcdef");
        assertThat(mark.name()).isEqualTo("ledger 1-100000 d100").hasSizeLessThanOrEqualTo(30);
        assertThat(mark.value()).hasSizeLessThanOrEqualTo(50);
        assertThat(mark.share()).isEqualTo(new AgentShare(100, 100, "0123456789abcdef"));
        assertThat(mark.touches(100_000, 100_001)).isTrue();
        assertThat(mark.touches(100_001, 100_002)).isFalse();
    }

    @Test
    void anAgentThatIsAloneLeavesTheMarkThatItAlwaysLeft() {
        RunMark mark = RunMark.of(1, 50, AgentShare.WHOLE, 1_700_000_000_000L, 255);
        assertThat(mark).isEqualTo(new RunMark("ledger 1-50", "1700000000000-000000ff"));
        assertThat(mark.share()).isEqualTo(AgentShare.WHOLE);
    }

    @Test
    void theLedgersOfAllAgentsTellEverything() {
        RunMark one = mark(1, 2, "g");
        RunMark two = mark(2, 2, "g");
        // The second agent found the mark of the first one; the first did not find that of the second.
        Coverage coverage = coverage(List.of(one, two), ledger(one), ledger(two, one));
        assertThat(coverage.canTellAll()).isTrue();
        assertThat(coverage.sentences()).isEmpty();
    }

    @Test
    void theLedgerOfOneAgentSaysWhichOnesAreMissing() {
        RunMark one = mark(1, 3, "g");
        RunMark two = mark(2, 3, "g");
        RunMark three = mark(3, 3, "g");
        Coverage coverage = coverage(List.of(one, two, three), ledger(two, one, three));
        assertThat(coverage.canTellAll()).isFalse();
        assertThat(coverage.canTellBetween()).isFalse();
        assertThat(coverage.sentences()).singleElement().asString().contains("3 agents", "agent 1, 3");
    }

    @Test
    void aLaterRunOfOneAgentIsToldFromTheAgentsOfARun() {
        RunMark one = mark(1, 2, "g");
        RunMark two = mark(2, 2, "g");
        RunMark later = new RunMark("ledger 1-100000", "later");
        Coverage coverage = coverage(List.of(one, two, later), ledger(one), ledger(two));
        assertThat(coverage.canTellAll()).isFalse();
        assertThat(coverage.canTellBetween()).isTrue();
    }
}
