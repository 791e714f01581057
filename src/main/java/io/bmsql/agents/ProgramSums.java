package io.bmsql.agents;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.dialect.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Which program this is: its version and a short checksum of its code.
 *
 * @param sql of each text of the dialect that a run uses, by its name
 */
record ProgramSums(String version, String code, SortedMap<String, String> sql) {
    private static final int SHOWN_DIGITS = 12;

    static ProgramSums of(Dialect dialect) throws UsageException {
        return new ProgramSums(ProgramContext.version(), sum(program()), sums(dialect));
    }

    /** Where the program's own code is: a jar, or a folder of classes. */
    static Path program() {
        try {
            return Path.of(ProgramSums.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of the program is unknown", e);
        }
    }

    static SortedMap<String, String> sums(Dialect dialect) throws UsageException {
        SortedMap<String, String> sums = dialect.textsOfRun();
        sums.replaceAll((name, text) -> DigestUtils.sha256Hex(text).substring(0, SHOWN_DIGITS));
        return sums;
    }

    /** Sums names and contents in the order of the names, so that the same files have the same sum in any place. */
    private static String sum(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            MessageDigest digest = DigestUtils.getSha256Digest();
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                digest.update(root.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(file));
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, SHOWN_DIGITS);
        } catch (IOException e) {
            throw new UncheckedIOException("the program's own files cannot be read", e);
        }
    }

    /** Refuses to work for a coordinator of another version. */
    static void requireVersion(ProgramSums coordinator) throws UsageException {
        String own = ProgramContext.version();
        if (!own.equals(coordinator.version)) {
            throw different("is bmsql " + own + ", and the coordinator is bmsql " + coordinator.version);
        }
    }

    /** Refuses to work for a coordinator that is another program or would send other SQL. */
    void require(ProgramSums coordinator) throws UsageException {
        if (!code.equals(coordinator.code)) {
            throw different("has a bmsql.jar with the checksum " + code + ", and the coordinator's has "
                    + coordinator.code + ", although both say version " + version);
        }
        SortedSet<String> names = new TreeSet<>(sql.keySet());
        names.addAll(coordinator.sql.keySet());
        names.removeIf(name -> Objects.equals(sql.get(name), coordinator.sql.get(name)));
        if (!names.isEmpty()) {
            String more = names.size() == 1 ? "" : " and " + (names.size() - 1) + " more";
            throw different("has other SQL folders than the coordinator, which differ in " + names.first() + more);
        }
    }

    private static UsageException different(String how) {
        return new UsageException("this agent " + how + ": use the same program on all hosts");
    }
}
