package io.bmsql.drivers;

import io.bmsql.db.ProgramContext;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.spec.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/** Which program this is: its version, and short checksums of its code and of the SQL folders that a run uses. */
record ProgramSums(String version, String code, String sql) {
    private static final int SHOWN_DIGITS = 12;

    static ProgramSums of(Dialect dialect) {
        try {
            Path program = Path.of(ProgramSums.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return new ProgramSums(ProgramContext.version(), sum(List.of(program)), sum(folders(dialect)));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the program does not know where it lies", e);
        }
    }

    private static List<Path> folders(Dialect dialect) {
        return dialect.chain().stream()
                .flatMap(name -> dialect.folders().roots().stream()
                        .map(root -> root.resolve("sql." + (name.isEmpty() ? DialectFolders.COMMON : name))))
                .filter(Files::isDirectory)
                .toList();
    }

    /** Of names and contents, in the order of the names, so that the same files have the same sum wherever they lie. */
    private static String sum(List<Path> roots) {
        try {
            MessageDigest digest = DigestUtils.getSha256Digest();
            for (Path root : roots) {
                try (Stream<Path> files = Files.walk(root)) {
                    for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                        digest.update(root.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                        digest.update(Files.readAllBytes(file));
                    }
                }
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, SHOWN_DIGITS);
        } catch (IOException e) {
            throw new UncheckedIOException("the program's own files cannot be read", e);
        }
    }

    /** Refuses to work for a coordinator of another version. */
    static void requireVersion(ProgramSums coordinator) throws RefusedException {
        String own = ProgramContext.version();
        if (!own.equals(coordinator.version)) {
            throw different("is bmsql " + own + ", and the coordinator is bmsql " + coordinator.version);
        }
    }

    /** Refuses to work for a coordinator that is another program or has other SQL folders. */
    void require(ProgramSums coordinator) throws RefusedException {
        if (!code.equals(coordinator.code)) {
            throw different("has a bmsql.jar with the checksum " + code + ", and the coordinator's has "
                    + coordinator.code + ", although both say version " + version);
        }
        if (!sql.equals(coordinator.sql)) {
            throw different(
                    "has SQL folders with the checksum " + sql + ", and the coordinator's have " + coordinator.sql);
        }
    }

    private static RefusedException different(String how) {
        return new RefusedException("this agent " + how + ": use the same program on all hosts");
    }
}
