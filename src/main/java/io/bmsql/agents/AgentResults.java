package io.bmsql.agents;

import io.bmsql.config.AgentShare;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.SummaryJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The directories of the agents of one run, as their own files describe them: for a run whose coordinator was lost.
 *
 * @param group what all agents of the run call it
 * @param agents one for each planned agent, by number; without a directory where none was given
 */
public record AgentResults(String group, List<AgentResult> agents) {
    /** Where an agent's program runs may differ; what it does may not. */
    private static final Set<String> OF_ONE_HOST = Set.of("resultDirectory", "livePort");

    private static final String UNKNOWN_HOST = "host not known";

    /**
     * Reads what the directories say of themselves.
     *
     * @param directories of agents; or one with {@code agents/} in it, in which a coordinator kept their copies
     * @throws ResultReadException when they are not parts of one run, saying which one is not and why
     */
    public static AgentResults of(List<Path> directories) {
        Map<Integer, AgentResult> found = new TreeMap<>();
        Path firstDirectory = null;
        RunFacts first = null;
        AgentFacts group = null;
        for (Path directory : directories.stream().flatMap(AgentResults::expand).toList()) {
            RunFacts facts =
                    SummaryJson.read(ResultDirectory.open(directory).summary()).run();
            AgentFacts own = facts.size().agents();
            if (own == null || own.number() == AgentFacts.ALL) {
                throw new ResultReadException(directory
                        + (own == null
                                ? " is a run of one load generator: there is nothing to merge it with"
                                : " is the result of all agents already: nothing is left to merge"));
            }
            if (first == null || firstDirectory == null || group == null) {
                firstDirectory = directory;
                first = facts;
                group = own;
            }
            requireSameRun(group, own, firstDirectory, directory);
            requireSameSettings(first, facts, firstDirectory, directory);
            AgentResult other = found.put(own.number(), agent(directory, facts, own));
            if (other != null) {
                throw new ResultReadException(other.directory() + " and " + directory + " are both of agent "
                        + own.number() + ": give one of them");
            }
        }
        if (group == null) {
            throw new ResultReadException("No directory of an agent was given");
        }
        return new AgentResults(
                group.id(),
                IntStream.rangeClosed(1, group.planned())
                        .mapToObj(number ->
                                found.getOrDefault(number, new AgentResult(number, UNKNOWN_HOST, null, null, null)))
                        .toList());
    }

    private static AgentResult agent(Path directory, RunFacts facts, AgentFacts group) {
        return group.members().stream()
                .filter(agent -> agent.number() == group.number())
                .findFirst()
                .map(self -> new AgentResult(group.number(), self.host(), directory, self.clock(), self.lost()))
                .orElseGet(() -> new AgentResult(
                        group.number(), facts.environment().getOrDefault("host", UNKNOWN_HOST), directory, null, null));
    }

    /** The agents' directories that a coordinator kept, or the directory itself. */
    private static Stream<Path> expand(Path directory) {
        Path agents = ResultDirectory.agentsOf(directory);
        if (!Files.isDirectory(agents) || Files.exists(directory.resolve(ResultDirectory.SUMMARY))) {
            return Stream.of(directory);
        }
        return ResultDirectory.list(agents).stream().filter(Files::isDirectory);
    }

    private static void requireSameRun(AgentFacts first, AgentFacts other, Path firstDirectory, Path directory) {
        if (!first.id().equals(other.id())) {
            throw new ResultReadException(directory + " is of another run (" + other.id() + ") than " + firstDirectory
                    + " (" + first.id() + "): give the directories of one run");
        }
        if (other.number() < 1 || other.number() > first.planned()) {
            throw new ResultReadException(directory + " is of agent " + other.number() + ", but the run had "
                    + first.planned() + ": its summary.json was changed");
        }
    }

    private static void requireSameSettings(RunFacts first, RunFacts other, Path firstDirectory, Path directory) {
        Map<String, String> settings = new TreeMap<>();
        first.settings().forEach(setting -> settings.put(setting.key(), setting.value()));
        settings.keySet().removeAll(OF_ONE_HOST);
        for (EffectiveSetting setting : other.settings()) {
            String before = settings.get(setting.key());
            if (before != null && !before.equals(setting.value())) {
                throw new ResultReadException(directory + " ran with " + setting.key() + "=" + setting.value() + " and "
                        + firstDirectory + " with " + setting.key() + "=" + before
                        + ": they are not parts of one run");
            }
        }
        String version = first.setup().toolVersion();
        if (!version.equals(other.setup().toolVersion())) {
            throw new ResultReadException(directory + " was written by version "
                    + other.setup().toolVersion() + " of the program and " + firstDirectory + " by " + version
                    + ": they are not parts of one run");
        }
    }

    /** Where the answer goes by default: where a coordinator began it, or beside the first agent's directory. */
    public Path usualPlace() {
        Path first = agents.stream()
                .flatMap(agent -> Stream.ofNullable(agent.directory()))
                .findFirst()
                .orElseThrow()
                .toAbsolutePath()
                .normalize();
        Path above = first.getParent();
        Path run = above == null ? null : above.getParent();
        if (run != null && ResultDirectory.agentsOf(run).equals(above)) {
            return run;
        }
        return first.resolveSibling(AgentShare.runOf(first.getFileName().toString()) + "_merged");
    }
}
