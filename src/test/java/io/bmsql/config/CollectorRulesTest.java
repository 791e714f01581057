package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is handed to ssh and looked for below /proc is a name, never an option or a command. */
class CollectorRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres@db1",
                "db1.example.org",
                "u.v-w@10.0.0.7 u@10.0.0.8",
                "root@[fe80::1%eth0]",
                "::1",
                "benchmark_user@host-1 "
            })
    void addressesOfHostsAreTaken(String value) throws ConfigException {
        assertThat(TestProps.run("osCollectorSSHAddr=" + value + "\n")
                        .config()
                        .result()
                        .collector()
                        .sshAddresses())
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-oProxyCommand=reboot",
                "user@-oProxyCommand=reboot",
                "-oProxyCommand=reboot db1",
                "db1;reboot",
                "$(reboot)",
                "`reboot`",
                "db1|reboot",
                "u@h@i",
                "\u4e2d\u6587",
                "db1\\u0000x",
                "<script>alert(1)</script>"
            })
    void addressesThatSshWouldTakeForSomethingElseAreRefusedInOneSentence(String value) {
        assertThat(TestProps.runProblems("osCollectorSSHAddr=" + value + "\n"))
                .singleElement()
                .asString()
                .contains("osCollectorSSHAddr", "is not an address for ssh. Write user@host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"net_eth0 blk_sda", "blk_nvme0n1 net_ens3.100", "blk_ sda", "blk_cciss!c0d0"})
    void namesOfDevicesAreTaken(String value) throws ConfigException {
        assertThat(TestProps.run("osCollectorDevices=" + value + "\n")
                        .config()
                        .result()
                        .collector()
                        .devices())
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "blk_sda;reboot",
                "net_$(reboot)",
                "-rf",
                "blk_../../../etc/passwd",
                "net_`id`",
                "blk_'x",
                "net_<img>"
            })
    void namesThatNoDeviceHasAreLeftOutWithASentence(String value) throws ConfigException {
        LoadedConfig loaded = TestProps.run("osCollectorDevices=" + value + "\n");
        assertThat(loaded.config().result().collector().devices()).isEmpty();
        assertThat(loaded.warnings()).anyMatch(warning -> warning.contains("is ignored: write blk_ or net_"));
    }
}
