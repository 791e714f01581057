package io.bmsql.study;

import io.bmsql.common.IoReason;
import io.bmsql.common.UsageException;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The directory of a study that is being made, and its {@code study.json}, which is on disk after every change. A lock on a file
 * keeps other programs away; it goes when the process does, however that ends.
 */
public final class StudyJournal implements AutoCloseable {
    private static final String LOCK = "study.lock";

    /** For runs that were begun and will be repeated. */
    private static final String CUT_SHORT = "cut_short";

    private final Path directory;
    private final FileChannel lock;
    private volatile StudyFile study;

    private StudyJournal(Path directory, FileChannel lock, StudyFile study) {
        this.directory = directory;
        this.lock = lock;
        this.study = study;
    }

    /** True when a study was begun in this directory. */
    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(StudyFile.NAME));
    }

    /** Begins a study in a directory that is not there yet. */
    static StudyJournal begin(Path directory, StudyFile study) throws UsageException {
        requireNew(directory);
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UsageException(
                    "Cannot make the directory " + directory + " (" + IoReason.of(e, directory)
                            + "): give --out another",
                    e);
        }
        StudyJournal journal = new StudyJournal(directory, locked(directory), study);
        if (isIn(directory)) {
            journal.close();
            throw inUse(directory);
        }
        try {
            study.write(journal.file());
            return journal;
        } catch (ResultWriteException e) {
            // Nothing is left where not even the plan could be written.
            try (journal) {
                journal.takeBackUnused();
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    /** Refuses a directory that is there already, or looks like a pattern of a date, which a run would fill in. */
    static void requireNew(Path directory) throws UsageException {
        boolean exists = Files.exists(directory);
        UsageException.throwIf(
                exists || directory.toString().contains("%t"),
                directory + (exists ? " exists already" : " looks like a date pattern") + ": give --out another name");
    }

    void requireSame(StudyFile asked) throws UsageException {
        List<String> changes = SweepPlan.changes(study, asked);
        UsageException.throwIf(
                !changes.isEmpty(),
                directory + " holds a study of other settings, and a study cannot change on its way: "
                        + String.join("; ", changes) + ". Put them back, or give --out another name");
    }

    static StudyJournal resume(Path directory) throws UsageException {
        UsageException.throwIf(
                !isIn(directory),
                directory + " is not the directory of a study: there is no " + StudyFile.NAME + " in it");
        FileChannel lock = locked(directory);
        try {
            return new StudyJournal(directory, lock, StudyFile.read(directory.resolve(StudyFile.NAME)));
        } catch (RuntimeException e) {
            close(directory, lock);
            throw e;
        }
    }

    private static FileChannel locked(Path directory) throws UsageException {
        try {
            FileChannel channel =
                    FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (channel.tryLock() != null) {
                    return channel;
                }
            } catch (OverlappingFileLockException thisProgramHasIt) {
                // As when another one has it.
            }
            channel.close();
            throw inUse(directory);
        } catch (IOException e) {
            throw new UsageException("Cannot lock " + directory.resolve(LOCK) + " (" + e.getMessage() + ")", e);
        }
    }

    private static UsageException inUse(Path directory) {
        return new UsageException(
                "Another program is at work on the study in " + directory + ": wait until it has ended");
    }

    public Path directory() {
        return directory;
    }

    public StudyFile study() {
        return study;
    }

    public RunSummary summary(Run run) {
        return SummaryJson.read(ResultDirectory.open(place(run)).summary());
    }

    Path place(Run run) {
        return directory.resolve(run.directory());
    }

    private Path file() {
        return directory.resolve(StudyFile.NAME);
    }

    /** Plans what was under way or failed again; a search decides by itself what to try again. */
    void planAgain() throws IOException {
        if (study.kind() == StudyFile.Kind.AB) {
            dropHalfPair();
            return;
        }
        change(old -> old.withRuns(old.runs().stream()
                .map(run -> run.state() == State.DONE
                                || run.state() == State.PLANNED
                                || run.state() == State.FAILED && old.search() != null
                        ? run
                        : run.in(State.PLANNED, 0, 0, run.state() == State.RUNNING ? "was cut short" : run.note()))
                .toList()));
    }

    /** Runs of a pair share the machine's speed of their time: half a pair of an earlier start is repeated. */
    private void dropHalfPair() throws IOException {
        List<Run> all = study.runs();
        int last = all.isEmpty() ? 0 : all.get(all.size() - 1).block();
        List<Run> half = all.stream().filter(run -> run.block() == last).toList();
        if (half.size() < 2 || half.stream().anyMatch(run -> run.state() != State.DONE)) {
            for (Run run : half) {
                setAside(run);
            }
            change(old -> old.withRuns(all.subList(0, all.size() - half.size())));
        }
    }

    /** Changes the study; it is on disk when this returns. */
    synchronized void change(UnaryOperator<StudyFile> change) {
        StudyFile changed = change.apply(study);
        if (!changed.equals(study)) {
            changed.write(file());
            study = changed;
        }
    }

    void note(Run run) {
        change(old -> old.with(run));
    }

    /** Moves what an earlier try of this run left out of its way. */
    void setAside(Run run) throws IOException {
        Path place = place(run);
        if (!Files.exists(place)) {
            return;
        }
        Path aside = Files.createDirectories(directory.resolve(CUT_SHORT));
        int copy = 1;
        while (Files.exists(aside.resolve(place.getFileName() + "_" + copy))) {
            copy++;
        }
        Files.move(place, aside.resolve(place.getFileName() + "_" + copy));
    }

    /** Removes a study whose first run could not even be begun. */
    void takeBackUnused() throws IOException {
        if (study.runs().stream().noneMatch(run -> Files.exists(place(run)))) {
            Files.deleteIfExists(file());
            Files.deleteIfExists(directory.resolve(LOCK));
            String[] left = directory.toFile().list();
            if (left != null && left.length == 0) {
                Files.delete(directory);
            }
        }
    }

    @Override
    public void close() {
        close(directory, lock);
    }

    private static void close(Path directory, FileChannel lock) {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot give back the lock of " + directory, e);
        }
    }
}
