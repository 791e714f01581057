package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts of agentsSsh are names, and one setting alone says who the drivers are. */
class DriversRulesTest {
    @Test
    void eachHostOfDriversSshIsADriver() throws ConfigException {
        AgentsConfig drivers = TestProps.run("agentsSsh=bench@c1 c2.example.org:2222 u@[fe80::1%eth0]:22\n")
                .config()
                .agents();
        assertThat(drivers.count()).isEqualTo(3);
        assertThat(drivers.ssh()).containsExactly("bench@c1", "c2.example.org:2222", "u@[fe80::1%eth0]:22");
        assertThat(TestProps.run("agentsSsh=c1 c1\nagents=2\n")
                        .config()
                        .agents()
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
        assertThat(TestProps.runProblems("agentsSsh=" + value + "\n"))
                .singleElement()
                .asString()
                .contains("agentsSsh", "is not a host for ssh. Write user@host or user@host:port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"agents=3", "agents=0", "agents=c1,c2", "agentsDns=agents.example.org"})
    void otherDriversAreRefusedInOneSentence(String other) {
        assertThat(TestProps.runProblems("agentsSsh=bench@c1 bench@c2\n" + other + "\n"))
                .singleElement()
                .asString()
                .contains("agentsSsh", "Leave out agentsSsh, or agents and agentsDns.");
    }
}
