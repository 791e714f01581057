package io.bmsql.collector;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What Linux shows of this host below {@code /proc} and {@code /sys}; a folder with copies of them is another host. */
public record KernelFiles(Path root) {
    public static KernelFiles ofThisHost() {
        return new KernelFiles(Path.of("/"));
    }

    /** The lines of a file such as {@code proc/stat}; none where the kernel has no such file or does not show it. */
    public List<String> lines(String file) {
        return lines(root.resolve(file));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException notShown) {
            return List.of();
        }
    }

    /** The first line of a file. */
    public Optional<String> line(String file) {
        return lines(file).stream().findFirst();
    }

    /** The first {@code name : value} line of a file, blanks made single. */
    public Optional<String> field(String file, String name) {
        return lines(file).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip().replaceAll(" +", " "))
                .findFirst();
    }

    /** The number at the beginning of such a line, such as the kB of {@code MemTotal}. */
    public Optional<Long> number(String file, String name) {
        return field(file, name)
                .map(value -> value.split(" ", 2)[0])
                .filter(word -> word.matches("\\d{1,18}"))
                .map(Long::valueOf);
    }

    /** The first lines of one file in each folder whose name fits, such as {@code cpu[0-9]*}. */
    public List<String> each(String folder, String names, String file) {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(root.resolve(folder), names)) {
            folders.forEach(
                    each -> lines(each.resolve(file)).stream().findFirst().ifPresent(found::add));
        } catch (IOException notShown) {
            return List.of();
        }
        return found;
    }
}
