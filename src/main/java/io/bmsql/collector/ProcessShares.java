package io.bmsql.collector;

import io.bmsql.collector.HostSample.HostFacts;
import io.bmsql.result.CollectorCsv;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whose processes used a host's processors. Several servers of one kind may run there, each a process with its children: the one that listens on
 * the run's port is the run's. Where that is not seen it is the one that works; where more than one works, nobody knows which.
 *
 * @param before what each process had done since it began, a sample earlier
 * @param allTicks of all processors between the samples
 */
record ProcessShares(
        Map<HostSample.Process, HostSample.Work> before,
        Map<HostSample.Process, HostSample.Work> after,
        double allTicks,
        HostFacts facts) {
    /** Servers that use less of all processors do their own housekeeping: no sentence speaks of others' work below that. */
    private static final double IDLE_SHARE = 0.03;

    /** Shares of all processors by the columns of the host's file; NaN for what is not known. */
    Map<String, Double> byOwner() {
        Map<String, Double> shares = new LinkedHashMap<>();
        shares.put(CollectorCsv.CPU_SERVER, 0.0);
        shares.put(CollectorCsv.CPU_LOAD_GENERATOR, 0.0);
        shares.put(CollectorCsv.CPU_OTHERS, 0.0);
        Map<String, String> parents = facts.server().parents(after);
        Map<String, Double> servers = new HashMap<>();
        after.forEach((process, work) -> {
            if (facts.server().hasWhole(process.name())) {
                servers.put(ServerProcesses.topmost(process.number(), parents), 0.0);
            }
        });
        after.forEach((process, work) -> {
            double used = used(process, work);
            String server =
                    parents.containsKey(process.number()) ? ServerProcesses.topmost(process.number(), parents) : "";
            if (servers.containsKey(server)) {
                servers.merge(server, used, Double::sum);
            } else if (!server.isEmpty()) {
                shares.merge(CollectorCsv.CPU_SERVER, used, Double::sum);
            } else {
                boolean isGenerator = facts.generators().contains(process.number());
                shares.merge(
                        isGenerator ? CollectorCsv.CPU_LOAD_GENERATOR : CollectorCsv.CPU_OTHERS, used, Double::sum);
            }
        });
        double sum = servers.values().stream().mapToDouble(used -> used).sum();
        Optional<Double> listening = ServerProcesses.listening(facts.listeners(), parents)
                .filter(servers::containsKey)
                .map(servers::get);
        double own = listening.orElseGet(
                () -> servers.values().stream().mapToDouble(used -> used).max().orElse(0));
        // What a server is made of besides may belong to any of several.
        double ofAny = servers.size() > 1 ? shares.get(CollectorCsv.CPU_SERVER) : 0;
        double unknown = (listening.isPresent() ? 0 : sum - own) + ofAny < IDLE_SHARE ? 0 : Double.NaN;
        shares.merge(CollectorCsv.CPU_SERVER, own + unknown, Double::sum);
        shares.merge(CollectorCsv.CPU_OTHERS, sum - own + unknown, Double::sum);
        return shares;
    }

    /** One that is new began since the sample before. */
    private double used(HostSample.Process process, HostSample.Work now) {
        long began = before.getOrDefault(process, HostSample.Work.NONE).ticks();
        return Math.max(0, now.ticks() - began) / allTicks;
    }
}
