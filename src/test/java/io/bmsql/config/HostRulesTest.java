package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is handed to ssh and looked for below /proc is a name, never an option or a command; one setting alone says who the agents are. */
class HostRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "osCollectorSSHAddr=postgres@db1", "osCollectorSSHAddr=db1.example.org",
                "osCollectorSSHAddr=u.v-w@10.0.0.7 u@10.0.0.8", "osCollectorSSHAddr=root@[fe80::1%eth0]",
                "osCollectorSSHAddr=::1", "osCollectorSSHAddr=benchmark_user@host-1 ",
                "osCollectorDevices=net_eth0 blk_sda", "osCollectorDevices=blk_nvme0n1 net_ens3.100",
                "osCollectorDevices=blk_ sda", "osCollectorDevices=blk_cciss!c0d0"
            })
    void namesOfHostsAndDevicesAreTaken(String setting) throws ConfigException {
        CollectorConfig taken = TestProps.config(setting + "\n").result().collector();
        assertThat(taken.sshAddresses().size() + taken.devices().size()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "blk_sda;reboot", "net_$(reboot)", "-rf",
                "blk_../../../etc/passwd", "net_`id`", "blk_'x",
                "net_<img>"
            })
    void namesThatNoDeviceHasAreLeftOutWithASentence(String value) throws ConfigException {
        LoadedConfig loaded = TestProps.run("osCollectorDevices=" + value + "\n");
        assertThat(loaded.config().result().collector().devices()).isEmpty();
        assertThat(loaded.warnings()).anyMatch(warning -> warning.contains("is ignored: write blk_ or net_"));
    }

    @Test
    void eachHostOfDriversSshIsADriver() throws ConfigException {
        AgentsConfig agents = TestProps.config("agentsSsh=bench@c1 c2.example.org:2222 u@[fe80::1%eth0]:22\n")
                .agents();
        assertThat(agents.count()).isEqualTo(3);
        assertThat(agents.ssh()).containsExactly("bench@c1", "c2.example.org:2222", "u@[fe80::1%eth0]:22");
        assertThat(TestProps.config("agentsSsh=c1 c1\nagents=2\n").agents().count())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-oProxyCommand=reboot", "user@-oProxyCommand=reboot", "-oProxyCommand=reboot db1", "db1;reboot",
                "$(reboot)", "`reboot`", "db1|reboot", "u@h@i",
                "\u4e2d\u6587", "db1\\u0000x", "<script>alert(1)</script>"
            })
    void whatSshWouldTakeForSomethingElseIsRefusedInOneSentence(String value) {
        assertRefused("agentsSsh", value, "is not a host for ssh. Write user@host or user@host:port");
        assertRefused("osCollectorSSHAddr", value, "is not an address for ssh. Write user@host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "99999999999999999999", "c1 -oProxyCommand=reboot", "c1;reboot"})
    void whatIsNeitherANumberOfAgentsNorAHostIsRefused(String value) {
        assertRefused(
                "agents", value, "is neither a number of agents nor a host. Write agents=3, or agents=host1,host2.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c1:22x", "c1:", "[::1"})
    void aPortOfAnAgentIsANumber(String value) {
        assertRefused("agentsSsh", value, "is not a host for ssh. Write user@host or user@host:port");
    }

    private static void assertRefused(String key, String value, String why) {
        assertThat(TestProps.runProblems(key + "=" + value + "\n"))
                .singleElement()
                .asString()
                .contains(key, why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"agents=3", "agents=0", "agents=c1,c2", "agentsDns=agents.example.org"})
    void otherAgentsAreRefusedInOneSentence(String other) {
        assertThat(TestProps.runProblems("agentsSsh=bench@c1 bench@c2\n" + other + "\n"))
                .singleElement()
                .asString()
                .contains("agentsSsh", "Leave out agentsSsh, or agents and agentsDns.");
    }
}
