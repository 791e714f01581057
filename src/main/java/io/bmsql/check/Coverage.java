package io.bmsql.check;

import io.bmsql.check.LedgerFindings.Rule;
import io.bmsql.common.NumberText;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.result.Checksums;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.result.LedgerHeader.RunMark;
import io.bmsql.schema.DataState;
import io.bmsql.schema.RunTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
    private boolean isCut;
    private boolean isPartial;
    private boolean besides;
    private boolean laterRuns;

    Coverage(List<LedgerFile> files) {
        this.files = files;
        for (LedgerFile file : files) {
            file.header()
                    .baseline()
                    .warehouses()
                    .forEach(warehouse -> warehouses.merge(
                            warehouse.id(), warehouse, (one, other) -> age(one) <= age(other) ? one : other));
        }
        warehouses.forEach((id, warehouse) -> warehouse
                .districts()
                .forEach(
                        district -> districts.put(RunStart.place(id, district.id()), new DistrictState(id, district))));
        lookForAgents();
    }

    /** The first run first, as far as the rows say it, else the clocks. */
    static List<LedgerFile> inOrder(List<LedgerFile> files) {
        List<LedgerFile> left = new ArrayList<>(files);
        left.sort(Comparator.comparingLong(file -> file.header().startEpochMillis()));
        List<LedgerFile> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            LedgerFile next = left.stream()
                    .filter(file -> left.stream().noneMatch(other -> isBefore(other.header(), file.header())))
                    .findFirst()
                    .orElse(left.get(0));
            left.remove(next);
            ordered.add(next);
        }
        return ordered;
    }

    /** Who saw the mark of another came after it; between runs that did not see each other the rows of common warehouses say it. */
    private static boolean isBefore(LedgerHeader one, LedgerHeader other) {
        if (one.earlierMarks().contains(other.runMark())) {
            return false;
        }
        return other.earlierMarks().contains(one.runMark())
                || one.baseline().warehouses().stream()
                                .flatMapToLong(warehouse -> other.baseline().warehouses().stream()
                                        .filter(same -> same.id() == warehouse.id())
                                        .mapToLong(same -> age(warehouse) - age(same)))
                                .sum()
                        < 0;
    }

    /** Grows with each change: the clocks of the programs need not agree on which run was the first. */
    private static long age(Baseline.Warehouse warehouse) {
        return warehouse.ytdCents()
                + warehouse.districts().stream()
                        .mapToLong(district -> (long) district.nextOrderId() + district.oldestOpenOrderId())
                        .sum();
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
                isPartial = true;
                sentences.add(
                        "Of the " + all + " agents of a run, ledgers are missing (agent " + missing
                                + "): give all result directories, or their rows cannot be distinguished from unexplained rows");
            }
        });
    }

    /** @param committed transactions that were read in it */
    void ended(LedgerFile file, @Nullable String why, long committed) {
        boolean isPart = why != null && committed < file.committed();
        boolean isChanged = file.standing() != Checksums.Standing.AS_LEFT;
        if (isChanged || isPart) {
            isCut = true;
            sentences.add(file.path()
                    + (!isPart && file.standing() == Checksums.Standing.UNKNOWN
                            ? ": whether it was cut or changed after the run is not known, since " + Checksums.NAME
                                    + " is missing or does not list it"
                            : ": it was cut or changed after the run"
                                    + (file.standing() == Checksums.Standing.CHANGED ? ", says " + Checksums.NAME : ""))
                    + "; read were "
                    + (why == null ? "" : "the first ") + NumberText.count(committed)
                    + (isPart ? " of " + NumberText.count(file.committed()) : "") + " committed");
        } else if (why != null) {
            sentences.add(file.path() + ": " + why);
        }
        isPartial |= why != null || isChanged;
        incomplete |= isPartial;
    }

    /** Not all that the runs of these ledgers did is in them. */
    boolean isPartial() {
        return isPartial;
    }

    /** A ledger was cut or changed after its run, or may have been: what is not in it any more cannot be judged. */
    boolean isCut() {
        return isCut;
    }

    /** Refuses where the database says itself that its rows were made anew after one of the runs: nothing can be compared then. */
    void requireRowsOfRuns(Map<String, String> config) throws UsageException {
        // A run whose mark is there saw those of runs before it: whatever the clocks say, nothing was made anew in
        // between.
        Set<String> marked = new HashSet<>(config.values());
        for (int grown = 0; grown < marked.size(); ) {
            grown = marked.size();
            files.stream()
                    .map(LedgerFile::header)
                    .filter(header -> marked.contains(header.runMark().value()))
                    .toList()
                    .forEach(header -> header.earlierMarks().forEach(mark -> marked.add(mark.value())));
        }
        for (LedgerFile file : files) {
            LedgerHeader header = file.header();
            String anew = DataState.madeAnew(config, header.startEpochMillis());
            UsageException.throwIf(
                    anew != null && !marked.contains(header.runMark().value()),
                    "the ledger " + file.path() + " cannot be compared with this database: " + anew + ", after run "
                            + header.runId()
                            + " began, so nothing of what that run did is in it (unless the clock of one of both hosts was behind)");
        }
    }

    void marks(List<RunMark> now, LedgerFindings findings) {
        Map<String, String> current = new HashMap<>();
        now.forEach(mark -> current.put(mark.name(), mark.value()));
        Set<String> known = new HashSet<>();
        Set<RunMark> replaced = new HashSet<>();
        Map<String, LedgerHeader> ofName = new TreeMap<>();
        for (LedgerFile file : files) {
            LedgerHeader header = file.header();
            known.add(header.runMark().value());
            header.earlierMarks().forEach(mark -> known.add(mark.value()));
            header.earlierMarks().stream()
                    .filter(mark -> mark.name().equals(header.runMark().name()))
                    .forEach(replaced::add);
            ofName.merge(
                    header.runMark().name(), header, (one, other) -> replaced.contains(other.runMark()) ? one : other);
        }
        laterRuns = !known.containsAll(current.values());
        if (laterRuns) {
            others("later");
        }
        if (IntStream.range(1, files.size()).anyMatch(this::isAfterAnother)) {
            incomplete = true;
            others("between these");
        }
        ofName.forEach((name, header) -> {
            String value = current.get(name);
            findings.checked(Rule.RUN, 1);
            if (value == null || replaced.contains(new RunMark(name, value))) {
                findings.violated(
                        Rule.RUN,
                        "bmsql_config does not hold the mark of run " + header.runId() + " ("
                                + header.runMark().value() + ") but " + (value == null ? "that of no run" : value)
                                + ": the database was restored to an older state, or was built again");
            }
        });
    }

    /** What a run that worked at the same time, or was killed and may have, did is in no ledger. */
    void besides(List<RunTime> runs) {
        besides = !runs.isEmpty();
    }

    /** By which the runs of the ledgers are known. */
    Set<String> ids() {
        return files.stream().map(file -> file.header().runMark().id()).collect(Collectors.toSet());
    }

    /** There is more than the ledgers know. */
    void sayBesides() {
        if (besides) {
            others("at the same time, or were killed");
        }
    }

    private void others(String when) {
        sentences.add(
                "Other runs used this database " + when + ": give their result directories too, or their rows cannot"
                        + " be distinguished from unexplained rows");
    }

    /** True when a run whose ledger is missing came between an earlier ledger and this one, on warehouses of the earlier one. */
    private boolean isAfterAnother(int later) {
        Set<RunMark> given = files.stream().map(file -> file.header().runMark()).collect(Collectors.toSet());
        return files.stream()
                .limit(later)
                .map(LedgerFile::header)
                .anyMatch(earlier -> files.get(later).header().earlierMarks().stream()
                        .anyMatch(mark -> !given.contains(mark)
                                && !earlier.earlierMarks().contains(mark)
                                && mark.touches(earlier.firstWarehouse(), earlier.lastWarehouse())));
    }

    /**
     * The baseline whose mark and date select the rows of the history that these runs made, and no older ones: it was found when a run
     * began, and no other run found one that selects more. Null where nothing does.
     */
    @Nullable
    Baseline history() {
        List<Baseline> all =
                files.stream().map(file -> file.header().baseline()).toList();
        Baseline widest = all.stream()
                .filter(Baseline::isHistoryKnown)
                .min(Comparator.comparingLong(Baseline::historySince).thenComparingLong(Baseline::historyMark))
                .orElse(null);
        return widest != null && all.stream().allMatch(widest::selectsHistoryOf) ? widest : null;
    }

    /** False when the database may have rows that the ledgers miss or that others wrote. */
    boolean canTellAll() {
        return canTellBetween() && !laterRuns;
    }

    boolean canTellBetween() {
        return !incomplete && !besides;
    }

    void say(String sentence) {
        sentences.add(sentence);
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
}
