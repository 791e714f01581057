package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.config.AgentShare;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * The files of {@code run/compose/} and {@code run/kubernetes/} fit each other and the program. Nothing here needs a container engine or
 * a cluster, and none was used.
 */
class ContainersTest {
    private static final Path COMPOSE = Path.of("run/compose");

    @TempDir
    private Path folder;

    private static List<JsonNode> read(Path file) throws IOException {
        return StreamSupport.stream(new Yaml().loadAll(Files.readString(file)).spliterator(), false)
                .map(document -> (JsonNode) new ObjectMapper().valueToTree(document))
                .toList();
    }

    private static JsonNode composed(String file) throws IOException {
        return read(COMPOSE.resolve(file)).get(0);
    }

    @Test
    void whatIsMountedAndBuiltFromIsThere() throws IOException {
        JsonNode services = composed("compose.yaml").path("services");
        assertThat(services).hasSize(4).allSatisfy(service -> service.path("volumes")
                .forEach(volume -> {
                    String from = volume.asText().split(":", 2)[0];
                    assertThat(from.startsWith(".") ? COMPOSE.resolve(from) : COMPOSE)
                            .exists();
                }));
        JsonNode build = services.at("/bmsql/build");
        assertThat(COMPOSE.resolve(build.path("context").asText())
                        .resolve(build.path("dockerfile").asText()))
                .isRegularFile();
        JsonNode grafana = services.at("/grafana");
        String page = grafana.at("/environment/GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH")
                .asText();
        assertThat(grafana.path("volumes").toString()).contains(":" + page);
        assertThat(composed("grafana-dashboards.yml")
                        .at("/providers/0/options/path")
                        .asText())
                .isEqualTo("/dashboards");
    }

    /** One password for all, which stands in no file of the checkout, and one port of the live page for bmsql and Prometheus. */
    @Test
    void theSettingsFitTheServices() throws Exception {
        JsonNode compose = composed("compose.yaml");
        LoadedConfig loaded = new ConfigLoader(Map.of(), () -> 1)
                .load(COMPOSE.resolve("props.compose"), Map.of("passwordFile", "", "password", "x"), ConfigPurpose.RUN);
        assertThat(loaded.warnings()).isEmpty();
        String database =
                compose.at("/services/postgres/environment/POSTGRES_DB").asText();
        assertThat(loaded.config().connection().url()).isEqualTo("jdbc:postgresql://postgres:5432/" + database);
        assertThat(Files.readString(COMPOSE.resolve("props.compose"))).contains("/run/secrets/database_password");
        assertThat(compose.at("/secrets/database_password/environment").asText())
                .isEqualTo("BMSQL_PASSWORD");
        assertThat(compose.at("/services/bmsql/network_mode").asText()).isEqualTo("service:prometheus");
        JsonNode prometheus = composed("../grafana/prometheus.yml");
        assertThat(prometheus.at("/scrape_configs/0/static_configs/0/targets/0").asText())
                .isEqualTo("127.0.0.1:" + loaded.config().result().livePort());
    }

    private static List<JsonNode> manifests() throws IOException {
        List<JsonNode> manifests = new ArrayList<>();
        for (Path file : TestFiles.in(Path.of("run/kubernetes"))) {
            manifests.addAll(read(file));
        }
        return manifests;
    }

    /** The pods of all manifests, as specified. */
    private static List<JsonNode> pods() throws IOException {
        return manifests().stream()
                .map(manifest -> manifest.at("/spec/template/spec"))
                .filter(JsonNode::isObject)
                .toList();
    }

    private static List<JsonNode> containers(JsonNode pod) {
        List<JsonNode> containers = new ArrayList<>();
        pod.path("containers").forEach(containers::add);
        pod.path("initContainers").forEach(containers::add);
        return containers;
    }

    @Test
    void noPodRunsAsRootOrWritesItsImageOrTakesMoreThanItsShare() throws IOException {
        assertThat(pods()).hasSize(4).allSatisfy(pod -> {
            assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
            assertThat(pod.at("/securityContext/runAsUser").asInt()).isEqualTo(10_001);
            assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
            assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
            List<String> volumes = pod.path("volumes").findValuesAsText("name");
            assertThat(containers(pod)).isNotEmpty().allSatisfy(container -> {
                JsonNode security = container.path("securityContext");
                assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
                assertThat(security.path("allowPrivilegeEscalation").asBoolean(true))
                        .isFalse();
                assertThat(security.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
                assertThat(container.at("/resources/limits/cpu").asText()).isNotEmpty();
                assertThat(container.at("/resources/limits/memory").asText()).isNotEmpty();
                assertThat(volumes)
                        .as("volumes that are mounted")
                        .containsAll(container.path("volumeMounts").findValuesAsText("name"));
            });
        });
    }

    @Test
    void theSettingsAreUsableAndGiveEachAgentSomethingToDo() throws Exception {
        JsonNode settings = manifests().stream()
                .filter(manifest -> manifest.path("kind").asText().equals("ConfigMap"))
                .findFirst()
                .orElseThrow();
        Path props = Files.writeString(
                folder.resolve("props.pg"), settings.at("/data/props.pg").asText());
        LoadedConfig loaded = new ConfigLoader(Map.of("BMSQL_PASSWORD", "x"), () -> 1)
                .load(props, Map.of("agentsBind", "10.0.0.1", "agentsKey", "/key/agents.p12"), ConfigPurpose.RUN);
        assertThat(loaded.warnings()).isEmpty();
        for (int number = 1; number <= 3; number++) {
            assertThat(loaded.config().run().of(new AgentShare(number, 3, "g")).terminals())
                    .isEqualTo(1_000);
        }
    }

    @Test
    void everyCommandAndOptionThatAPodStartsWithIsKnown() throws Exception {
        for (JsonNode pod : pods()) {
            for (JsonNode container : pod.path("containers")) {
                JsonNode words = container.path("args");
                Stage help = Stage.ended(folder, 0, words.get(0).asText(), "--help");
                for (JsonNode word : words) {
                    if (word.asText().startsWith("-")) {
                        help.printed(word.asText().split("=", 2)[0]);
                    }
                }
            }
        }
    }
}
