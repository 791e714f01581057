package io.bmsql.agents;

import io.bmsql.agents.GroupChannel.Member;
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
    private final Map<Member, AgentMessage.Here> there = new HashMap<>();

    /** @param hosts one for each driver, or none when any host will do */
    AgentRegistry(int wanted, List<String> hosts) {
        this.wanted = wanted;
        this.hosts = hosts;
    }

    /** True when this one is new. */
    boolean add(Member member, AgentMessage.Here here) {
        return there.put(member, here) == null;
    }

    void keep(Set<Address> present) {
        there.keySet().removeIf(member -> !present.contains(member.address()));
    }

    String host(Member member) {
        AgentMessage.Here here = there.get(member);
        return here == null ? member.name() : here.host();
    }

    /** Free agents, in the order of the hosts or of their names; fewer than wanted while some are missing. */
    List<Member> chosen() {
        List<Member> free = there.entrySet().stream()
                .filter(entry -> entry.getValue().busyWith() == null)
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(Member::name).thenComparing(Member::address))
                .collect(Collectors.toCollection(ArrayList::new));
        if (hosts.isEmpty()) {
            return free.subList(0, Math.min(wanted, free.size()));
        }
        List<Member> chosen = new ArrayList<>();
        for (String host : hosts) {
            free.stream().filter(member -> isOn(host, member)).findFirst().ifPresent(member -> {
                chosen.add(member);
                free.remove(member);
            });
        }
        return chosen;
    }

    private boolean isOn(String host, Member member) {
        AgentMessage.Here here = there.get(member);
        String name = host.replaceFirst(":\\d+$", "");
        return here != null
                && (here.host().equals(name) || Hosts.digits(here.bind()).equals(Hosts.digits(name)));
    }

    /** Who is missing, for a message. */
    String missing() {
        List<Member> chosen = chosen();
        List<String> absent = new ArrayList<>(hosts);
        for (Member member : chosen) {
            absent.stream().filter(host -> isOn(host, member)).findFirst().ifPresent(absent::remove);
        }
        String busy = there.entrySet().stream()
                .filter(entry -> entry.getValue().busyWith() != null)
                .map(entry -> entry.getKey().name() + " does another run")
                .sorted()
                .collect(Collectors.joining(", "));
        return chosen.size() + " of " + wanted + " agents are there"
                + (absent.isEmpty() ? "" : "; missing: " + String.join(", ", absent))
                + (busy.isEmpty() ? "" : "; " + busy);
    }
}
