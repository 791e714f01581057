package io.bmsql.dialect;

import io.bmsql.common.NearestWord;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.common.UserText;
import io.bmsql.config.Layout;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where {@code sql.<db>} folders are looked for. For each folder of a dialect's chain (the database, its parents, common)
 * every root is asked in turn: the user's working directory first, then the program's own. A script is taken whole from
 * the first place that has it; statements and properties are laid over each other, so that a user's file need hold only
 * what differs. Threads: immutable.
 */
public record DialectFolders(List<Path> roots) {
    public static final String COMMON = "common";

    private static final String PREFIX = "sql.";
    private static final String PROPERTIES = "dialect.properties";
    private static final String STATEMENTS = "statements.sql";

    public static DialectFolders of(ProgramContext program) {
        return of(program.workingDirectory(), program.programRoot());
    }

    /**
     * Working and program directory. The jar's copy serves only where the program directory has no {@code sql.common},
     * so that a file renamed away there stays away.
     */
    public static DialectFolders of(Path workingDirectory, Path programDirectory) {
        List<Path> roots = new ArrayList<>(List.of(workingDirectory));
        if (Files.isDirectory(programDirectory.resolve(PREFIX + COMMON))) {
            if (!programDirectory.equals(workingDirectory)) {
                roots.add(programDirectory);
            }
        } else {
            bundled("/dialects/sql.common/statements.sql").ifPresent(roots::add);
        }
        return new DialectFolders(roots);
    }

    /** The folder that the jar (or the class directory) carries, by a file in a folder of it. */
    public static Optional<Path> bundled(String file) {
        URL marker = DialectFolders.class.getResource(file);
        if (marker == null) {
            return Optional.empty();
        }
        try {
            URI uri = marker.toURI();
            if (!uri.getScheme().equals("jar")) {
                return Optional.ofNullable(Path.of(uri).getParent()).map(Path::getParent);
            }
            String jar = uri.getRawSchemeSpecificPart().split("!", 2)[0];
            // Stays open as long as the program: scripts are read when they are needed.
            Path root = FileSystems.newFileSystem(Path.of(new URI(jar))).getPath("/");
            return Optional.of(root.resolve(root.relativize(root.resolve(file)).getName(0)));
        } catch (URISyntaxException | IOException e) {
            throw new IllegalStateException("cannot read the SQL folders of the program's jar: " + marker, e);
        }
    }

    public List<String> available() {
        return roots.stream()
                .flatMap(root -> named(root, PREFIX, "").stream())
                .filter(name -> !name.equals(COMMON))
                .sorted()
                .distinct()
                .toList();
    }

    /** The databases of all folders; one with a defect says so when it is used. */
    public List<Dialect> dialects() {
        List<Dialect> found = new ArrayList<>();
        for (String db : available()) {
            try {
                found.add(load(db, ""));
            } catch (UsageException e) {
                continue;
            }
        }
        return found;
    }

    /** What stands behind the prefix in the names of those folders of a root that hold a file. */
    public static List<String> named(Path root, String prefix, String file) {
        try (Stream<Path> entries = Files.isDirectory(root) ? Files.list(root) : Stream.empty()) {
            return entries.filter(Files::isDirectory)
                    .filter(entry -> Files.exists(entry.resolve(file)))
                    .map(DialectFolders::lastName)
                    .filter(name -> name.startsWith(prefix) && name.length() > prefix.length())
                    .map(name -> name.substring(prefix.length()))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("cannot list " + root, e);
        }
    }

    private static String lastName(Path path) {
        Path name = path.getFileName();
        // A folder inside a jar ends in a slash.
        return name == null ? "" : name.toString().replaceAll("/$", "");
    }

    /** Resolves the word after {@code db=}; {@code profile} is a statement overlay, empty for none. */
    public Dialect load(String db, String profile) throws UsageException {
        List<String> chain = chain(db);
        List<String> layers = new ArrayList<>();
        if (!profile.isEmpty()) {
            chain.forEach(name -> layers.add(PREFIX + name + "/" + profile));
            if (named(layers, STATEMENTS).isEmpty()) {
                throw UsageException.about(
                        "statementProfile",
                        "=" + profile + ": none of the folders " + layers + " holds a " + STATEMENTS
                                + "; leave statementProfile out for the default statements");
            }
        }
        chain.forEach(name -> layers.add(PREFIX + name));
        List<String> plain = chain.stream().map(name -> PREFIX + name).toList();
        List<SqlFile> properties = new ArrayList<>();
        for (String folder : plain) {
            properties.addAll(findAll(folder, PROPERTIES, Layout.WHOLE));
        }
        DialectProperties joined = new DialectProperties(properties, plain.get(0));
        return new Dialect(
                this,
                chain,
                joined.layout(),
                joined,
                NamedStatement.catalog(named(layers, STATEMENTS)),
                NamedSql.conditions(overlaid(plain, "checks.sql")),
                overlaid(plain, "population.sql"));
    }

    private List<String> chain(String db) throws UsageException {
        List<String> chain = new ArrayList<>();
        String next = db;
        while (!next.equals(COMMON)) {
            requireFolder(next, chain);
            if (chain.contains(next)) {
                throw new UsageException(PREFIX + next + " extends itself through " + chain
                        + "; correct \"extends\" in its " + PROPERTIES);
            }
            chain.add(next);
            next = parent(next);
        }
        chain.add(COMMON);
        return List.copyOf(chain);
    }

    private String parent(String db) throws UsageException {
        for (SqlFile file : findAll(PREFIX + db, PROPERTIES, Layout.WHOLE)) {
            @Nullable String parent = DialectProperties.parentOf(file);
            if (parent != null) {
                return parent;
            }
        }
        return COMMON;
    }

    private void requireFolder(String db, List<String> children) throws UsageException {
        boolean plainWord = db.matches("[A-Za-z0-9_.+-]+");
        if (!plainWord || roots.stream().noneMatch(root -> Files.isDirectory(root.resolve(PREFIX + db)))) {
            String question = NearestWord.question(db, available().stream());
            String where = ": there is no folder " + PREFIX + db + " in "
                    + String.join(
                            " or ",
                            roots.stream().map(Path::toString).distinct().toList())
                    + (question.isEmpty() ? "; available are " : question + " Available are ")
                    + String.join(", ", available()) + " (make the folder to add a database)";
            throw children.isEmpty()
                    ? UsageException.about("db", "=" + db + where)
                    : new UsageException("extends = " + db + where);
        }
    }

    /** The named texts of these folders, the most general folder first. */
    private List<Map<String, NamedSql>> named(List<String> nearestFirst, String file) throws UsageException {
        List<Map<String, NamedSql>> layers = new ArrayList<>();
        for (String folder : nearestFirst) {
            for (SqlFile found : findAll(folder, file, Layout.WHOLE)) {
                layers.add(0, NamedSql.parse(found.path(), found.text()));
            }
        }
        return layers;
    }

    private List<NamedSql> overlaid(List<String> nearestFirst, String file) throws UsageException {
        Map<String, NamedSql> all = new LinkedHashMap<>();
        for (Map<String, NamedSql> layer : named(nearestFirst, file)) {
            boolean isFirst = all.isEmpty();
            for (NamedSql sql : layer.values()) {
                if (all.put(sql.name(), sql) == null && !isFirst) {
                    throw new UsageException(sql.place() + ": " + sql.name() + " is not a name of sql.common/" + file);
                }
            }
        }
        return List.copyOf(all.values());
    }

    /**
     * See {@link Dialect#script}; a path as the user wrote it is seen from the working directory, which is the first root, then from the
     * program's: BenchmarkSQL had {@code sql.common/} beside its scripts.
     */
    Optional<SqlFile> script(List<String> chain, String script, Layout layout) throws UsageException {
        boolean isFile = script.endsWith(".sql");
        List<String> places = new ArrayList<>(isFile ? List.of("") : List.of());
        chain.forEach(name -> places.add(PREFIX + name));
        for (String place : places) {
            List<SqlFile> found = findAll(place, isFile ? script : script + ".sql", layout);
            if (!found.isEmpty()) {
                return Optional.of(found.get(0));
            }
        }
        return Optional.empty();
    }

    private List<SqlFile> findAll(String folder, String file, Layout layout) throws UsageException {
        List<SqlFile> found = new ArrayList<>();
        try {
            for (Path root : roots) {
                Path path = root.resolve(folder).resolve(file);
                if (Files.isRegularFile(path)) {
                    found.add(read(path, folder, layout));
                }
            }
        } catch (InvalidPathException e) {
            String why = folder.isEmpty()
                    ? file + " is not a file name: "
                    : folder + " cannot be the name of a folder here: ";
            throw new UsageException(why + e.getReason(), e);
        }
        return found;
    }

    private static SqlFile read(Path path, String folder, Layout layout) throws UsageException {
        try {
            String text = UserText.read(path, StandardCharsets.UTF_8);
            return new SqlFile(path.toString(), folder, text, layout);
        } catch (IOException e) {
            throw new UsageException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }
}
