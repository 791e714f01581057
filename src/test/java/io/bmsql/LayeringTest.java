package io.bmsql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.bmsql.common.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The architecture: which package may import which, and which may use a library. */
class LayeringTest {
    private static final String BASE = "io.bmsql.";
    /** Behind it a line of the picture says what its packages do. */
    private static final int NAMES_WIDTH = 36;

    private static final Path MAIN = Path.of("src/main/java/io/bmsql");

    /** Package to what the "May import" line of its {@code package-info.java} names. */
    private static final Map<String, List<String>> PACKAGES = packages();

    /** The name of a library in "Libraries" lines, which say who may use it, to the beginning of its packages. */
    private static final Map<String, String> LIBRARIES = Map.ofEntries(
            Map.entry("HikariCP", "com.zaxxer.hikari."),
            Map.entry("pgjdbc", "org.postgresql."),
            Map.entry("HdrHistogram", "org.HdrHistogram."),
            Map.entry("Jackson", "com.fasterxml.jackson."),
            Map.entry("FastCSV", "de.siegmar.fastcsv."),
            Map.entry("Commons Statistics", "org.apache.commons.statistics."),
            Map.entry("JFreeChart", "org.jfree."),
            Map.entry("Batik", "org.apache.batik."),
            Map.entry("Pebble", "io.pebbletemplates."),
            Map.entry("Prometheus client", "io.prometheus."),
            Map.entry("JDK's HTTP server", "com.sun.net.httpserver."),
            Map.entry("JGroups", "org.jgroups."),
            Map.entry("picocli", "picocli."),
            Map.entry("Commons Codec", "org.apache.commons.codec."),
            Map.entry("Commons Compress", "org.apache.commons.compress."),
            Map.entry("Commons IO", "org.apache.commons.io."),
            Map.entry("zonky", "io.zonky."));

    private static JavaClasses program;

    /** Each of our classes to the classes that it names, and to the fields and methods that it uses. */
    private static final Map<String, Set<String>> NAMES = new TreeMap<>();

    private static Map<String, List<String>> packages() {
        Map<String, List<String>> packages = new TreeMap<>();
        for (String name : folders()) {
            if (!name.contains(".")) {
                packages.put(name, named(said(name), "May import [^.]*\\.", "\\{@code (\\w+)}"));
            }
        }
        packages.put("cli", List.copyOf(packages.keySet()));
        return packages;
    }

    /** All packages, such as {@code report.live}. */
    private static List<String> folders() {
        try (Stream<Path> files = Files.walk(MAIN)) {
            return files.filter(Files::isDirectory)
                    .filter(folder -> !folder.equals(MAIN))
                    .map(folder -> MAIN.relativize(folder).toString().replace('/', '.'))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What its {@code package-info.java} says, on one line. */
    private static String said(String name) {
        try {
            return Files.readString(MAIN.resolve(name.replace('.', '/')).resolve("package-info.java"))
                    .replaceAll("\\s+(\\* )?", " ");
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not say what it is for", e);
        }
    }

    /** The first group of each match of a pattern in a sentence that another one finds. */
    private static List<String> named(String text, String sentence, String name) {
        return Pattern.compile(sentence)
                .matcher(text)
                .results()
                .flatMap(found -> Pattern.compile(name).matcher(found.group()).results())
                .map(found -> found.group(1))
                .toList();
    }

    @BeforeAll
    static void readProgram() {
        // The rules ask what our classes name, never what is inside a class of a library or of Java.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        program = new ClassFileImporter()
                .importUrl(RunClock.class.getProtectionDomain().getCodeSource().getLocation());
        for (JavaClass each : program) {
            Set<String> names = new TreeSet<>();
            each.getDirectDependenciesFromSelf()
                    .forEach(use -> names.add(
                            use.getTargetClass().getBaseComponentType().getName()));
            each.getAccessesFromSelf().forEach(use -> names.add(use.getTarget().getFullName()));
            NAMES.put(each.getName(), names);
        }
    }

    /** No class in a package of ours, whose name is the first pattern, names what the second pattern is. */
    private static void assertNever(String who, String what) {
        Pattern user = Pattern.compile("io\\.bmsql\\." + who + "\\..*");
        Pattern used = Pattern.compile(what);
        NAMES.forEach((name, names) -> {
            if (user.matcher(name).matches()) {
                assertThat(names)
                        .as("what " + name + " names")
                        .filteredOn(used.asMatchPredicate())
                        .isEmpty();
            }
        });
    }

    /** Lines from the top down; a package stands above all that it imports. */
    @Test
    void theDocumentDrawsTheSamePackages() throws IOException {
        String page = Files.readString(Path.of("docs/architecture.md"));
        String picture = page.substring(page.indexOf("## Packages")).split("```")[1];
        Map<String, Integer> depth = new TreeMap<>();
        List<String> lines = picture.strip().lines().toList();
        for (int line = 0; line < lines.size(); line++) {
            for (String name : lines.get(line).substring(0, NAMES_WIDTH).strip().split(" +")) {
                assertThat(depth.put(name, line)).as(name + " is drawn once").isNull();
            }
        }
        assertThat(depth.keySet()).isEqualTo(PACKAGES.keySet());
        PACKAGES.forEach((name, imports) -> assertThat(imports)
                .filteredOn(other -> !other.equals(name))
                .as("what " + name + " imports is drawn below it")
                .allMatch(other -> depth.get(other) > depth.get(name)));
    }

    @Test
    void packagesImportOnlyDownwards() {
        PACKAGES.forEach((name, imports) ->
                assertNever(name, "io\\.bmsql\\.(?!(" + name + "|" + String.join("|", imports) + ")\\.).*"));
    }

    @Test
    void thereAreNoCycles() {
        slices().matching("io.bmsql.(**)").should().beFreeOfCycles().check(program);
    }

    @Test
    void aLibraryIsUsedWhereThePackageSaysSo() {
        LIBRARIES.forEach((library, beginning) -> {
            List<String> said = folders().stream()
                    .filter(name -> !named(said(name), "Librar(?:y|ies): [^.]*\\.", "(" + library + ")")
                            .isEmpty())
                    .toList();
            List<String> users = NAMES.keySet().stream()
                    .filter(name -> NAMES.get(name).stream().anyMatch(used -> used.startsWith(beginning)))
                    .toList();
            assertThat(users).as("who uses " + library).allMatch(user -> said.stream()
                    .anyMatch(name -> user.startsWith(BASE + name + ".")));
            assertThat(said).as("who says that it uses " + library).allMatch(name -> users.stream()
                    .anyMatch(user -> user.startsWith(BASE + name + ".")));
        });
    }

    /**
     * These never see JDBC; the clocks are read in one place, one prints and exits, and chance comes from one; a report is made from a
     * result directory, and only the live page meets a run.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            textBlock =
                    """
            (common|tpcc|config|measure|result|analysis|report) javax?\\.sql\\..*
            (?!common\\.).* java\\.(lang\\.System\\.(nanoTime|currentTimeMillis)|time\\.(Instant|LocalDateTime)\\.now)\\(\\)
            (?!cli\\.).* java\\.lang\\.System\\.(out|err|exit\\(int\\))
            (?!tpcc\\.).* java\\.util\\.(Random|concurrent\\.ThreadLocalRandom)|java\\.lang\\.Math\\.random\\(\\)
            report(?!\\.live) io\\.bmsql\\.measure\\..*
            """)
    void onlySomeDoThis(String who, String what) {
        assertNever(who, what);
    }

    @Test
    void staticsAreFinal() {
        fields().that().areStatic().should().beFinal().check(program);
    }
}
