package io.bmsql.config;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Several load generators for one run.
 *
 * @param count how many share the run; 0 for a run of this program alone
 * @param hosts where they are, one for each; empty when it does not matter
 * @param ssh hosts on which agents are started over ssh, each {@code user@host} or {@code user@host:port}; empty for none
 * @param waitSeconds longest wait for agents to be there, and again for them to connect
 * @param stopsOnLoss true to end the run when one is lost
 */
public record AgentsConfig(
        int count, List<String> hosts, List<String> ssh, Network network, int waitSeconds, boolean stopsOnLoss) {
    private static final int HIGHEST_FIRST_PORT = 65_000;
    /** They become arguments of ssh, which takes what begins with a dash for an option. */
    private static final Pattern SSH_HOST = Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_.-]{0,63}@)?"
            + "([A-Za-z0-9][A-Za-z0-9_.-]{0,254}|\\[[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9]{1,15})?])(:[0-9]{1,5})?");

    /**
     * How agents reach each other.
     *
     * @param bind the address of this host
     * @param port the first one that is tried
     * @param key the file with the group's key; null for the one in the user's own folder
     * @param dns a name whose addresses are the hosts; empty for none
     */
    public record Network(String bind, int port, @Nullable String key, String dns) {}

    static AgentsConfig read(Settings settings) {
        List<String> words = settings.words(PropertyKey.AGENTS);
        boolean isCount = words.size() == 1 && words.get(0).matches("[0-9]{1,4}");
        List<String> hosts = isCount ? List.of() : words;
        List<String> ssh = ssh(settings);
        int count = isCount ? Integer.parseInt(words.get(0)) : hosts.isEmpty() ? ssh.size() : hosts.size();
        AgentsConfig read =
                new AgentsConfig(count, hosts, ssh, network(settings), wait(settings), stopsOnLoss(settings));
        read.requireOneWay(settings);
        return read;
    }

    private static List<String> ssh(Settings settings) {
        List<String> words = settings.words(PropertyKey.AGENTS_SSH);
        for (String word : words) {
            if (!SSH_HOST.matcher(word).matches()) {
                settings.refuse(
                        PropertyKey.AGENTS_SSH,
                        "`" + word + "` is not a host for ssh",
                        "Write user@host or user@host:port, several ones with blanks between them.");
            }
        }
        return words;
    }

    private void requireOneWay(Settings settings) {
        if (!ssh.isEmpty()
                && (!hosts.isEmpty() || count != ssh.size() || !network.dns().isEmpty())) {
            settings.reject(
                    PropertyKey.AGENTS_SSH,
                    "starts " + ssh.size() + " agents itself, and agents or agentsDns asks for others",
                    "Leave out agentsSsh, or agents and agentsDns.");
        }
    }

    /** The same with agents that are there now; this one when there are none. */
    public AgentsConfig on(List<String> addresses) {
        return addresses.isEmpty() ? this : new AgentsConfig(count, addresses, ssh, network, waitSeconds, stopsOnLoss);
    }

    private static Network network(Settings settings) {
        int port = settings.integer(PropertyKey.AGENTS_PORT, 1, 7650);
        if (port > HIGHEST_FIRST_PORT) {
            settings.reject(
                    PropertyKey.AGENTS_PORT,
                    "is above " + HIGHEST_FIRST_PORT,
                    "Write a port; the 15 after it are used as well.");
        }
        String bind = settings.name(PropertyKey.AGENTS_BIND);
        return new Network(
                bind.isEmpty() ? PropertyKey.AGENTS_BIND.defaultText : bind,
                port,
                settings.textOrNull(PropertyKey.AGENTS_KEY),
                settings.name(PropertyKey.AGENTS_DNS));
    }

    private static int wait(Settings settings) {
        return settings.integer(PropertyKey.AGENTS_WAIT_SECS, 1, 60);
    }

    private static boolean stopsOnLoss(Settings settings) {
        String word = settings.name(PropertyKey.AGENTS_ON_LOSS);
        if (!word.isEmpty() && !word.equals("go") && !word.equals("stop")) {
            settings.reject(
                    PropertyKey.AGENTS_ON_LOSS, "is neither go nor stop", "Write agentsOnLoss=stop, or leave it out.");
        }
        return word.equals("stop");
    }
}
