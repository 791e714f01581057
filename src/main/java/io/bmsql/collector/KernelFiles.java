package io.bmsql.collector;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What Linux shows of a host below {@code /proc} and {@code /sys}. */
public interface KernelFiles {
    /** The lines of a file such as {@code proc/stat}; none where the kernel has no such file or does not show it. */
    List<String> lines(String file);

    /** The first lines of one file in each folder whose name fits, such as {@code cpu[0-9]*}. */
    List<String> each(String folder, String names, String file);

    static KernelFiles ofThisHost() {
        return new Folder(Path.of("/"));
    }

    /** The first line of a file. */
    default Optional<String> line(String file) {
        return lines(file).stream().findFirst();
    }

    /** The first {@code name : value} line of a file, blanks made single. */
    default Optional<String> field(String file, String name) {
        return lines(file).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip().replaceAll(" +", " "))
                .findFirst();
    }

    /** The number at the beginning of such a line, such as the kB of {@code MemTotal}. */
    default Optional<Long> number(String file, String name) {
        return field(file, name)
                .map(value -> value.split(" ", 2)[0])
                .filter(word -> word.matches("\\d{1,18}"))
                .map(Long::valueOf);
    }

    /** Where it does not show them, one. */
    default int processors() {
        return Math.max(
                1,
                each("sys/devices/system/cpu", "cpu[0-9]*", "topology/core_id").size());
    }

    /** The kernel's way to list CPUs, {@code 0-3,8,10-11}; parts that are not numbers or ranges are left out. */
    static Set<Integer> cpuNumbers(String list) {
        // More than any kernel allows: a longer list is damaged text.
        int mostCpus = 1 << 16;
        Set<Integer> cpus = new TreeSet<>();
        for (String part : list.split(",", -1)) {
            if (part.matches("\\d{1,6}(-\\d{1,6})?")) {
                String[] ends = part.split("-", -1);
                int last = Math.min(Integer.parseInt(ends[ends.length - 1]), mostCpus);
                for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
                    cpus.add(cpu);
                }
            }
        }
        return cpus;
    }

    /** Files as they are now, of this host or of a folder with copies of such files. */
    record Folder(Path root) implements KernelFiles {
        @Override
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

        @Override
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

    /** What was copied of another host: lines by names such as {@code proc/stat}. */
    record Copies(Map<String, List<String>> files) implements KernelFiles {
        @Override
        public List<String> lines(String file) {
            return files.getOrDefault(file, List.of());
        }

        @Override
        public List<String> each(String folder, String names, String file) {
            Pattern fits = Pattern.compile(folder + "/" + names.replace("*", "[^/]*") + "/" + file);
            return files.entrySet().stream()
                    .filter(copy -> fits.matcher(copy.getKey()).matches())
                    .flatMap(copy -> copy.getValue().stream().limit(1))
                    .toList();
        }
    }
}
