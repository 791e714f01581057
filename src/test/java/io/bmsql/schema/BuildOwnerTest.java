package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.schema.BuildJournal.BuildOwner;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BuildOwnerTest {
    private final BuildOwner here = BuildOwner.here();

    @Test
    void theLastOneIsWhoMatters() {
        assertThat(BuildOwner.of(Map.of("build", "x")))
                .as("an earlier version's journal")
                .isEmpty();
        Map<String, String> rows = new HashMap<>(new BuildOwner("far away", 7, 70).row(Map.of()));
        rows.putAll(here.row(rows));
        assertThat(rows).hasSize(2);
        assertThat(BuildOwner.of(rows)).contains(here);
        assertThat(here).asString().startsWith("process " + here.pid() + " on ");
    }

    @Test
    void afterAnEndInGoodOrderItIsNobodysUntilTheNextOneResumes() {
        Map<String, String> rows = new HashMap<>(here.row(Map.of()));
        rows.putAll(BuildOwner.leaving(rows));
        assertThat(BuildOwner.of(rows)).isEmpty();
        rows.putAll(here.row(rows));
        assertThat(rows).hasSize(3);
        assertThat(BuildOwner.of(rows)).contains(here);
    }

    @Test
    void onlyAnotherLivingProcessOfThisHostIsAtWork() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            long begun = other.info().startInstant().orElseThrow().getEpochSecond();
            assertThat(new BuildOwner(here.host(), other.pid(), begun).isAtWorkHere())
                    .isTrue();
            assertThat(new BuildOwner(here.host(), other.pid(), begun - 9).isAtWorkHere())
                    .as("its number was another process's before")
                    .isFalse();
            assertThat(new BuildOwner("far away", other.pid(), begun).isAtWorkHere())
                    .isFalse();
            assertThat(here.isAtWorkHere()).as("this process goes on itself").isFalse();
            other.destroyForcibly().waitFor();
            assertThat(new BuildOwner(here.host(), other.pid(), begun).isAtWorkHere())
                    .isFalse();
        } finally {
            other.destroyForcibly();
        }
    }
}
