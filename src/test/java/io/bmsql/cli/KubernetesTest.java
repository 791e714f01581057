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

/** The manifests in {@code run/kubernetes/} parse, and what they start is there. Nothing here needs a cluster, and none was used. */
class KubernetesTest {
    private static final Path MANIFESTS = Path.of("run/kubernetes");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private static List<JsonNode> manifests() throws IOException {
        List<JsonNode> manifests = new ArrayList<>();
        for (Path file : TestFiles.in(MANIFESTS)) {
            manifests.addAll(read(Files.readString(file)));
        }
        return manifests;
    }

    private static List<JsonNode> read(String yaml) {
        return StreamSupport.stream(new Yaml().loadAll(yaml).spliterator(), false)
                .map(document -> (JsonNode) JSON.valueToTree(document))
                .toList();
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
            assertThat(containers(pod)).isNotEmpty().allSatisfy(container -> {
                JsonNode security = container.path("securityContext");
                assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
                assertThat(security.path("allowPrivilegeEscalation").asBoolean(true))
                        .isFalse();
                assertThat(security.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
                assertThat(container.at("/resources/limits/cpu").asText()).isNotEmpty();
                assertThat(container.at("/resources/limits/memory").asText()).isNotEmpty();
            });
        });
    }

    @Test
    void everyVolumeThatIsMountedIsThere() throws IOException {
        assertThat(pods()).allSatisfy(pod -> {
            List<String> volumes = pod.path("volumes").findValuesAsText("name");
            containers(pod).forEach(container -> assertThat(volumes)
                    .containsAll(container.path("volumeMounts").findValuesAsText("name")));
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
                String command = container.path("args").get(0).asText();
                Stage stage = Stage.ended(folder, 0, command, "--help");
                for (JsonNode argument : container.path("args")) {
                    if (argument.asText().startsWith("-")) {
                        assertThat(stage.out()).contains(argument.asText().split("=", 2)[0]);
                    }
                }
            }
        }
    }
}
