package io.bmsql.config;

import static io.bmsql.config.TestProps.RUN;
import static io.bmsql.config.TestProps.config;
import static io.bmsql.config.TestProps.inputs;
import static io.bmsql.config.TestProps.load;
import static io.bmsql.config.TestProps.runConfig;
import static io.bmsql.config.TestProps.setting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.Secret;
import io.bmsql.config.RunConfig.Length;
import io.bmsql.config.RunConfig.Pace;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Defaults and full mapping of each record. */
class RecordsTest {
    private static final String ALL =
            """
            db=oracle
            driver=oracle.jdbc.OracleDriver
            conn=jdbc:oracle:thin:@h:1521:x
            user=scott
            password=tiger
            isolationLevel=serializable
            lock=false
            statementProfile=benchmarksql5
            partitions=12
            shards=4,5 6
            tablegroups=true
            orderCustomerIndex=false
            foreignKeys=false
            fillFactors=false
            xaNodes=db1:57001,[::1]:57002
            xaUser=pgx
            xaPassword=leopard
            warehouses=20
            loadWorkers=7
            fileLocation=/data/csv/
            csvNullValue=\\\\N
            prepareRun=false
            seed=42
            terminals=30
            sutThreads=12
            virtualThreads=false
            runMins=2.5
            rampupMins=0.5
            steadyRampupMaxMins=15
            rampupDelay=0.25
            limitTxnsPerMin=600
            terminalWarehouseFixed=true
            useWarehouseFrom=3
            useWarehouseTo=9
            terminalMultiplier=2
            newOrderWeight=40
            paymentWeight=41
            orderStatusWeight=6
            deliveryWeight=5
            stockLevelWeight=8
            mixDeck=false
            rollbackPercent=2
            maxRetries=4
            maxOutageSecs=30
            connectionMaxAge=5m
            connectionPerTransaction=false
            thresholds=tpmC>=9
            events=1s a true
            eventLimitSecs=5
            replicas=jdbc:postgresql://b/x
            replicaReads=50%
            analyticStreams=2
            analyticConn=jdbc:postgresql://c/x
            checkAfterRun=true
            ledger=true
            useStoredProcedures=true
            batchStatements=false
            resultDirectory=r_%tY
            price=12000 EUR 3y
            priceDate=2026-11-01
            priceCovers=server and support
            publish=false
            lang=zh
            reportAfterRun=false
            reportIntervalSecs=30
            livePort=9180
            osCollectorScript=./c.py
            osCollectorInterval=2
            osCollectorSSHAddr=u@h
            osCollectorSSHPort=2222
            osCollectorDevices=net_eth0 blk_ sda
            dbCollector=false
            sessionSampling=false
            cpuSpeedProbe=false
            agents=c1 c2
            agentsBind=10.0.0.1
            agentsPort=7700
            agentsKey=/etc/bmsql/key.p12
            agentsDns=agents.bench.svc
            agentsWaitSecs=90
            agentsOnLoss=stop
            """;

    @Test
    void connectionDefaultsAndMapping() throws ConfigException {
        ConnectionConfig defaults = config("").connection();
        assertThat(defaults)
                .usingRecursiveComparison()
                .isEqualTo(new ConnectionConfig(
                        "postgres",
                        null,
                        "jdbc:postgresql://h:5432/db",
                        "",
                        new Secret(""),
                        IsolationLevel.SERVER_DEFAULT,
                        "",
                        true));
        assertThat(all().connection())
                .usingRecursiveComparison()
                .isEqualTo(new ConnectionConfig(
                        "oracle",
                        "oracle.jdbc.OracleDriver",
                        "jdbc:oracle:thin:@h:1521:x",
                        "scott",
                        new Secret("tiger"),
                        IsolationLevel.SERIALIZABLE,
                        "benchmarksql5",
                        false));
    }

    @Test
    void loadDefaultsAndMapping() throws ConfigException {
        assertThat(config("").load()).isEqualTo(new LoadConfig(10, 4, null, "NULL", TestProps.DRAWN_SEED, true, true));
        assertThat(all().load()).isEqualTo(new LoadConfig(20, 7, "/data/csv/", "\\N", 42, false, false));
    }

    @Test
    void runDefaultsAndMapping() throws ConfigException {
        assertThat(config("").run())
                .isEqualTo(runConfig(
                        inputs(10, 1, 10, false, 1), 10, 10, new Length(5, 0, 0, 0, 0), new Pace(0, 0, 0, 0, null)));
        assertThat(all().run())
                .isEqualTo(new RunConfig(
                        new RunConfig.Inputs(20, 3, 9, true, 2, 42),
                        30,
                        12,
                        false,
                        new Length(2.5, 0, 0.5, 0.25, 15),
                        new Pace(600, 0, 0, 0, null),
                        new RunConfig.RetryLimits(4, 30),
                        StatementForm.PROCEDURES,
                        true,
                        Threshold.parse("tpmC>=9", List.of()),
                        new RunConfig.Connections(false, 300_000_000_000L)));
        assertThat(config("connectionPerTransaction=true\n").run().connections())
                .isEqualTo(new RunConfig.Connections(true, 0));
        assertThat(config("runMins=0\nrunTxnsPerTerminal=7\nthinkTimeMultiplier=2\nkeyingTimeMultiplier=3\n")
                        .run())
                .isEqualTo(runConfig(
                        inputs(10, 1, 10, true, 1), 10, 10, new Length(0, 7, 0, 0, 0), new Pace(0, 0, 3, 2, null)));
    }

    @Test
    void schemaAndStorageDefaultsAndMapping() throws ConfigException {
        assertThat(config("").schema()).isEqualTo(new Layout(0, List.of(), Map.of()));
        ConnectionConfig own = config("").connection();
        assertThat(config("").storage())
                .usingRecursiveComparison()
                .isEqualTo(new StorageConfig(List.of(), own.user(), own.password()));
        assertThat(all().schema())
                .isEqualTo(new Layout(
                        12,
                        List.of(4, 5, 6),
                        Map.of(
                                PropertyKey.TABLEGROUPS, true,
                                PropertyKey.ORDER_CUSTOMER_INDEX, false,
                                PropertyKey.FOREIGN_KEYS, false,
                                PropertyKey.FILL_FACTORS, false)));
        assertThat(all().storage())
                .usingRecursiveComparison()
                .isEqualTo(new StorageConfig(List.of("db1:57001", "[::1]:57002"), "pgx", new Secret("leopard")));
    }

    @Test
    void mixDefaultsAndMapping() throws ConfigException {
        assertThat(config("").mix()).isEqualTo(new MixConfig(43.47826, 43.47826, 4.347827, 4.347826, 4.347827, false));
        assertThat(all().mix()).isEqualTo(new MixConfig(40, 41, 6, 5, 8, false));
    }

    @Test
    void resultAndCollectorDefaultsAndMapping() throws ConfigException {
        CollectorConfig defaults = new CollectorConfig(null, 1, List.of(), 0, List.of(), true, true, true);
        assertThat(config("").result()).isEqualTo(new ResultConfig(null, 10, false, null, defaults, "", true));
        CollectorConfig all = new CollectorConfig(
                "./c.py", 2, List.of("u@h"), 2222, List.of("net_eth0", "blk_sda"), false, false, false);
        assertThat(all().result()).isEqualTo(new ResultConfig("r_%tY", 30, true, 9180, all, "zh", false));
    }

    @Test
    void aPriceIsTakenAsItIsSaidOrRefused() throws ConfigException {
        config("price=500.5 USD\n");
        assertThat(Price.of(List.of(new EffectiveSetting("price", "500.5 USD", "-D"))))
                .isEqualTo(new Price(500.5, "USD", "", "", ""));
        assertThat(new Price(12_000, "EUR", "3y", "2026-11-01", "server").per(24_000))
                .isEqualTo(0.5);
        for (String wrong : List.of("12000", "12,000 EUR", "0 EUR", "-5 EUR", "12000 euro")) {
            assertThatThrownBy(() -> config("price=" + wrong + "\n"))
                    .as(wrong)
                    .hasMessageContaining("Write for example 12000 EUR 3y");
        }
    }

    @Test
    void agentsDefaultsAndMapping() throws ConfigException {
        assertThat(config("").agents())
                .isEqualTo(new AgentsConfig(0, List.of(), List.of(), "127.0.0.1", 7650, null, "", 60, false));
        assertThat(all().agents())
                .isEqualTo(new AgentsConfig(
                        2,
                        List.of("c1", "c2"),
                        List.of(),
                        "10.0.0.1",
                        7700,
                        "/etc/bmsql/key.p12",
                        "agents.bench.svc",
                        90,
                        true));
    }

    @Test
    void theExampleHoldsEveryKeyButTheAlternatives() {
        String missing = Arrays.stream(PropertyKey.values())
                .map(PropertyKey::key)
                .filter(key -> ALL.lines().noneMatch(line -> line.startsWith(key + "=")))
                .collect(Collectors.joining(" "));
        assertThat(missing)
                .isEqualTo(
                        "passwordFile runTxnsPerTerminal arrivalRate loadProfile keyingTimeMultiplier thinkTimeMultiplier"
                                + " workload scripts scriptShell scriptVariables agentsSsh");
    }

    @ParameterizedTest
    @EnumSource(PropertyKey.class)
    void everyKeyIsShownWithItsOrigin(PropertyKey key) throws ConfigException {
        int line = (int) ALL.lines()
                        .takeWhile(text -> !text.startsWith(key.key() + "="))
                        .count()
                + 1;
        boolean given = line <= ALL.lines().count();
        EffectiveSetting shown = setting(load(ConfigPurpose.VALIDATE, ALL), key);
        assertThat(shown.origin()).isEqualTo(given ? "p:" + line : "default");
        String defaultText = setting(load(ConfigPurpose.VALIDATE, RUN), key).value();
        boolean computed = !key.defaultText.equals(defaultText);
        assertThat(computed)
                .as(defaultText)
                .isEqualTo(RUN.contains(key.key() + "=")
                        || key == PropertyKey.SEED
                        || key == PropertyKey.SUT_THREADS
                        || key == PropertyKey.LEDGER);
    }

    private static BenchmarkConfig all() throws ConfigException {
        return load(ConfigPurpose.VALIDATE, ALL).config();
    }
}
