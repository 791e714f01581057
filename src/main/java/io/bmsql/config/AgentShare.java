package io.bmsql.config;

import io.bmsql.common.UsageException;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;

/**
 * The part of one agent in a run that several of them make together. What can be counted is dealt out in contiguous
 * pieces, as evenly as it goes; the pieces of all agents add up to the whole exactly.
 *
 * @param number of the agent, 1 to {@code agents}
 * @param group the same for all agents of a run, and different for each run: up to 16 letters and digits; empty for a program
 *     that is alone
 */
public record AgentShare(int number, int agents, String group) {
    /** A run of one program: it does everything. */
    public static final AgentShare WHOLE = new AgentShare(1, 1, "");

    private static final String SUFFIX = "_agent";

    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9]{1,16}");

    public AgentShare {
        if (number < 1 || number > agents) {
            throw new IllegalArgumentException("agent " + number + " of " + agents + " cannot be");
        }
        if (agents > 1 && !GROUP.matcher(group).matches()) {
            throw new IllegalArgumentException(
                    "a group of agents needs 1 to 16 letters and digits, not `" + group + "`");
        }
    }

    public boolean isWhole() {
        return agents == 1;
    }

    /** The name of this agent's result directory. Several agents and their coordinator may be on one host. */
    public String directory(String name) {
        return equals(WHOLE) ? name : name + SUFFIX + number;
    }

    /** The name of the run behind that of any of its agents' directories. */
    public static String runOf(String directory) {
        return directory.replaceFirst(SUFFIX + "\\d+$", "");
    }

    /** The agent that does what only one of them may do, such as watching the host of the database. */
    public boolean isFirst() {
        return number == 1;
    }

    /** How many of so many things are this agent's; the first agents get one more where it does not divide. */
    public int of(int all) {
        return all / agents + (number <= all % agents ? 1 : 0);
    }

    /** How many of so many things are those of the agents before this one, so its own first one, counted from 0. */
    public int before(int all) {
        return (number - 1) * (all / agents) + Math.min(number - 1, all % agents);
    }

    /** This agent's part of a rate that all terminals have together, by its number of terminals; 0 stays 0. */
    public int ofRate(int perMinute, int terminals) {
        long rate = perMinute;
        int before = before(terminals);
        return (int) (rate * (before + of(terminals)) / terminals - rate * before / terminals);
    }

    /** This agent's part of a profile. The text stays that of the whole. */
    public LoadProfile of(LoadProfile profile, int terminals) {
        if (isWhole()) {
            return profile;
        }
        DoubleUnaryOperator own = profile.unit() == LoadProfile.Unit.TERMINALS
                ? level -> of((int) level)
                : level -> level * of(terminals) / terminals;
        return new LoadProfile(
                profile.text(),
                profile.unit(),
                profile.steps().stream()
                        .map(step -> new LoadProfile.Step(
                                step.fromNanos(),
                                step.untilNanos(),
                                own.applyAsDouble(step.from()),
                                own.applyAsDouble(step.to())))
                        .toList());
    }

    /**
     * Refuses a run that has not something to do for each agent; all agents of a run decide alike.
     *
     * @param terminals of all agents together, as the connections
     * @param perMinute the rate of all terminals, 0 for none
     */
    public void require(int terminals, int connections, int perMinute) throws UsageException {
        require("terminals", terminals, terminals >= agents, agents);
        require("sutThreads", connections, connections >= agents, agents);
        long leastTerminals = terminals / agents;
        boolean allSend = perMinute == 0 || perMinute * leastTerminals >= terminals;
        require("the rate a minute", perMinute, allSend, Math.floorDiv(terminals - 1, leastTerminals) + 1);
    }

    private void require(String what, int is, boolean isEnough, long least) throws UsageException {
        if (!isEnough) {
            throw new UsageException(what + " is " + is + ", too few for " + agents + " agents: set " + what
                    + " to at least " + least + ", or use fewer agents");
        }
    }
}
