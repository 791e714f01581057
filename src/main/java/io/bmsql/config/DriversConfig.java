package io.bmsql.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several driver hosts for one run.
 *
 * @param count how many share the run; 0 for a run of this program alone
 * @param hosts where they are, one for each; empty when it does not matter
 * @param waitSeconds longest wait for agents to be there, and again for them to connect
 * @param stopsOnLoss true to end the run when one is lost
 */
public record DriversConfig(int count, List<String> hosts, Network network, int waitSeconds, boolean stopsOnLoss) {
    private static final int HIGHEST_FIRST_PORT = 65_000;

    /**
     * How drivers reach each other.
     *
     * @param bind the address of this host
     * @param port the first one that is tried
     * @param key the file with the group's key; null for the one in the user's own folder
     * @param dns a name whose addresses are the hosts; empty for none
     */
    public record Network(String bind, int port, @Nullable String key, String dns) {}

    static DriversConfig read(TypedSettings settings) {
        List<String> words = settings.words(PropertyKey.DRIVERS);
        boolean isCount = words.size() == 1 && words.get(0).matches("[0-9]{1,4}");
        List<String> hosts = isCount ? List.of() : words;
        int count = isCount ? Integer.parseInt(words.get(0)) : hosts.size();
        return new DriversConfig(count, hosts, network(settings), wait(settings), stopsOnLoss(settings));
    }

    private static Network network(TypedSettings settings) {
        int port = settings.integer(PropertyKey.DRIVERS_PORT, 1, 7650);
        if (port > HIGHEST_FIRST_PORT) {
            settings.reject(
                    PropertyKey.DRIVERS_PORT,
                    "is above " + HIGHEST_FIRST_PORT,
                    "Write a port; the 15 after it are used as well.");
        }
        String bind = settings.name(PropertyKey.DRIVERS_BIND);
        return new Network(
                bind.isEmpty() ? PropertyKey.DRIVERS_BIND.defaultText : bind,
                port,
                settings.textOrNull(PropertyKey.DRIVERS_KEY),
                settings.name(PropertyKey.DRIVERS_DNS));
    }

    private static int wait(TypedSettings settings) {
        return settings.integer(PropertyKey.DRIVERS_WAIT_SECS, 1, 60);
    }

    private static boolean stopsOnLoss(TypedSettings settings) {
        String word = settings.name(PropertyKey.DRIVERS_ON_LOSS);
        if (!word.isEmpty() && !word.equals("go") && !word.equals("stop")) {
            settings.reject(
                    PropertyKey.DRIVERS_ON_LOSS,
                    "is neither go nor stop",
                    "Write driversOnLoss=stop, or leave it out.");
        }
        return word.equals("stop");
    }
}
