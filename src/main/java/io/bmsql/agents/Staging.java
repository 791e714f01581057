package io.bmsql.agents;

import io.bmsql.common.IoReason;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The directory beside its place in which an answer is made; a killed merge leaves it behind, and the next one removes it. */
final class Staging implements AutoCloseable {
    private final Path place;
    private final ResultDirectory made;

    private Staging(Path place, ResultDirectory made) {
        this.place = place;
        this.made = made;
    }

    /** Refuses a place where a result is already. */
    static Staging beside(Path into) {
        Path place = into.toAbsolutePath().normalize();
        for (String name : List.of(ResultDirectory.SUMMARY, "data")) {
            if (Files.exists(place.resolve(name))) {
                throw new ResultDirectory.PlaceException(
                        place + " has a " + name + " already and is never overwritten: give another place with --into",
                        null);
            }
        }
        Path beside = place.resolveSibling(place.getFileName() + ".merging");
        remove(beside);
        return new Staging(place, ResultDirectory.create(beside));
    }

    ResultDirectory directory() {
        return made;
    }

    /** Copies a driver's directory below {@code drivers/}, unless it lies there already. */
    void keep(Part part, Path directory) {
        String name = ResultDirectory.driverName(part.number(), part.host());
        Path from = directory.toAbsolutePath().normalize();
        if (from.startsWith(ResultDirectory.driversOf(place))) {
            return;
        }
        Path to = made.drivers().resolve(name);
        try (Stream<Path> files = Files.walk(from)) {
            Files.createDirectories(made.drivers());
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new ResultWriteException("Cannot copy " + from + " to " + to + " (" + IoReason.of(e) + ")", e);
        }
    }

    /** Moves everything to its place, the summary last. */
    ResultDirectory finish() {
        Path root = made.root();
        try {
            if (!Files.exists(place)) {
                Files.move(root, place, StandardCopyOption.ATOMIC_MOVE);
                return ResultDirectory.open(place);
            }
            if (Files.isDirectory(made.drivers())) {
                Files.createDirectories(ResultDirectory.driversOf(place));
                moveAll(made.drivers(), ResultDirectory.driversOf(place));
            }
            moveAll(root, place);
            return ResultDirectory.open(place);
        } catch (IOException e) {
            throw new ResultWriteException("Cannot move " + root + " to " + place + " (" + IoReason.of(e) + ")", e);
        }
    }

    private static void moveAll(Path from, Path to) throws IOException {
        List<Path> entries;
        try (Stream<Path> found = Files.list(from)) {
            entries = found.sorted(Comparator.comparing(path -> path.endsWith(ResultDirectory.SUMMARY)))
                    .toList();
        }
        for (Path entry : entries) {
            Path target = to.resolve(entry.getFileName());
            if (Files.isDirectory(entry) && Files.isDirectory(target)) {
                continue;
            }
            Files.move(entry, target, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Takes away what was not moved. */
    @Override
    public void close() {
        remove(made.root());
    }

    private static void remove(Path root) {
        if (Files.exists(root)) {
            ResultDirectory.removeAll(root);
        }
    }
}
