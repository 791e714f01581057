package io.bmsql.drivers;

import io.bmsql.config.DriversConfig;
import io.bmsql.drivers.GroupChannel.Place;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks, before a run and without joining the group, whether driver hosts can be reached. */
public final class AgentSearch {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSearch.class);
    private static final int HIGHEST_PORT = 65_535;
    private static final int CONNECT_MILLIS = 1_000;
    private static final long PATIENCE_MILLIS = 3_000;

    private AgentSearch() {}

    /** What hinders each host that the settings name, a sentence; empty for one that answers. Takes some seconds. */
    public static Map<String, String> problems(DriversConfig config) throws InterruptedException {
        Map<String, String> found = new ConcurrentHashMap<>();
        Map<String, String> ordered = new LinkedHashMap<>();
        config.ssh().forEach(word -> ordered.put(word, word + " did not answer within 3 s"));
        config.hosts().forEach(word -> ordered.put(word, word + " did not answer within 3 s"));
        List<Thread> threads = ordered.keySet().stream()
                .map(word -> new Thread(() -> found.put(word, problem(config, word)), "search " + word))
                .toList();
        threads.forEach(thread -> {
            thread.setDaemon(true);
            thread.start();
        });
        for (Thread thread : threads) {
            thread.join(PATIENCE_MILLIS);
        }
        ordered.replaceAll((word, silent) -> found.getOrDefault(word, silent));
        return ordered;
    }

    private static String problem(DriversConfig config, String word) {
        return config.ssh().contains(word) ? overSsh(word) : overTcp(config, word);
    }

    /** Looks whether there are tools and a Java to run an agent with. */
    private static String overSsh(String word) {
        try {
            new SshHost(word).call("look", List.of("doctor"), out -> {});
            return "";
        } catch (MissingDriversException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return word + " was not asked to the end";
        }
    }

    /** An agent listens on one of the ports of its group. */
    private static String overTcp(DriversConfig config, String word) {
        Place place = new Place(config.network().bind(), config.network().port(), List.of(word), "");
        InetSocketAddress first = place.address(word);
        if (first.isUnresolved()) {
            return "no host is known as " + word;
        }
        int last = Math.min(HIGHEST_PORT, first.getPort() + Place.PORTS - 1);
        for (int port = first.getPort(); port <= last; port++) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(first.getAddress(), port), CONNECT_MILLIS);
                return "";
            } catch (IOException nobody) {
                LOG.debug("{}:{}: {}", word, port, nobody.getMessage());
            }
        }
        return "no agent listens on " + word + " from port " + first.getPort() + " on (start it: bmsql agent)";
    }
}
