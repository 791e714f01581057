package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts of driversSsh are names, and one setting alone says who the drivers are. */
class DriversRulesTest {
    @Test
    void eachHostOfDriversSshIsADriver() throws ConfigException {
        AgentsConfig drivers = TestProps.run("driversSsh=bench@c1 c2.example.org:2222 u@[fe80::1%eth0]:22\n")
                .config()
                .drivers();
        assertThat(drivers.count()).isEqualTo(3);
        assertThat(drivers.ssh()).containsExactly("bench@c1", "c2.example.org:2222", "u@[fe80::1%eth0]:22");
        assertThat(TestProps.run("driversSsh=c1 c1\ndrivers=2\n")
                        .config()
                        .drivers()
                        .count())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-oProxyCommand=reboot",
                "user@-oProxyCommand=reboot",
                "c1;reboot",
                "$(reboot)",
                "u@h@i",
                "c1:22x",
                "c1:",
                "[::1",
                "\u4e2d\u6587"
            })
    void whatSshWouldTakeForSomethingElseIsRefusedInOneSentence(String value) {
        assertThat(TestProps.runProblems("driversSsh=" + value + "\n"))
                .singleElement()
                .asString()
                .contains("driversSsh", "is not a host for ssh. Write user@host or user@host:port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"drivers=3", "drivers=0", "drivers=c1,c2", "driversDns=agents.example.org"})
    void otherDriversAreRefusedInOneSentence(String other) {
        assertThat(TestProps.runProblems("driversSsh=bench@c1 bench@c2\n" + other + "\n"))
                .singleElement()
                .asString()
                .contains("driversSsh", "Leave out driversSsh, or drivers and driversDns.");
    }
}
