package io.bmsql.agents;

import io.bmsql.agents.GroupChannel.Place;
import io.bmsql.common.ParallelWork;
import io.bmsql.config.AgentsConfig;
import io.bmsql.db.CannotConnectException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks, before a run and without joining the group, whether agent hosts can be reached. */
public final class AgentSearch {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSearch.class);
    private static final int CONNECT_MILLIS = 1_000;
    private static final long PATIENCE_MILLIS = 3_000;

    private AgentSearch() {}

    /** What hinders each host that the settings name, a sentence; empty for one that answers. Takes some seconds. */
    public static Map<String, String> problems(AgentsConfig config) throws InterruptedException {
        Map<String, Callable<String>> questions = new LinkedHashMap<>();
        config.ssh().forEach(word -> questions.put(word, () -> overSsh(word)));
        config.hosts().forEach(word -> questions.putIfAbsent(word, () -> overTcp(config, word)));
        return ParallelWork.answers(questions, PATIENCE_MILLIS, word -> word + " did not answer within 3 s");
    }

    /** Looks whether there are tools and a Java to run an agent with. */
    private static String overSsh(String word) throws InterruptedException {
        try {
            new SshHost(word).call("look", List.of("doctor"), out -> {});
            return "";
        } catch (CannotConnectException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** An agent listens on one of the ports of its group. */
    private static String overTcp(AgentsConfig config, String word) {
        Place place = new Place(config.bind(), config.port(), List.of(word), "");
        List<InetSocketAddress> addresses = place.addresses(word);
        if (addresses.isEmpty()) {
            return "no host is known as " + word;
        }
        for (InetSocketAddress address : addresses) {
            try (Socket socket = new Socket()) {
                socket.connect(address, CONNECT_MILLIS);
                return "";
            } catch (IOException nobody) {
                LOG.debug("{}: {}", address, nobody.getMessage());
            }
        }
        return "no agent listens on " + word + " from port " + addresses.get(0).getPort()
                + " on (start it: bmsql agent)";
    }
}
