package io.bmsql.config;

import static io.bmsql.config.TestProps.inputs;
import static io.bmsql.config.TestProps.runConfig;
import static io.bmsql.config.TestProps.setting;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.RunConfig.Length;
import io.bmsql.config.RunConfig.Pace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Files in the manner of vendors' manuals and users' posts (benchmarksql-formats.md, Result files). */
class RealLifePropsTest {
    private static final Path FOLDER = Path.of("src/test/resources/props");
    private static final MixConfig MANUAL_MIX = new MixConfig(45, 43, 4, 4, 4, false);

    private static LoadedConfig load(String name) throws ConfigException {
        return TestProps.loader(Map.of()).load(FOLDER.resolve(name + ".properties"), Map.of(), ConfigPurpose.RUN);
    }

    private static CollectorConfig collector(@Nullable String script, List<String> hosts, String... devices) {
        return new CollectorConfig(script, 1, hosts, 0, List.of(devices), true, true, true);
    }

    @Test
    void theManualsFile() throws ConfigException {
        LoadedConfig loaded = load("pg50-manual");
        assertThat(loaded.config().run())
                .isEqualTo(runConfig(
                        inputs(100, 1, 100, true, 1), 32, 32, new Length(60, 0, 0, 0, 0), new Pace(0, 0, 0, 0, null)));
        assertThat(loaded.config().mix()).isEqualTo(MANUAL_MIX);
        assertThat(loaded.config().result().directoryPattern()).isEqualTo("my_result_%tY-%tm-%td_%tH%tM%tS");
        assertThat(loaded.config().result().collector())
                .isEqualTo(collector("./misc/os_collector_linux.py", List.of(), "net_eth0", "blk_sda"));
        assertThat(loaded.warnings()).isEmpty();
    }

    @Test
    void windowsFileWithChineseNotes() throws ConfigException {
        LoadedConfig loaded = load("kunpeng-crlf-chinese");
        assertThat(loaded.config().connection().db()).isEqualTo("postgres");
        assertThat(loaded.config().connection().url())
                .isEqualTo("jdbc:postgresql://10.0.0.8:5432/tpcc?prepareThreshold=5&loggerLevel=OFF");
        assertThat(loaded.config().connection().password().reveal()).isEqualTo("Tpcc_2024#x");
        assertThat(loaded.config().load().loadWorkers()).isEqualTo(40);
        assertThat(loaded.config().run().terminals()).isEqualTo(800);
        assertThat(loaded.config().run().length().runMinutes()).isEqualTo(5);
        assertThat(loaded.config().run().inputs().terminalWarehouseFixed()).isFalse();
        assertThat(loaded.config().mix()).isEqualTo(MANUAL_MIX);
        assertThat(loaded.warnings())
                .hasSize(1)
                .allMatch(line -> line.contains("the note after the value of `terminalWarehouseFixed`"));
    }

    @Test
    void gbkFileWithANoteBehindEachValue() throws ConfigException {
        LoadedConfig loaded = load("dm-gbk-notes");
        assertThat(loaded.config().connection().db()).isEqualTo("dm");
        assertThat(loaded.config().connection().password().reveal()).isEqualTo("\"SYSDBA001\"");
        assertThat(loaded.config().run())
                .isEqualTo(runConfig(
                        inputs(10, 1, 10, true, 1),
                        50,
                        50,
                        new Length(30, 0, 0, 0, 0),
                        new Pace(300_000, 0, 0, 0, null)));
        assertThat(loaded.config().result().collector())
                .isEqualTo(collector(null, List.of("root@10.10.10.3"), "net_eth0", "blk_nvme1n1"));
        assertThat(loaded.warnings())
                .hasSize(8)
                .filteredOn(line -> line.contains("the note after"))
                .hasSize(6);
        assertThat(loaded.warnings().get(7)).contains("`blk_ nvme1n1` is read as `blk_nvme1n1`");
    }

    @Test
    void keysThatNobodyReads() throws ConfigException {
        LoadedConfig loaded = load("lightdb-extra-keys");
        assertThat(loaded.config().run().terminals()).isEqualTo(600);
        assertThat(loaded.config().run().inputs().terminalWarehouseFixed()).isTrue();
        assertThat(loaded.config().run().length().rampupMinutes()).isZero();
        assertThat(loaded.config().result().directoryPattern()).isNull();
        assertThat(loaded.warnings()).hasSize(3);
        assertThat(loaded.warnings().get(1))
                .contains("database profile data backup rampup report-on-new-line table-engine warehouses-begin"
                        .split(" "));
    }

    @Test
    void slashLinesWithBackslashesAndEscapesAreHarmless() throws ConfigException {
        LoadedConfig loaded = load("mysql-backslash-comments");
        assertThat(loaded.config().load().fileLocation()).isNull();
        assertThat(loaded.config().mix()).isEqualTo(new MixConfig(48, 40, 4, 4, 4, false));
        assertThat(loaded.config().run())
                .isEqualTo(runConfig(
                        inputs(20, 1, 20, false, 1), 20, 20, new Length(0, 10, 2, 0, 0), new Pace(300, 0, 0, 0, null)));
        assertThat(setting(loaded, PropertyKey.CONN).value())
                .startsWith("jdbc:mysql://***@127.0.0.1:3306/tpcc?useSSL=false");
        assertThat(loaded.secrets().hide("denied: tpcc:Geheim%2F1, Geheim/1")).isEqualTo("denied: tpcc:***, ***");
        assertThat(loaded.warnings())
                .anyMatch(line ->
                        line.startsWith(FOLDER.resolve("mysql-backslash-comments.properties") + ":12: is read"));
    }

    @Test
    void fractionsOf51() throws ConfigException {
        LoadedConfig loaded = load("pg51-fractions");
        assertThat(loaded.config().mix()).isEqualTo(MANUAL_MIX);
        assertThat(loaded.config().run().length().transactionsPerTerminal()).isEqualTo(10);
        assertThat(loaded.warnings()).noneMatch(line -> line.contains("useStoredProcedures"));
    }

    @Test
    void aFileOfTheSixthVersion() throws ConfigException {
        LoadedConfig loaded = load("sixth");
        assertThat(loaded.config().run())
                .isEqualTo(runConfig(
                        inputs(10, 1, 4, true, 1.01), 80, 24, new Length(30, 0, 10, 0, 0), new Pace(0, 0, 1, 1, null)));
        assertThat(loaded.config().mix()).isEqualTo(new MixConfig(44.2, 43.2, 4.2, 4.2, 4.2, false));
        assertThat(loaded.config().result().reportIntervalSecs()).isEqualTo(60);
        assertThat(loaded.config().result().collector().script()).isEqualTo("./misc/os_collector_linux.py");
        assertThat(setting(loaded, PropertyKey.TERMINALS))
                .isEqualTo(new EffectiveSetting("terminals", "80", "20 a warehouse"));
        assertThat(setting(loaded, PropertyKey.TERMINAL_WAREHOUSE_FIXED).origin())
                .isEqualTo("with waits");
        assertThat(loaded.warnings()).hasSize(2);
        assertThat(loaded.warnings().get(1)).contains("options after the collector's path");
    }

    @Test
    void separatorsOfAllKinds() throws ConfigException {
        LoadedConfig loaded = load("oracle-separators");
        assertThat(loaded.config().connection().url()).isEqualTo("jdbc:oracle:thin:@//dbhost:1521/orclpdb");
        assertThat(loaded.config().connection().user()).isEqualTo("scott");
        assertThat(loaded.config().connection().password().reveal()).isEqualTo("tiger");
        assertThat(loaded.config().connection().isolationLevel()).isEqualTo(IsolationLevel.READ_COMMITTED);
        assertThat(loaded.config().run().terminals()).isEqualTo(10);
        assertThat(loaded.warnings()).isEmpty();
    }
}
