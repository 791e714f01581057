package io.bmsql.testing;

import io.bmsql.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The classes of the packed program in a file beside its jar. A child that maps them spends a third less of the processor: most of
 * a short life is loading classes. Tests on a folder of classes have no such file, since the JVM keeps classes of jars only.
 */
public final class KeptClasses {
    private static final Path JAR = Path.of("target/bmsql.jar").toAbsolutePath();
    private static final Path FILE = JAR.resolveSibling("bmsql.jsa");

    /** As {@code run/bmsql} gives it: the classes of another class path would not be mapped. */
    static final String CLASS_PATH = JAR + ":" + JAR.resolveSibling("lib") + "/*";

    private KeptClasses() {}

    /** Whether the tests run on the packed program. */
    public static boolean ofThePackedProgram() {
        return Main.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath()
                .equals(JAR.toString());
    }

    /** Options for a JVM that is to map them; none before a child has kept those of this jar. */
    public static List<String> options() throws IOException {
        boolean kept = ofThePackedProgram()
                && Files.exists(FILE)
                && Files.getLastModifiedTime(FILE).compareTo(Files.getLastModifiedTime(JAR)) > 0;
        return kept ? List.of("-XX:SharedArchiveFile=" + FILE, "-Xlog:disable") : List.of();
    }

    /** Options for a JVM that is to keep its classes in that file. */
    static List<String> keepingIn(Path file) {
        return List.of("-XX:ArchiveClassesAtExit=" + file, "-Xlog:disable");
    }

    /** From now on all children map the classes of this file. */
    static void use(Path kept) throws IOException {
        Files.move(kept, FILE, StandardCopyOption.ATOMIC_MOVE);
    }
}
