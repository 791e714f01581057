package io.bmsql.check;

import io.bmsql.check.LedgerFindings.Rule;
import io.bmsql.config.AgentShare;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.result.LedgerHeader.RunMark;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the ledgers at hand cover, and what follows from that for a verification.
 *
 * <pre>
 * ledgers                       lost commits   phantoms and sums
 * ----------------------------  -------------  -------------------------------------------------------
 * complete, no later runs       found          found
 * complete, later runs          found          phantoms below the last known order; sums: not too small
 * cut off or incomplete         found          sums: not too small
 * </pre>
 */
final class Coverage {
    private final List<LedgerFile> files;
    private final NavigableMap<Integer, Baseline.Warehouse> warehouses = new TreeMap<>();
    private final Map<Long, DistrictState> districts = new TreeMap<>();
    private final List<String> sentences = new ArrayList<>();
    private boolean incomplete;
    private boolean laterRuns;

    Coverage(List<LedgerFile> files) {
        this.files = files;
        for (LedgerFile file : files) {
            file.header()
                    .baseline()
                    .warehouses()
                    .forEach(warehouse -> warehouses.putIfAbsent(warehouse.id(), warehouse));
        }
        warehouses.forEach((id, warehouse) -> warehouse
                .districts()
                .forEach(
                        district -> districts.put(RunStart.place(id, district.id()), new DistrictState(id, district))));
        lookForAgents();
    }

    /** Only the ledgers of all agents of a run distinguish what one of them did from unexplained rows. */
    private void lookForAgents() {
        Map<String, Integer> agents = new TreeMap<>();
        Map<String, Set<Integer>> given = new TreeMap<>();
        for (LedgerFile file : files) {
            AgentShare share = file.header().runMark().share();
            agents.put(share.group(), share.agents());
            given.computeIfAbsent(share.group(), group -> new TreeSet<>()).add(share.number());
        }
        agents.forEach((group, all) -> {
            String missing = IntStream.rangeClosed(1, all)
                    .filter(number -> !given.getOrDefault(group, Set.of()).contains(number))
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(", "));
            if (!missing.isEmpty()) {
                incomplete = true;
                sentences.add(
                        "Of the " + all + " agents of a run, ledgers are missing (agent " + missing
                                + "): give all result directories, or their rows cannot be distinguished from unexplained rows");
            }
        });
    }

    void ended(LedgerFile file, @Nullable String why) {
        if (why != null) {
            incomplete = true;
            sentences.add(file.path() + ": " + why);
        }
    }

    void marks(List<RunMark> now, LedgerFindings findings) {
        Set<String> known = new LinkedHashSet<>();
        Map<String, LedgerFile> lastOfName = new LinkedHashMap<>();
        for (LedgerFile file : files) {
            file.header().earlierMarks().forEach(mark -> known.add(mark.value()));
            known.add(file.header().runMark().value());
            lastOfName.put(file.header().runMark().name(), file);
        }
        Map<String, String> current = new HashMap<>();
        now.forEach(mark -> current.put(mark.name(), mark.value()));
        laterRuns = now.stream().anyMatch(mark -> !known.contains(mark.value()));
        if (laterRuns) {
            sentences.add("Other runs used this database later: give their result directories too, or their rows"
                    + " cannot be distinguished from unexplained rows");
        }
        lastOfName.forEach((name, file) -> {
            String value = current.get(name);
            findings.checked(Rule.RUN, 1);
            if (value == null
                    || known.contains(value)
                            && !value.equals(file.header().runMark().value())) {
                findings.violated(
                        Rule.RUN,
                        "bmsql_config does not hold the mark of run "
                                + file.header().runId() + " ("
                                + file.header().runMark().value() + ") but " + (value == null ? "none" : value)
                                + ": the database was restored to an older state, or was built again");
            }
        });
    }

    /** False when the database may have rows that the ledgers miss or that others wrote. */
    boolean canTellAll() {
        return !incomplete && !laterRuns;
    }

    boolean canTellBetween() {
        return !incomplete;
    }

    List<String> sentences() {
        return List.copyOf(sentences);
    }

    /** The warehouses that the ledgers cover, by their numbers in order, as they were before the first run. */
    NavigableMap<Integer, Baseline.Warehouse> warehouses() {
        return warehouses;
    }

    Collection<DistrictState> districts() {
        return districts.values();
    }

    /** Null for a district that no ledger covers. */
    @Nullable
    DistrictState state(int warehouse, int district) {
        return districts.get(RunStart.place(warehouse, district));
    }

    List<LedgerFile> files() {
        return files;
    }

    /** The least of what the headers say. */
    long least(ToLongFunction<LedgerHeader> value) {
        return files.stream().map(LedgerFile::header).mapToLong(value).min().orElse(0);
    }
}
