package io.bmsql.config;

import io.bmsql.common.UsageException;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;

/**
 * Is one agent's part of a run, in contiguous pieces as even as can be, which add up to the whole.
 *
 * @param number of the agent, 1 to {@code agents}
 * @param group different for each run: up to 16 letters and digits; empty for a program that is alone
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

    /** Names this agent's result directory: several agents and their coordinator may be on one host. */
    public String directory(String name) {
        return equals(WHOLE) ? name : name + SUFFIX + number;
    }

    public static String runOf(String directory) {
        return directory.replaceFirst(SUFFIX + "\\d+$", "");
    }

    public boolean isFirst() {
        return number == 1;
    }

    public int of(int all) {
        return all / agents + (number <= all % agents ? 1 : 0);
    }

    /** Gives how many of so many things are those of the agents before this one. */
    public int before(int all) {
        return (number - 1) * (all / agents) + Math.min(number - 1, all % agents);
    }

    /** This agent's part of a rate that all terminals have together, by its number of terminals; 0 stays 0. */
    public int ofRate(int perMinute, int terminals) {
        long rate = perMinute;
        int before = before(terminals);
        return (int) (rate * (before + of(terminals)) / terminals - rate * before / terminals);
    }

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

    /** Refuses a run that has not something to do for each agent; a rate of 0 is none. */
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
