package io.bmsql.config;

import static io.bmsql.config.PropertyKey.OS_COLLECTOR_DEVICES;
import static io.bmsql.config.PropertyKey.OS_COLLECTOR_INTERVAL;
import static io.bmsql.config.PropertyKey.OS_COLLECTOR_SCRIPT;
import static io.bmsql.config.PropertyKey.OS_COLLECTOR_SSH_ADDR;
import static io.bmsql.config.PropertyKey.OS_COLLECTOR_SSH_PORT;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The keys of the host collector (contract 7). */
final class CollectorRules {
    private static final Set<String> BARE_KINDS = Set.of("blk_", "net_");

    private final TypedSettings settings;

    CollectorRules(TypedSettings settings) {
        this.settings = settings;
    }

    CollectorConfig read() {
        String script = settings.textOrNull(OS_COLLECTOR_SCRIPT);
        if (script != null) {
            settings.advise(
                    OS_COLLECTOR_SCRIPT, "`osCollectorScript` is kept, but this version collects no host figures");
        }
        return new CollectorConfig(
                script,
                settings.integer(OS_COLLECTOR_INTERVAL, 1, 1),
                settings.textOrNull(OS_COLLECTOR_SSH_ADDR),
                settings.integer(OS_COLLECTOR_SSH_PORT, 0, 0),
                devices());
    }

    /** Words, where a bare {@code blk_} or {@code net_} belongs to the next one: an old slip (contract 7.2). */
    private List<String> devices() {
        List<String> devices = new ArrayList<>();
        String kind = "";
        for (String word : settings.text(OS_COLLECTOR_DEVICES).trim().split("\\s+")) {
            if (BARE_KINDS.contains(word)) {
                kind = word;
            } else if (!word.isEmpty()) {
                if (!kind.isEmpty()) {
                    settings.advise(
                            OS_COLLECTOR_DEVICES, "`" + kind + " " + word + "` is taken as `" + kind + word + "`");
                }
                devices.add(kind + word);
                kind = "";
            }
        }
        return devices;
    }
}
