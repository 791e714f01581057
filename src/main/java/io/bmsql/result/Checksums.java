package io.bmsql.result;

import io.bmsql.common.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * {@code checksums.txt}: the SHA-256 of every file that a run left, written at its end, in the form that {@code sha256sum -c} reads.
 * Files that later commands write, such as the report, are not in it.
 */
public final class Checksums {
    public static final String NAME = "checksums.txt";

    /** What {@link #findings} says of a directory without the file. */
    public static final String MISSING =
            NAME + " is missing: the run was made by an older version, or somebody removed it";

    /** Later commands write these: a signature, the report, a comparison with a repeat, the ACID tests, a second look at the ledger. */
    private static final Pattern LATER = Pattern.compile(
            "(report|compare)\\.(html|md|json)|junit\\.xml|\\w+_violations\\.txt|data/(tx_summary\\.csv|cpu_summary\\.csv|acid\\.json)"
                    + "|(.*/)?\\.[^/]*|.*\\.new|" + Pattern.quote(NAME) + "(\\.sig)?");

    private static final Pattern LINE = Pattern.compile("[0-9a-f]{64}  .+");

    private static final int SUM_DIGITS = 64;

    private static final int SHORT_DIGITS = 12;

    private Checksums() {}

    /** Writes the file; throws {@link ResultWriteException} when that is impossible. */
    public static void write(ResultDirectory directory) {
        StringBuilder lines = new StringBuilder();
        of(directory).forEach((name, sum) -> lines.append(sum + "  " + name + "\n"));
        FileReplacer.replace(directory.root().resolve(NAME), lines.toString(), "the checksums", "");
    }

    /** A short sum of texts by their names, the same wherever they lie. */
    public static String ofTexts(SortedMap<String, String> texts) {
        StringBuilder all = new StringBuilder();
        texts.forEach((name, text) -> all.append(name).append('\0').append(text).append('\0'));
        return DigestUtils.sha256Hex(all.toString()).substring(0, SHORT_DIGITS);
    }

    public static Map<String, String> of(ResultDirectory directory) {
        Map<String, String> sums = new TreeMap<>();
        for (Path path : files(directory)) {
            String name = name(directory, path);
            if (!LATER.matcher(name).matches() && Files.isRegularFile(path)) {
                sums.put(name, sha256(path));
            }
        }
        return sums;
    }

    /** What no run leaves among the files of a directory, a sentence each: links, which may lead to anything, pipes and devices. */
    public static List<String> strangers(ResultDirectory directory) {
        return files(directory).stream()
                .filter(path -> !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                .map(path -> name(directory, path)
                        + (Files.isSymbolicLink(path) ? " is a link to another file" : " is a pipe or a device")
                        + ": put the file itself there")
                .toList();
    }

    /** What is not as the run left it, a sentence each: changed, missing and further files, or no checksums at all. */
    public static List<String> findings(ResultDirectory directory) {
        Path list = directory.root().resolve(NAME);
        if (!Files.isRegularFile(list)) {
            return List.of(MISSING);
        }
        Set<String> findings = new LinkedHashSet<>();
        Map<String, String> now = of(directory);
        Map<String, String> then = read(list, strange -> findings.add(NAME + " holds a line that is no checksum"));
        then.forEach((name, sum) -> {
            String found = now.remove(name);
            if (!sum.equals(found)) {
                findings.add(
                        name + (found == null ? " is missing" : " was changed after the run: its checksum differs"));
            }
        });
        now.keySet().forEach(name -> findings.add(name + " is not of the run: it was put there later"));
        return List.copyOf(findings);
    }

    /** What the checksums say of a file. */
    public enum Standing {
        AS_LEFT,
        CHANGED,
        /** There are none, or none of this file. */
        UNKNOWN
    }

    /** Says it of one file that is there; others, which may be large, are not read. */
    public static Standing standing(ResultDirectory directory, Path path) {
        Path list = directory.root().resolve(NAME);
        String then = Files.isRegularFile(list) ? read(list, strange -> {}).get(name(directory, path)) : null;
        return then == null ? Standing.UNKNOWN : then.equals(sha256(path)) ? Standing.AS_LEFT : Standing.CHANGED;
    }

    private static Map<String, String> read(Path list, Consumer<String> strange) {
        Map<String, String> sums = new TreeMap<>();
        new String(ResultFile.bytes(list), StandardCharsets.UTF_8).lines().forEach(line -> {
            if (LINE.matcher(line).matches()) {
                sums.put(line.substring(SUM_DIGITS + 2), line.substring(0, SUM_DIGITS));
            } else {
                strange.accept(line);
            }
        });
        return sums;
    }

    private static String sha256(Path path) {
        try (InputStream in = ResultFile.open(path)) {
            return DigestUtils.sha256Hex(in);
        } catch (IOException e) {
            throw ResultReadException.unreadable(path, e);
        }
    }

    private static String name(ResultDirectory directory, Path path) {
        return directory.root().relativize(path).toString().replace('\\', '/');
    }

    private static List<Path> files(ResultDirectory directory) {
        Path root = directory.root();
        try {
            // The directory itself may have been given by a link.
            Path real = root.toRealPath();
            try (Stream<Path> all = Files.walk(real)) {
                return all.filter(path -> !path.equals(real) && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                        .map(path -> root.resolve(real.relativize(path)))
                        .toList();
            }
        } catch (IOException e) {
            throw new ResultReadException("Cannot list " + root + " (" + IoReason.of(e, root) + ")", e);
        } catch (UncheckedIOException e) {
            throw new ResultReadException("Cannot list " + root + " (" + e.getMessage() + ")", e);
        }
    }
}
