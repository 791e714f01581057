package io.bmsql.db;

import io.bmsql.common.NearestWord;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretText;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.CannotConnectException.DriverMissing;
import io.bmsql.db.CannotConnectException.WrongSettings;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds JDBC drivers: first in the jars of {@code lib/<db>/}, of the databases that it extends, and of {@code lib/}, so
 * that a jar that the user puts there wins, then in the class path. Threads: immutable.
 */
public record DriverFolders(List<Path> roots) {
    /** Those of the working directory, the program and the user. */
    public static DriverFolders of(ProgramContext program) {
        return new DriverFolders(Stream.concat(
                        Stream.of(program.workingDirectory(), program.programRoot()), program.userFolder().stream())
                .distinct()
                .toList());
    }

    /** Makes the driver of a connection and asks it whether it takes the URL; connects to nothing. */
    public Driver driver(ConnectionConfig connection, Dialect dialect) throws CannotConnectException {
        return driver(PropertyKey.CONN, connection, dialect);
    }

    /** The same for a URL that stands in another setting. */
    public Driver driver(PropertyKey key, ConnectionConfig connection, Dialect dialect) throws CannotConnectException {
        String conn = "=" + SecretText.hideIn(connection.url()) + ": ";
        if (!connection.url().startsWith("jdbc:")) {
            throw new WrongSettings(
                    key.key(),
                    conn + "this is no URL of JDBC; write one like "
                            + dialect.properties().urlExample());
        }
        Dialect other = dialect.ofUrl(connection.url());
        if (!dialect.isRelatedTo(other)) {
            throw new WrongSettings(
                    key.key(),
                    conn + "db=" + dialect.name() + " is not for such a URL; write db="
                            + other.name() + ", or a URL like "
                            + dialect.properties().urlExample());
        }
        String className = connection.driver() == null || connection.driver().isBlank()
                ? dialect.properties().driver(connection.url())
                : connection.driver().strip();
        if (className.isEmpty()) {
            throw new WrongSettings("no driver= in the props file, and sql." + dialect.name()
                    + "/dialect.properties names none; add one of the two");
        }
        boolean isItsOwn = className.equals(dialect.properties().driver());
        Driver driver;
        try {
            driver = load(className, dialect.chain(), isItsOwn ? fetching(dialect) : "");
        } catch (DriverMissing e) {
            Stream<String> known = dialect.folders().dialects().stream()
                    .map(each -> each.properties().driver())
                    .distinct();
            String question = isItsOwn ? "" : NearestWord.question(className, known);
            throw new DriverMissing(e.getMessage() + question, e);
        }
        boolean isAccepted;
        try {
            isAccepted = driver.acceptsURL(connection.url());
        } catch (SQLException e) {
            isAccepted = false;
        }
        if (!isAccepted) {
            throw new WrongSettings(
                    key.key(),
                    conn + "the driver " + className + " does not take such a URL; write one like "
                            + dialect.properties().urlExample() + ", or correct db= or driver=");
        }
        String refusal = dialect.properties().refusal(connection.url());
        if (!refusal.isEmpty()) {
            throw new WrongSettings(key.key(), conn + refusal);
        }
        return driver;
    }

    /** How to fetch the driver that the folder names, and what it needs: a line for a shell. */
    private static String fetching(Dialect dialect) {
        return dialect.properties().driverMaven().stream()
                .map(jar -> "mvn dependency:copy -Dartifact=" + jar + " -DoutputDirectory=lib/" + dialect.name())
                .collect(Collectors.joining(" && "))
                .transform(line -> line.isEmpty() ? "" : " (" + line + ")");
    }

    /**
     * Makes a driver; the chain is the database word and those that it extends, each for its {@code lib/<db>/}.
     *
     * @param advice how to get it when it is missing
     */
    Driver load(String className, List<String> chain, String advice) throws CannotConnectException {
        try {
            Class<?> type = Class.forName(className, true, loader(chain));
            return (Driver) type.getDeclaredConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            throw new DriverMissing(
                    "the JDBC driver class " + className + " is not in any jar; put the driver's jar into "
                            + folders(chain).stream().map(Path::toString).collect(Collectors.joining(" or "))
                            + advice + ", or correct driver= in the props file",
                    e);
        } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
            throw new WrongSettings(
                    "the class " + className + " cannot be used as a JDBC driver (" + e
                            + "); correct driver= in the props file or put another jar into lib/",
                    e);
        }
    }

    /** The jar that has a driver class, which is not loaded; nothing when there is none. */
    public Optional<Path> find(String className, List<String> chain) {
        URL place = loader(chain).getResource(className.replace('.', '/') + ".class");
        return place == null
                ? Optional.empty()
                : Optional.of(Path.of(
                        URI.create(place.toString().replaceFirst("^jar:", "").split("!/", 2)[0])));
    }

    private ClassLoader loader(List<String> chain) {
        List<URL> jars = jars(chain);
        ClassLoader own = DriverFolders.class.getClassLoader();
        // The loader lives as long as the driver's classes: as long as the program.
        return jars.isEmpty() ? own : jarsFirst(jars, own);
    }

    /** Looks into the jars before it asks the program's class path, except for the JDK's own classes. */
    private static ClassLoader jarsFirst(List<URL> jars, ClassLoader program) {
        return new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()) {
            @Override
            public @Nullable URL findResource(String name) {
                URL inJars = super.findResource(name);
                return inJars == null ? program.getResource(name) : inJars;
            }

            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                try {
                    return super.findClass(name);
                } catch (ClassNotFoundException notInJars) {
                    return program.loadClass(name);
                }
            }
        };
    }

    private Set<Path> folders(List<String> chain) {
        Set<Path> folders = new LinkedHashSet<>();
        for (String db : chain) {
            if (!db.equals(DialectFolders.COMMON)) {
                roots.forEach(
                        root -> folders.add(root.resolve("lib").resolve(db).normalize()));
            }
        }
        for (Path root : roots) {
            folders.add(root.resolve("lib").normalize());
        }
        return folders;
    }

    private List<URL> jars(List<String> chain) {
        Set<String> onClassPath = onClassPath();
        List<URL> jars = new ArrayList<>();
        for (Path folder : folders(chain)) {
            try (Stream<Path> entries = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
                for (Path jar : entries.sorted().toList()) {
                    // The target of a link may be gone.
                    if (jar.toString().endsWith(".jar")
                            && Files.isRegularFile(jar)
                            && !onClassPath.contains(jar.toRealPath().toString())) {
                        jars.add(jar.toUri().toURL());
                    }
                }
            } catch (IOException e) {
                throw new IllegalStateException("cannot read the driver folder " + folder, e);
            }
        }
        return jars;
    }

    /** Jars of the class path must not be loaded a second time: their classes would not fit the program's own. */
    private static Set<String> onClassPath() {
        Set<String> known = new HashSet<>();
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
            try {
                known.add(Path.of(entry).toRealPath().toString());
            } catch (IOException e) {
                known.add(entry);
            }
        }
        return known;
    }
}
