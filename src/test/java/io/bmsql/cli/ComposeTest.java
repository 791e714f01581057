package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The files of {@code run/compose/} fit each other and the program. Nothing here needs a container engine, and none was used. */
class ComposeTest {
    private static final Path FOLDER = Path.of("run/compose");

    private static JsonNode yaml(String file) throws IOException {
        return new ObjectMapper().valueToTree(new Yaml().load(Files.readString(FOLDER.resolve(file))));
    }

    @Test
    void whatIsMountedAndBuiltFromIsThere() throws IOException {
        JsonNode services = yaml("compose.yaml").path("services");
        assertThat(services).hasSize(4).allSatisfy(service -> service.path("volumes")
                .forEach(volume -> {
                    String from = volume.asText().split(":", 2)[0];
                    assertThat(from.startsWith(".") ? FOLDER.resolve(from) : FOLDER)
                            .exists();
                }));
        JsonNode build = services.at("/bmsql/build");
        assertThat(FOLDER.resolve(build.path("context").asText())
                        .resolve(build.path("dockerfile").asText()))
                .isRegularFile();
        JsonNode grafana = services.at("/grafana");
        assertThat(grafana.path("volumes").toString())
                .contains(":"
                        + grafana.at("/environment/GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH")
                                .asText());
        assertThat(yaml("grafana-dashboards.yml")
                        .at("/providers/0/options/path")
                        .asText())
                .isEqualTo("/dashboards");
    }

    /** One password for all, which stands in no file of the checkout, and one port of the live page for bmsql and Prometheus. */
    @Test
    void theSettingsFitTheServices() throws Exception {
        JsonNode compose = yaml("compose.yaml");
        LoadedConfig loaded = new ConfigLoader(Map.of(), () -> 1)
                .load(FOLDER.resolve("props.compose"), Map.of("passwordFile", "", "password", "x"), ConfigPurpose.RUN);
        assertThat(loaded.warnings()).isEmpty();
        assertThat(loaded.config().connection().url())
                .isEqualTo("jdbc:postgresql://postgres:5432/"
                        + compose.at("/services/postgres/environment/POSTGRES_DB")
                                .asText());
        assertThat(Files.readString(FOLDER.resolve("props.compose"))).contains("/run/secrets/database_password");
        assertThat(compose.at("/secrets/database_password/environment").asText())
                .isEqualTo("BMSQL_PASSWORD");
        assertThat(compose.at("/services/bmsql/network_mode").asText()).isEqualTo("service:prometheus");
        assertThat(yaml("../grafana/prometheus.yml")
                        .at("/scrape_configs/0/static_configs/0/targets/0")
                        .asText())
                .isEqualTo("127.0.0.1:" + loaded.config().result().livePort());
    }
}
