package io.bmsql.config;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Several load generators for one run.
 *
 * @param count how many share the run; 0 for a run of this program alone
 * @param hosts where they are, one for each; empty for any
 * @param ssh hosts on which agents are started over ssh, each {@code user@host} or {@code user@host:port}; empty for none
 * @param bind the address of this host
 * @param port the first one that is tried
 * @param key the file with the group's key; null for the one in the user's own folder
 * @param dns a name whose addresses are the hosts; empty for none
 * @param waitSeconds longest wait for agents to be there, and again for them to connect
 * @param stopsOnLoss true to end the run when one is lost
 */
public record AgentsConfig(
        int count,
        List<String> hosts,
        List<String> ssh,
        String bind,
        int port,
        @Nullable String key,
        String dns,
        int waitSeconds,
        boolean stopsOnLoss) {
    /** The 15 ports after the first one are used as well. */
    private static final int HIGHEST_FIRST_PORT = 65_000;
    /** A number of agents or a host; what has digits alone is no host. */
    private static final Pattern HOST =
            Pattern.compile("[0-9]{1,4}|(?=.*[^0-9])[A-Za-z0-9:\\[][A-Za-z0-9_.:%\\]-]{0,254}");

    /** They become arguments of ssh, which takes what begins with a dash for an option. */
    private static final Pattern SSH_HOST = Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_.-]{0,63}@)?"
            + "([A-Za-z0-9][A-Za-z0-9_.-]{0,254}|\\[[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9]{1,15})?])(:[0-9]{1,5})?");

    /** How many share the run; 0 when nothing says it. */
    static int count(Settings settings) {
        List<String> words = settings.words(PropertyKey.AGENTS);
        return isCount(words)
                ? Integer.parseInt(words.get(0))
                : words.isEmpty() ? settings.words(PropertyKey.AGENTS_SSH).size() : words.size();
    }

    private static boolean isCount(List<String> words) {
        return words.size() == 1 && words.get(0).matches("[0-9]{1,4}");
    }

    static AgentsConfig read(Settings settings) {
        List<String> words = settings.words(PropertyKey.AGENTS, HOST, "agents");
        List<String> hosts = isCount(words) ? List.of() : words;
        List<String> ssh = settings.words(PropertyKey.AGENTS_SSH, SSH_HOST, "ssh");
        String bind = settings.name(PropertyKey.AGENTS_BIND);
        String onLoss = settings.text(PropertyKey.AGENTS_ON_LOSS);
        if (!onLoss.matches("go|stop|")) {
            settings.mistake(PropertyKey.AGENTS_ON_LOSS, "onloss");
        }
        AgentsConfig read = new AgentsConfig(
                count(settings),
                hosts,
                ssh,
                bind.isEmpty() ? PropertyKey.AGENTS_BIND.defaultText : bind,
                settings.integer(PropertyKey.AGENTS_PORT, 1, HIGHEST_FIRST_PORT, 7650),
                settings.textOrNull(PropertyKey.AGENTS_KEY),
                settings.name(PropertyKey.AGENTS_DNS),
                settings.integer(PropertyKey.AGENTS_WAIT_SECS, 1),
                onLoss.equals("stop"));
        if (!ssh.isEmpty() && (!hosts.isEmpty() || read.count != ssh.size() || !read.dns.isEmpty())) {
            settings.mistake(PropertyKey.AGENTS_SSH, "agentsssh", ssh.size());
        }
        return read;
    }

    /** The same with agents that are there now; this one when there are none. */
    public AgentsConfig on(List<String> addresses) {
        return addresses.isEmpty()
                ? this
                : new AgentsConfig(count, addresses, ssh, bind, port, key, dns, waitSeconds, stopsOnLoss);
    }
}
