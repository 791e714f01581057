package io.bmsql.agents;

import io.bmsql.common.IoReason;
import io.bmsql.config.AgentShare;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AgentFacts.Driver;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Setting;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The directories of the drivers of one run, as their own files describe them: for a run whose coordinator was lost.
 *
 * @param group what all drivers of the run call it
 * @param parts one for each planned driver, by number; without a directory where none was given
 */
public record Parts(String group, List<Part> parts) {
    /** Where a driver's program runs may differ; what it does may not. */
    private static final Set<String> OF_ONE_HOST = Set.of("resultDirectory", "livePort");

    private static final String UNKNOWN_HOST = "host not known";

    /** One given directory with what its summary says. */
    private record Given(Path directory, RunFacts facts, AgentFacts group) {
        static Given of(Path directory) {
            ResultDirectory results = ResultDirectory.open(directory);
            RunFacts facts = SummaryJson.read(results.summary()).run();
            AgentFacts group = facts.size().drivers();
            if (group == null) {
                throw new ResultReadException(
                        directory + " is a run of one load generator: there is nothing to merge it with");
            }
            if (group.number() == AgentFacts.ALL) {
                throw new ResultReadException(
                        directory + " is the result of all agents already: nothing is left to merge");
            }
            return new Given(directory, facts, group);
        }

        Part part() {
            Driver self = group.members().stream()
                    .filter(driver -> driver.number() == group.number())
                    .findFirst()
                    .orElse(null);
            return self == null
                    ? new Part(
                            group.number(),
                            facts.environment().getOrDefault("host", UNKNOWN_HOST),
                            directory,
                            null,
                            null)
                    : new Part(group.number(), self.host(), directory, self.clock(), self.lost());
        }
    }

    /**
     * Reads what the directories say of themselves.
     *
     * @param directories of drivers; or one with {@code drivers/} in it, in which a coordinator kept their copies
     * @throws ResultReadException when they are not parts of one run, saying which one is not and why
     */
    public static Parts of(List<Path> directories) {
        Map<Integer, Given> found = new TreeMap<>();
        Given first = null;
        for (Path directory : directories.stream().flatMap(Parts::expand).toList()) {
            Given given = Given.of(directory);
            first = first == null ? given : first;
            requireSameRun(first, given);
            Given other = found.put(given.group.number(), given);
            if (other != null) {
                throw new ResultReadException(other.directory + " and " + directory + " are both of driver "
                        + given.group.number() + ": give one of them");
            }
        }
        if (first == null) {
            throw new ResultReadException("No directory of an agent was given");
        }
        List<Part> parts = new ArrayList<>();
        for (int number = 1; number <= first.group.planned(); number++) {
            Given given = found.get(number);
            parts.add(given == null ? new Part(number, UNKNOWN_HOST, null, null, null) : given.part());
        }
        return new Parts(first.group.id(), List.copyOf(parts));
    }

    /** The drivers' directories that a coordinator kept, or the directory itself. */
    private static Stream<Path> expand(Path directory) {
        Path drivers = ResultDirectory.driversOf(directory);
        if (!Files.isDirectory(drivers) || Files.exists(directory.resolve(ResultDirectory.SUMMARY))) {
            return Stream.of(directory);
        }
        try (Stream<Path> kept = Files.list(drivers)) {
            return kept.filter(Files::isDirectory).sorted().toList().stream();
        } catch (IOException e) {
            throw new ResultReadException("Cannot list " + drivers + " (" + IoReason.of(e) + ")", e);
        }
    }

    private static void requireSameRun(Given first, Given other) {
        if (!first.group.id().equals(other.group.id())) {
            throw new ResultReadException(other.directory + " is of another run (" + other.group.id() + ") than "
                    + first.directory + " (" + first.group.id() + "): give the directories of one run");
        }
        if (other.group.number() < 1 || other.group.number() > first.group.planned()) {
            throw new ResultReadException(other.directory + " is of driver " + other.group.number()
                    + ", but the run had " + first.group.planned() + ": its summary.json was changed");
        }
        Map<String, String> settings = new TreeMap<>();
        first.facts.settings().forEach(setting -> settings.put(setting.key(), setting.value()));
        settings.keySet().removeAll(OF_ONE_HOST);
        for (Setting setting : other.facts.settings()) {
            String before = settings.get(setting.key());
            if (before != null && !before.equals(setting.value())) {
                throw new ResultReadException(
                        other.directory + " ran with " + setting.key() + "=" + setting.value() + " and "
                                + first.directory + " with " + setting.key() + "=" + before
                                + ": they are not parts of one run");
            }
        }
        String version = first.facts.setup().toolVersion();
        if (!version.equals(other.facts.setup().toolVersion())) {
            throw new ResultReadException(other.directory + " was written by version "
                    + other.facts.setup().toolVersion() + " of the program and " + first.directory + " by " + version
                    + ": they are not parts of one run");
        }
    }

    /** Where the answer goes when nobody says: where a coordinator began it, or beside the first driver's directory. */
    public Path usualPlace() {
        Path first = parts.stream()
                .flatMap(part -> Stream.ofNullable(part.directory()))
                .findFirst()
                .orElseThrow()
                .toAbsolutePath()
                .normalize();
        Path above = first.getParent();
        Path run = above == null ? null : above.getParent();
        if (run != null && ResultDirectory.driversOf(run).equals(above)) {
            return run;
        }
        return first.resolveSibling(AgentShare.runOf(first.getFileName().toString()) + "_merged");
    }
}
