package io.bmsql.config;

import static io.bmsql.config.TestProps.RUN;
import static io.bmsql.config.TestProps.config;
import static io.bmsql.config.TestProps.load;
import static io.bmsql.config.TestProps.setting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each key gives, and what is there without it. */
class RecordsTest {
    /** A key and its text, a part of the settings, what it is without the key, and what it is with it where that is not the text. */
    private static final String PARTS =
            """
            db                       | oracle                 | connection.db                    | postgres       |
            driver                   | oracle.jdbc.OracleDriver | connection.driver              | null           |
            conn                     | jdbc:oracle:thin:@h:1521:x | connection.url | jdbc:postgresql://h:5432/db      |
            user                     | scott                  | connection.user                  | ''             |
            password                 | tiger                  | connection.password.reveal       | ''             |
            isolationLevel           | serializable           | connection.isolationLevel        | SERVER_DEFAULT | SERIALIZABLE
            lock                     | false                  | connection.lock                  | true           |
            statementProfile         | benchmarksql5          | connection.statementProfile      | ''             |
            partitions               | 12                     | schema.partitions                | 0              |
            shards                   | 4,5 6                  | schema.shards                    | []             | [4, 5, 6]
            xaNodes                  | db1:57001,[::1]:57002  | storage.nodes                    | []             | [db1:57001, [::1]:57002]
            xaUser                   | pgx                    | storage.user                     | ''             |
            xaPassword               | leopard                | storage.password.reveal          | ''             |
            warehouses               | 20                     | load.warehouses                  | 10             |
                                     |                        | run.inputs.warehouses            | 10             | 20
            loadWorkers              | 7                      | load.loadWorkers                 | 4              |
            fileLocation             | /data/csv/             | load.fileLocation                | null           |
            csvNullValue             | \\\\N                  | load.csvNullValue                | NULL           | \\N
            prepareRun               | false                  | load.preparesRun                 | true           |
            seed                     | 42                     | load.seed                        | 4711           |
                                     |                        | load.seedDrawn                   | true           | false
                                     |                        | run.inputs.seed                  | 4711           | 42
            terminals                | 30                     | run.terminals                    | 10             |
            sutThreads               | 12                     | run.workers                      | 10             |
            virtualThreads           | false                  | run.virtualThreads               | false          |
            runMins                  | 2.5                    | run.length.runMinutes            | 5.0            |
            rampupMins               | 0.5                    | run.length.rampupMinutes         | 0.0            |
            steadyRampupMaxMins      | 15                     | run.length.longestRampupMinutes  | 0.0            | 15.0
            rampupDelay              | 0.25                   | run.length.rampupDelaySeconds    | 0.0            |
            limitTxnsPerMin          | 600                    | run.pace.limitTxnsPerMin         | 0              |
            terminalWarehouseFixed   | true                   | run.inputs.terminalWarehouseFixed | false         |
            useWarehouseFrom         | 3                      | run.inputs.firstWarehouse        | 1              |
            useWarehouseTo           | 9                      | run.inputs.lastWarehouse         | 10             |
            newOrderWeight           | 40                     | mix.newOrder                     | 43.47826       | 40.0
            paymentWeight            | 41                     | mix.payment                      | 43.47826       | 41.0
            orderStatusWeight        | 6                      | mix.orderStatus                  | 4.347827       | 6.0
            deliveryWeight           | 5                      | mix.delivery                     | 4.347826       | 5.0
            stockLevelWeight         | 8                      | mix.stockLevel                   | 4.347827       | 8.0
            mixDeck                  | false                  | mix.deck                         | false          |
            rollbackPercent          | 2                      | run.inputs.rollbackPercent       | 1.0            | 2.0
            maxRetries               | 4                      | run.retryLimits.maxRetries       | 10             |
            maxOutageSecs            | 30                     | run.retryLimits.maxOutageSeconds | 600            |
            connectionMaxAge         | 5m                     | run.connections.maxAgeNanos      | 0              | 300000000000
            connectionPerTransaction | false                  | run.connections.perTransaction   | false          |
            replicas                 | jdbc:postgresql://b/x  | replicas.urls                    | []             | [jdbc:postgresql://b/x]
            replicaReads             | 50%                    | replicas.readPercent             | 0.0            | 50.0
            analyticStreams          | 2                      | analytics.streams                | 0              |
            analyticConn             | jdbc:postgresql://c/x  | analytics.url                    | ''             |
            checkAfterRun            | true                   | run.checkAfterRun                | false          |
            ledger                   | true                   | result.ledger                    | false          |
            useStoredProcedures      | true                   | run.statementForm                | PLAIN          | PROCEDURES
            resultDirectory          | r_%tY                  | result.directoryPattern          | null           |
            lang                     | zh                     | result.lang                      | ''             |
            reportAfterRun           | false                  | result.report                    | true           |
            reportIntervalSecs       | 30                     | result.reportIntervalSecs        | 10             |
            livePort                 | 9180                   | result.livePort                  | null           |
            osCollectorScript        | ./c.py                 | result.collector.script          | null           |
            osCollectorInterval      | 2                      | result.collector.intervalSecs    | 1              |
            osCollectorSSHAddr       | u@h                    | result.collector.sshAddresses    | []             | [u@h]
            osCollectorSSHPort       | 2222                   | result.collector.sshPort         | 0              |
            osCollectorDevices       | net_eth0 blk_ sda      | result.collector.devices         | []             | [net_eth0, blk_sda]
            dbCollector              | false                  | result.collector.database        | true           |
            sessionSampling          | false                  | result.collector.sessionSampling | true           |
            cpuSpeedProbe            | false                  | result.collector.cpuSpeedProbe   | true           |
            agents                   | c1 c2                  | agents.hosts                     | []             | [c1, c2]
                                     |                        | agents.count                     | 0              | 2
            agentsBind               | 10.0.0.1               | agents.bind                      | 127.0.0.1      |
            agentsPort               | 7700                   | agents.port                      | 7650           |
            agentsKey                | /etc/bmsql/key.p12     | agents.key                       | null           |
            agentsDns                | agents.bench.svc       | agents.dns                       | ''             |
            agentsWaitSecs           | 90                     | agents.waitSeconds               | 60             |
            agentsOnLoss             | stop                   | agents.stopsOnLoss               | false          | true
            """;

    private static final String OTHERS =
            """
            tablegroups=true
            orderCustomerIndex=false
            foreignKeys=false
            fillFactors=false
            terminalMultiplier=2
            thresholds=tpmC>=9
            events=1s a true
            eventLimitSecs=5
            batchStatements=false
            price=12000 EUR 3y
            priceDate=2026-11-01
            priceCovers=server and support
            publish=false
            """;

    private static final String ALL = OTHERS
            + PARTS.lines()
                    .map(row -> row.split(" *\\| *", 3))
                    .filter(row -> !row[0].isEmpty())
                    .map(row -> row[0] + "=" + row[1] + "\n")
                    .collect(Collectors.joining());

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = PARTS)
    void aKeyGivesItsPart(
            @Nullable String key, @Nullable String text, String part, String without, @Nullable String with)
            throws ConfigException {
        assertThat(config("")).extracting(new String[] {part}).hasToString("[" + without + "]");
        assertThat(all()).extracting(part).hasToString(with == null ? text : with);
    }

    @Test
    void someKeysGiveListsOfTheirOwn() throws ConfigException {
        assertThat(config("").schema()).isEqualTo(Layout.WHOLE);
        assertThat(all().schema().options())
                .isEqualTo(Map.of(
                        PropertyKey.TABLEGROUPS, true,
                        PropertyKey.ORDER_CUSTOMER_INDEX, false,
                        PropertyKey.FOREIGN_KEYS, false,
                        PropertyKey.FILL_FACTORS, false));
        assertThat(all().run().thresholds()).isEqualTo(Threshold.parse("tpmC>=9", List.of()));
        assertThat(all().events()).isEqualTo(RunEvent.parse("1s a true", 5));
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
