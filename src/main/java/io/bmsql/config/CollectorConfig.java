package io.bmsql.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The collector of host figures, in BenchmarkSQL's keys (benchmarksql-formats.md, Collector). No {@code sshAddresses}: the load generator's host;
 * no {@code devices}: those that carry the load; {@code sshPort} 0: ssh's own choice.
 *
 * @param script {@code builtin} or a path of BenchmarkSQL's own collector, which mean the same, or the path of a user's
 *     script on the load generator host; null for no host figures
 * @param sessionSampling true to look at what the database's sessions wait for; only with {@code database}
 * @param cpuSpeedProbe true to watch how fast the load generator's host is
 */
public record CollectorConfig(
        @Nullable String script,
        int intervalSecs,
        List<String> sshAddresses,
        int sshPort,
        List<String> devices,
        boolean database,
        boolean sessionSampling,
        boolean cpuSpeedProbe) {
    private static final Set<String> BARE_KINDS = Set.of("blk_", "net_");
    private static final String AUTO = "auto";
    /** BenchmarkSQL 6 writes options behind the path of its collector. */
    private static final Pattern OPTIONS = Pattern.compile("^(\\S+\\.py)\\s+-.*$");

    private static final Pattern DEVICE = Pattern.compile("(blk|net)_[A-Za-z0-9][A-Za-z0-9_.:@!-]{0,63}");
    /** Addresses become an argument of ssh, which must not take one for an option. */
    private static final Pattern ADDRESS =
            Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_.-]{0,63}@)?[A-Za-z0-9:\\[][A-Za-z0-9_.:%\\]-]{0,254}");

    public boolean isOn() {
        return script != null;
    }

    /** One agent watches the hosts and the server of the database; each watches its own program. */
    CollectorConfig of(AgentShare share) {
        return share.isFirst()
                ? this
                : new CollectorConfig(null, intervalSecs, List.of(), 0, devices, false, false, cpuSpeedProbe);
    }

    static CollectorConfig read(Settings settings) {
        String script = settings.textOrNull(PropertyKey.OS_COLLECTOR_SCRIPT);
        List<String> addresses = settings.words(PropertyKey.OS_COLLECTOR_SSH_ADDR, ADDRESS, "address");
        String path = script == null ? null : OPTIONS.matcher(script).replaceFirst("$1");
        if (script != null && !script.equals(path)) {
            settings.doubt(PropertyKey.OS_COLLECTOR_SCRIPT, "collector.options");
        }
        if (script == null && !addresses.isEmpty()) {
            settings.doubt(PropertyKey.OS_COLLECTOR_SSH_ADDR, "collector.none");
        }
        return new CollectorConfig(
                path,
                settings.integer(PropertyKey.OS_COLLECTOR_INTERVAL, 1),
                addresses,
                settings.integer(PropertyKey.OS_COLLECTOR_SSH_PORT, 0, ResultConfig.HIGHEST_PORT, 0),
                devices(settings),
                settings.flag(PropertyKey.DB_COLLECTOR),
                settings.flag(PropertyKey.SESSION_SAMPLING),
                settings.flag(PropertyKey.CPU_SPEED_PROBE));
    }

    /** Words, where a bare {@code blk_} or {@code net_} belongs to the next one: an old slip (benchmarksql-formats.md, Collector). */
    private static List<String> devices(Settings settings) {
        List<String> devices = new ArrayList<>();
        String kind = "";
        if (settings.text(PropertyKey.OS_COLLECTOR_DEVICES).trim().equals(AUTO)) {
            return devices;
        }
        for (String word : settings.words(PropertyKey.OS_COLLECTOR_DEVICES)) {
            if (BARE_KINDS.contains(word)) {
                kind = word;
            } else if (!DEVICE.matcher(kind + word).matches()) {
                settings.doubt(PropertyKey.OS_COLLECTOR_DEVICES, "device", kind + word);
                kind = "";
            } else {
                if (!kind.isEmpty()) {
                    settings.doubt(PropertyKey.OS_COLLECTOR_DEVICES, "device.kind", kind + " " + word, kind + word);
                }
                devices.add(kind + word);
                kind = "";
            }
        }
        return devices;
    }
}
