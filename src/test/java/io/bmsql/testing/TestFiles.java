package io.bmsql.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Looks into folders and files of a test, and what it takes from the machine. */
public final class TestFiles {
    /** The result directory of a run on PostgreSQL, with all of its files. */
    public static final Path RECORDED = Path.of("src/test/resources/recorded-result");

    private static final BitSet GIVEN = new BitSet();

    private TestFiles() {}

    /** Writes a new file in the place of an old one: ext4 waits for the disk when a file is emptied and written again. */
    public static Path replace(Path file, byte[] content) throws IOException {
        Files.deleteIfExists(file);
        return Files.write(file, content);
    }

    /** What a folder holds, sorted. */
    public static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    /** The names of what a folder holds, sorted. */
    public static List<String> names(Path folder) throws IOException {
        return in(folder).stream().map(path -> path.getFileName().toString()).toList();
    }

    /** All files below a folder, sorted. */
    public static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    public static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    /** Changes a file that holds an object of JSON. */
    public static void changeJson(Path file, Consumer<ObjectNode> change) throws IOException {
        ObjectNode json = (ObjectNode) json(file);
        change.accept(json);
        replace(file, new ObjectMapper().writeValueAsBytes(json));
    }

    /** No file below the folder may hold the text, but those of the test's own. */
    public static void assertNowhere(String text, Path folder, Predicate<Path> own) throws IOException {
        for (Path file : below(folder)) {
            assertThat(own.test(file)
                            || !Files.readString(file, StandardCharsets.ISO_8859_1)
                                    .contains(text))
                    .as("%s is not in %s", text, file)
                    .isTrue();
        }
    }

    /** A copy of a directory, owners and modes kept, in a place where nothing is yet. */
    public static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.toAbsolutePath().getParent());
        if (command("cp", "-a", from.toString(), to.toString()) != 0) {
            throw new IOException("cannot copy " + from + " to " + to);
        }
    }

    /** Runs a command to its end and gives its exit status; what it prints goes where the tests' own goes. */
    public static int command(String... words) throws IOException {
        try {
            return new ProcessBuilder(words).inheritIO().start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** A port of the loopback address that nobody listens on. */
    public static int freePort() throws IOException {
        return freePorts(1);
    }

    /**
     * The first of so many free ports in a row, below those that Linux gives to outgoing connections: none of them can take it. None is
     * given to another test of this JVM, which may not listen on its own yet: agents on one another's ports would find each other.
     */
    public static synchronized int freePorts(int count) throws IOException {
        while (true) {
            int first = ThreadLocalRandom.current().nextInt(10_000, 32_000);
            int free = 0;
            while (free < count && !GIVEN.get(first + free) && isFree(first + free)) {
                free++;
            }
            if (free == count) {
                GIVEN.set(first, first + count);
                return first;
            }
        }
    }

    /** True while nobody listens on this port of the loopback address. */
    public static boolean isFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException taken) {
            return false;
        }
    }

    /** The bytes of each file of a folder whose name matches. */
    public static List<byte[]> contents(Path folder, String name) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        for (Path file : in(folder)) {
            if (Files.isRegularFile(file) && file.getFileName().toString().matches(name)) {
                contents.add(Files.readAllBytes(file));
            }
        }
        return contents;
    }
}
