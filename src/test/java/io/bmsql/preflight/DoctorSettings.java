package io.bmsql.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.benchmark.Finding;
import io.bmsql.common.Texts;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Settings for the doctor's tests: a small run, and what a test says otherwise. */
final class DoctorSettings {
    static final Texts ENGLISH = Texts.of(Texts.Language.EN);

    static final Texts CHINESE = Texts.of(Texts.Language.ZH);

    private DoctorSettings() {}

    /** Numbers, names and commands stay as they are. */
    static void isChinese(Finding finding) {
        assertThat(CHINESE.translated(finding.check()))
                .as(finding.check())
                .matches("(?i)java|numa|swappiness|irqbalance|.*\\p{IsHan}.*");
        assertThat(CHINESE.translated(finding.state().words())).containsPattern("\\p{IsHan}");
        assertThat(finding.text()).containsPattern("\\p{IsHan}");
        assertThat(finding.advice()).matches("export BMSQL_JAVA_OPTS=.*||.*\\p{IsHan}.*");
    }

    static LoadedConfig of(Path folder, String... others) throws Exception {
        Path props = folder.resolve("props");
        Files.write(
                props,
                List.of(
                        ("db=postgres conn=jdbc:postgresql://localhost:1/x user=bench warehouses=2 terminals=10 runMins=10"
                                        + " rampupMins=1 resultDirectory=out")
                                .split(" ")));
        Map<String, String> overrides = new HashMap<>();
        for (String other : others) {
            overrides.put(other.split("=", 2)[0], other.split("=", 2)[1]);
        }
        return new ConfigLoader(Map.of(), () -> 1).load(props, overrides, ConfigPurpose.VALIDATE);
    }
}
