package io.bmsql.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.benchmark.Finding;
import io.bmsql.benchmark.Finding.State;
import io.bmsql.testing.TestRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the props file asks for, the disk for its results, and the clock. */
class SettingChecksTest {
    @TempDir
    private Path folder;

    private List<Finding> settings(String... others) throws Exception {
        return new SettingChecks(DoctorSettings.of(folder, others), DoctorSettings.ENGLISH).all();
    }

    private Finding resultDisk(String... others) throws Exception {
        return new SettingChecks(DoctorSettings.of(folder, others), DoctorSettings.ENGLISH)
                .resultDisk(TestRuns.program(folder));
    }

    @Test
    void anOrdinaryRunHasNothingToFix() throws Exception {
        assertThat(settings()).extracting(Finding::state).containsOnly(State.OK);
        assertThat(settings().get(0).text())
                .isEqualTo("10 terminals on 2 warehouses, without waits: not to be compared with published results");
        assertThat(settings("keyingTimeMultiplier=1", "thinkTimeMultiplier=1")
                        .get(0)
                        .text())
                .endsWith("with keying and think times");
    }

    @ParameterizedTest
    @CsvSource({"terminals=21, ''", "runMins=2, so short a run says little", "rampupMins=0, with cold caches"})
    void whatMakesANumberWorthLessIsAWarning(String setting, String advice) throws Exception {
        assertThat(settings(setting))
                .filteredOn(finding -> finding.state() == State.WARNING)
                .singleElement()
                .satisfies(finding -> assertThat(finding.advice()).contains(advice));
    }

    @Test
    void warningsOfTheReaderOfSettingsAreFindings() throws Exception {
        assertThat(settings("osCollectorSSHAddr=user@host"))
                .anyMatch(finding ->
                        finding.check().equals("props") && finding.text().contains("osCollectorScript"));
    }

    @Test
    void theDiskIsHeldAgainstWhatTheRunWillWrite() throws Exception {
        assertThat(resultDisk("limitTxnsPerMin=600").text())
                .contains("the run writes about 4 MB with 600 transactions a minute");
        assertThat(resultDisk("limitTxnsPerMin=2000000000", "runMins=100000").state())
                .isEqualTo(State.WARNING);
        assertThat(resultDisk("resultDirectory=").sentence(DoctorSettings.ENGLISH))
                .contains("no files and no report: set resultDirectory");
    }

    @Test
    void aPlaceThatCannotBeWrittenToStopsTheRun() throws Exception {
        assertThat(resultDisk("resultDirectory=props/x").state()).isEqualTo(State.PROBLEM);
        assertThat(resultDisk("resultDirectory=%tQx%t").text()).contains("resultDirectory");
    }

    @ParameterizedTest
    @CsvSource({"yes, OK", "no, WARNING", "'', UNKNOWN"})
    void theClockIsAskedOfTheHostsOwnProgram(String answer, State state) throws Exception {
        Path program = folder.resolve("timedatectl");
        Files.writeString(program, "#!/bin/sh\necho " + answer + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

        assertThat(HostChecks.clock(List.of("sh", program.toString()), DoctorSettings.ENGLISH)
                        .state())
                .isEqualTo(state);
    }

    @Test
    void withoutThatProgramTheClockIsNotKnown() throws Exception {
        assertThat(HostChecks.clock(List.of(folder.resolve("none").toString()), DoctorSettings.ENGLISH)
                        .text())
                .startsWith("nobody here says whether NTP sets it, time zone ");
    }
}
