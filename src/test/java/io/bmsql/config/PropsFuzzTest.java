package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.Fuzz;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Props files that nobody would write: the program answers with settings or with sentences. */
class PropsFuzzTest {
    private static final Path SAMPLES = Path.of("src/test/resources/props");

    @TempDir
    private Path folder;

    @Test
    void damagedFilesGiveSettingsOrSentences() throws IOException {
        List<byte[]> samples = samples();
        Path props = folder.resolve("p");
        Fuzz.cases(200, ConfigException.class::isInstance, fuzz -> {
            TestFiles.replace(props, fuzz.mutated(fuzz.pick(samples)));
            load(props, fuzz);
        });
    }

    @Test
    void hostileValuesOfEveryKeyGiveSettingsOrSentences() {
        List<PropertyKey> keys = Arrays.asList(PropertyKey.values());
        Path props = folder.resolve("p");
        Fuzz.cases(200, ConfigException.class::isInstance, fuzz -> {
            StringBuilder text = new StringBuilder(fuzz.oneIn(2) ? TestProps.RUN : "");
            for (int i = fuzz.below(6); i >= 0; i--) {
                text.append(fuzz.pick(keys).key())
                        .append(fuzz.pick(List.of("=", " ", ":", " = ", "[0]=", "\\u003d")))
                        .append(fuzz.hostile())
                        .append(fuzz.pick(List.of("\n", "\r\n", "\r", "\\\n", "")));
            }
            TestFiles.replace(
                    props,
                    text.toString().getBytes(fuzz.oneIn(2) ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1));
            load(props, fuzz);
        });
    }

    private static void load(Path props, Fuzz fuzz) throws ConfigException {
        LoadedConfig loaded =
                TestProps.loader(Map.of()).load(props, Map.of(), fuzz.pick(Arrays.asList(ConfigPurpose.values())));
        assertThat(loaded.settings()).hasSameSizeAs(PropertyKey.values());
        assertThat(loaded.secrets().hide(String.join("\n", loaded.warnings()))).isNotNull();
    }

    private static List<byte[]> samples() throws IOException {
        List<byte[]> samples = TestFiles.contents(SAMPLES, ".*prop.*");
        samples.addAll(TestFiles.contents(Path.of("run"), ".*prop.*"));
        return samples;
    }
}
