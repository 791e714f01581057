package io.bmsql.agents;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jgroups.Address;

/** Which agents said that they are there, and who is still missing. One thread. */
final class AgentRegistry {
    private final int wanted;
    private final List<String> hosts;
    private final Map<Address, AgentMessage.Pong> there = new HashMap<>();

    /** @param hosts one for each agent, or none when any host will do */
    AgentRegistry(int wanted, List<String> hosts) {
        this.wanted = wanted;
        this.hosts = hosts;
    }

    /** True when this one is new. */
    boolean add(Address agent, AgentMessage.Pong pong) {
        return there.put(agent, pong) == null;
    }

    void keep(Set<Address> present) {
        there.keySet().retainAll(present);
    }

    String host(Address agent) {
        AgentMessage.Pong pong = there.get(agent);
        return pong == null ? agent.toString() : pong.host();
    }

    /** Free agents, in the order of the hosts or of their names; fewer than wanted while some are missing. */
    List<Address> chosen() {
        List<Address> free = there.entrySet().stream()
                .filter(entry -> entry.getValue().busyWith() == null)
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(Address::toString).thenComparing(Comparator.naturalOrder()))
                .collect(Collectors.toCollection(ArrayList::new));
        if (hosts.isEmpty()) {
            return free.subList(0, Math.min(wanted, free.size()));
        }
        List<Address> chosen = new ArrayList<>();
        for (String host : hosts) {
            free.stream().filter(agent -> isOn(host, agent)).findFirst().ifPresent(agent -> {
                chosen.add(agent);
                free.remove(agent);
            });
        }
        return chosen;
    }

    private boolean isOn(String host, Address agent) {
        AgentMessage.Pong pong = there.get(agent);
        String name = host.replaceFirst(":\\d+$", "");
        return pong != null && (pong.host().equals(name) || digits(pong.bind()).equals(digits(name)));
    }

    /** The address as digits, so that two names of one host are the same; the name itself when it is not known. */
    private static String digits(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            return host;
        }
    }

    /** Who is missing, for a message. */
    String missing() {
        List<Address> chosen = chosen();
        List<String> absent = new ArrayList<>(hosts);
        for (Address agent : chosen) {
            absent.stream().filter(host -> isOn(host, agent)).findFirst().ifPresent(absent::remove);
        }
        String busy = there.entrySet().stream()
                .filter(entry -> entry.getValue().busyWith() != null)
                .map(entry -> entry.getKey() + " does another run")
                .sorted()
                .collect(Collectors.joining(", "));
        return chosen.size() + " of " + wanted + " agents are there"
                + (absent.isEmpty() ? "" : "; missing: " + String.join(", ", absent))
                + (busy.isEmpty() ? "" : "; " + busy);
    }
}
