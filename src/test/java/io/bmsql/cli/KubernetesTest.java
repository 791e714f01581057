package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.spec.DriverShare;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * The manifests of {@code run/kubernetes/} and the {@code Containerfile}. The schema holds those definitions of the Kubernetes API
 * 1.30 that the manifests use, without their descriptions: a manifest that uses others asks for more of it. Nothing here needs a
 * cluster, and none was used.
 */
class KubernetesTest {
    private static final Path MANIFESTS = Path.of("run/kubernetes");
    private static final Path SCHEMA = Path.of("src/test/resources/kubernetes/schema-1.30.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private static List<JsonNode> manifests() throws IOException {
        List<JsonNode> manifests = new ArrayList<>();
        try (Stream<Path> files = Files.list(MANIFESTS)) {
            for (Path file : files.sorted().toList()) {
                manifests.addAll(read(Files.readString(file)));
            }
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
    void everyManifestKeepsToTheSchemaOfItsKind() throws IOException {
        Schema schema = new Schema(JSON.readTree(SCHEMA.toFile()));
        assertThat(manifests()).hasSizeGreaterThan(8).allSatisfy(manifest -> assertThat(schema.problems(manifest))
                .isEmpty());
    }

    @Test
    void theSchemaFindsWhatIsWrong() throws IOException {
        Schema schema = new Schema(JSON.readTree(SCHEMA.toFile()));
        String good = Files.readString(MANIFESTS.resolve("agents.yaml"));
        Map<String, String> mistakes = Map.of(
                "replicas: 3", "replicas: three",
                "runAsNonRoot: true", "runsAsNonRoot: true",
                "serviceName: bmsql-agents", "restartPolicy: Always",
                "clusterIP: None", "clusterIP: [None]",
                "endPort: 7665", "endPort: \"7665\"");
        mistakes.forEach((right, wrong) -> {
            assertThat(good).contains(right);
            assertThat(read(good.replace(right, wrong)).stream().flatMap(one -> schema.problems(one).stream()))
                    .as(wrong)
                    .isNotEmpty();
        });
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
    void theSettingsAreUsableAndGiveEachDriverSomethingToDo() throws Exception {
        JsonNode settings = manifests().stream()
                .filter(manifest -> manifest.path("kind").asText().equals("ConfigMap"))
                .findFirst()
                .orElseThrow();
        Path props = Files.writeString(
                folder.resolve("props.pg"), settings.at("/data/props.pg").asText());
        LoadedConfig loaded = new ConfigLoader(Map.of("BMSQL_PASSWORD", "x"), () -> 1)
                .load(props, Map.of("driversBind", "10.0.0.1", "driversKey", "/key/drivers.p12"), ConfigPurpose.RUN);
        assertThat(loaded.warnings()).isEmpty();
        for (int number = 1; number <= 3; number++) {
            assertThat(loaded.config().run().of(new DriverShare(number, 3, "g")).terminals())
                    .isEqualTo(1_000);
        }
    }

    @Test
    void everyCommandAndOptionThatAPodStartsWithIsKnown() throws Exception {
        for (JsonNode pod : pods()) {
            for (JsonNode container : pod.path("containers")) {
                String command = container.path("args").get(0).asText();
                Stage stage = new Stage(folder);
                assertThat(stage.run(command, "--help")).isZero();
                for (JsonNode argument : container.path("args")) {
                    if (argument.asText().startsWith("-")) {
                        assertThat(stage.out()).contains(argument.asText().split("=", 2)[0]);
                    }
                }
            }
        }
    }

    @Test
    void theContainerfileCopiesWhatIsBuiltAndEndsAsAUserWhoIsNotRoot() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("Containerfile"));
        List<String> instructions = lines.stream()
                .filter(line -> line.matches("[A-Z]+ .*"))
                .map(line -> line.split(" ", 2)[0])
                .toList();
        assertThat(instructions).startsWith("FROM").containsOnlyOnce("FROM", "USER", "ENTRYPOINT", "WORKDIR");
        assertThat(instructions).isSubsetOf("FROM", "RUN", "COPY", "USER", "WORKDIR", "ENTRYPOINT", "CMD");
        assertThat(instructions.lastIndexOf("RUN")).isLessThan(instructions.indexOf("USER"));
        assertThat(lines).contains("USER 10001:10001", "ENTRYPOINT [\"/opt/bmsql/run/bmsql\"]");
        assertThat(Path.of("run/bmsql")).isExecutable();
        List<String> sent = Files.readAllLines(Path.of(".containerignore"));
        assertThat(sent).startsWith("*");
        lines.stream()
                .filter(line -> line.startsWith("COPY "))
                .map(line -> line.split(" ")[1])
                .forEach(source -> assertThat(sent).contains("!" + source));
    }

    /** What it says of types, names and required fields. */
    private record Schema(JsonNode all) {
        List<String> problems(JsonNode manifest) {
            List<String> problems = new ArrayList<>();
            String kind = manifest.path("apiVersion").asText() + " "
                    + manifest.path("kind").asText();
            JsonNode name = all.path("kinds").path(kind);
            if (name.isMissingNode()) {
                return List.of(kind + " is not in the schema");
            }
            check(manifest, definition(name.asText()), kind, problems);
            return problems;
        }

        private JsonNode definition(String name) {
            JsonNode definition = all.path("definitions").path(name);
            assertThat(definition.isObject()).as("the schema has " + name).isTrue();
            return definition;
        }

        private void check(JsonNode value, JsonNode schema, String place, List<String> problems) {
            if (schema.has("$ref")) {
                check(value, definition(schema.path("$ref").asText()), place, problems);
            } else if (schema.has("oneOf")) {
                boolean fits = StreamSupport.stream(schema.path("oneOf").spliterator(), false)
                        .anyMatch(one -> isOf(one.path("type").asText(), value));
                require(fits, place, "has a wrong type", problems);
            } else if (!isOf(schema.path("type").asText("any"), value)) {
                require(false, place, "is no " + schema.path("type").asText(), problems);
            } else if (value.isObject()) {
                checkFields(value, schema, place, problems);
            } else if (value.isArray()) {
                value.forEach(item -> check(item, schema.path("items"), place + "[]", problems));
            } else if (schema.has("enum")) {
                require(
                        StreamSupport.stream(schema.path("enum").spliterator(), false)
                                .anyMatch(value::equals),
                        place,
                        "is none of " + schema.path("enum"),
                        problems);
            }
        }

        private void checkFields(JsonNode value, JsonNode schema, String place, List<String> problems) {
            value.fields().forEachRemaining(field -> {
                JsonNode known = schema.path("properties").path(field.getKey());
                JsonNode other = schema.path("additionalProperties");
                require(known.isObject() || other.isObject(), place, "has no field " + field.getKey(), problems);
                if (known.isObject() || other.isObject()) {
                    check(field.getValue(), known.isObject() ? known : other, place + "." + field.getKey(), problems);
                }
            });
            schema.path("required")
                    .forEach(name -> require(value.has(name.asText()), place, "lacks " + name.asText(), problems));
        }

        private static void require(boolean holds, String place, String what, List<String> problems) {
            if (!holds) {
                problems.add(place + " " + what);
            }
        }

        private static boolean isOf(String type, JsonNode value) {
            return switch (type) {
                case "object" -> value.isObject();
                case "array" -> value.isArray();
                case "string" -> value.isTextual();
                case "integer" -> value.isIntegralNumber();
                case "number" -> value.isNumber();
                case "boolean" -> value.isBoolean();
                default -> true;
            };
        }
    }
}
