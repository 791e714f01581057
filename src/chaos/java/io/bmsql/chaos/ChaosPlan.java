package io.bmsql.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Steps without end, drawn from a seed: the same seed gives the same steps, whatever became of those before. Every kind of fault
 * leads one step before any leads a second one.
 */
final class ChaosPlan {
    /** What is done to a run, or to a build; those from RUN_SIGNAL on end a run before its time. */
    enum Fault {
        SESSIONS("sessions ended on the server"),
        SERVER_KILL("server killed (SIGKILL) and restarted"),
        SERVER_STOP("server shut down and restarted"),
        PROCESS_KILL("one process of the server killed (SIGKILL)"),
        SERVER_PAUSE("server stopped (SIGSTOP) and continued"),
        DISK_FULL("the server's disk full, then freed"),
        LINK_STALL("link stalled"),
        LINK_STALL_RESET("link stalled, then reset"),
        LINK_RESET("link reset"),
        LINK_SLOW("link slow"),
        CLOCK("clock of the load generator stepped"),
        AGENT_PAUSE("agent stopped (SIGSTOP) and continued"),
        AGENT_KILL("agent killed (SIGKILL)"),
        RUN_SIGNAL("run ended by a signal"),
        RUN_KILL("program killed (SIGKILL)"),
        SERVER_AWAY("server killed, away for longer than maxOutageSecs"),
        BUILD("build broken off and resumed");

        final String text;

        Fault(String text) {
            this.text = text;
        }
    }

    /** Those that may come beside another one. */
    private static final List<Fault> OF_RUN = List.of(Fault.values()).subList(0, Fault.CLOCK.ordinal());

    private static final List<Fault> OF_BUILD =
            List.of(Fault.RUN_KILL, Fault.SERVER_KILL, Fault.DISK_FULL, Fault.LINK_RESET, Fault.SESSIONS);
    private static final List<String> FORMS =
            List.of("batchStatements=false", "batchStatements=true", "useStoredProcedures=true");

    /**
     * A fault and its measure.
     *
     * @param afterSeconds since the one before, or since the first commit
     * @param amount how often, how many or how much, as the fault needs it: 1 to 6
     */
    record Act(Fault fault, double afterSeconds, double seconds, int amount) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "after %.1f s %s, %.1f s, %d", afterSeconds, fault.text, seconds, amount);
        }
    }

    /**
     * A run, or a build, and what is done to it, in order.
     *
     * @param lead the fault that this step is about
     * @param form the setting that says how statements are sent
     * @param otherDriver takes the second JDBC driver of the database, where there are two
     * @param agents 0 for a run without
     * @param linkMillis what the link takes each way
     */
    record Step(
            int number,
            Fault lead,
            List<Act> acts,
            String form,
            boolean otherDriver,
            int terminals,
            int agents,
            int linkMillis) {
        boolean has(Fault fault) {
            return acts.stream().anyMatch(act -> act.fault == fault);
        }

        double seconds() {
            return acts.stream()
                    .mapToDouble(act -> act.afterSeconds + act.seconds)
                    .sum();
        }

        /** True when an agent is missing at the end: killed, or silent for longer than the eight seconds after which it is lost. */
        boolean losesAgent() {
            return has(Fault.AGENT_KILL)
                    || acts.stream().anyMatch(act -> act.fault == Fault.AGENT_PAUSE && act.seconds > 8);
        }

        /** The exit statuses of the run that are documented for this. */
        Set<Integer> statuses() {
            return switch (lead) {
                case RUN_KILL -> Set.of(137);
                case RUN_SIGNAL -> Set.of(130, 143);
                case SERVER_AWAY -> Set.of(5);
                // On a full disk more than 1% of the transactions may fail.
                default -> losesAgent() ? Set.of(5) : has(Fault.DISK_FULL) ? Set.of(0, 5) : Set.of(0);
            };
        }

        String what() {
            String program = lead == Fault.BUILD
                    ? "a build"
                    : "a run, " + terminals + " terminals, " + form + (agents > 0 ? ", " + agents + " agents" : "");
            return program + ", link " + linkMillis + " ms: "
                    + acts.stream().map(Act::toString).collect(Collectors.joining("; "));
        }
    }

    private final Random random;
    private final List<Fault> round = new ArrayList<>();
    private int number;

    ChaosPlan(long seed) {
        this.random = new Random(seed);
    }

    Step next() {
        if (round.isEmpty()) {
            round.addAll(List.of(Fault.values()));
            Collections.shuffle(round, random);
        }
        Fault lead = round.remove(round.size() - 1);
        boolean build = lead == Fault.BUILD;
        List<Act> acts = new ArrayList<>();
        int most = lead == Fault.SERVER_AWAY ? 1 : 3;
        for (int more = random.nextInt(most) + (build ? 1 : 0); more > 0; more--) {
            List<Fault> others = build ? OF_BUILD : OF_RUN;
            acts.add(act(others.get(random.nextInt(others.size()))));
        }
        if (!build) {
            // What ends a run comes last.
            acts.add(lead.compareTo(Fault.RUN_SIGNAL) >= 0 ? acts.size() : 0, act(lead));
        }
        String form = FORMS.get(random.nextInt(FORMS.size()));
        int some = random.nextInt(5) == 0 && !build ? 2 : 0;
        int agents = lead == Fault.AGENT_KILL || lead == Fault.AGENT_PAUSE ? 3 : some;
        return new Step(
                ++number,
                lead,
                List.copyOf(acts),
                form,
                random.nextBoolean(),
                6 + random.nextInt(25),
                agents,
                random.nextInt(3));
    }

    private Act act(Fault fault) {
        double after = 0.5 + random.nextInt(50) / 10.0;
        double seconds = 0.2 + random.nextInt(60) / 10.0;
        int amount = 1 + random.nextInt(6);
        return switch (fault) {
            // One that nobody needs to notice, or one that everybody does.
            case AGENT_PAUSE -> new Act(fault, after, amount % 2 == 0 ? 3 : 14, 1);
            case SERVER_AWAY -> new Act(fault, after, 8, 1);
            default -> new Act(fault, after, seconds, amount);
        };
    }
}
