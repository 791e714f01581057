package io.bmsql;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    /** The name of a library in "Libraries" lines, which say who may use it, to its packages. */
    private static final Map<String, String> LIBRARIES = Map.ofEntries(
            Map.entry("HikariCP", "com.zaxxer.hikari.."),
            Map.entry("pgjdbc", "org.postgresql.."),
            Map.entry("HdrHistogram", "org.HdrHistogram.."),
            Map.entry("Jackson", "com.fasterxml.jackson.."),
            Map.entry("FastCSV", "de.siegmar.fastcsv.."),
            Map.entry("Commons Statistics", "org.apache.commons.statistics.."),
            Map.entry("JFreeChart", "org.jfree.."),
            Map.entry("Batik", "org.apache.batik.."),
            Map.entry("Pebble", "io.pebbletemplates.."),
            Map.entry("Prometheus client", "io.prometheus.."),
            Map.entry("JDK's HTTP server", "com.sun.net.httpserver.."),
            Map.entry("JGroups", "org.jgroups.."),
            Map.entry("picocli", "picocli.."),
            Map.entry("Commons Codec", "org.apache.commons.codec.."),
            Map.entry("Commons Compress", "org.apache.commons.compress.."),
            Map.entry("Commons IO", "org.apache.commons.io.."),
            Map.entry("zonky", "io.zonky.."));

    private static JavaClasses program;

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
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.bmsql");
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
        for (Map.Entry<String, List<String>> entry : PACKAGES.entrySet()) {
            String[] forbidden = PACKAGES.keySet().stream()
                    .filter(other ->
                            !other.equals(entry.getKey()) && !entry.getValue().contains(other))
                    .map(other -> BASE + other + "..")
                    .toArray(String[]::new);
            if (forbidden.length > 0) {
                noClasses()
                        .that(resideInAPackage(BASE + entry.getKey() + ".."))
                        .should()
                        .dependOnClassesThat(resideInAnyPackage(forbidden))
                        .allowEmptyShould(true)
                        .check(program);
            }
        }
    }

    @Test
    void thereAreNoCycles() {
        slices().matching("io.bmsql.(**)").should().beFreeOfCycles().check(program);
    }

    @Test
    void aLibraryIsUsedWhereThePackageSaysSo() {
        LIBRARIES.forEach((library, packages) -> {
            List<String> users = folders().stream()
                    .filter(name -> !named(said(name), "Librar(?:y|ies): [^.]*\\.", "(" + library + ")")
                            .isEmpty())
                    .toList();
            noClasses()
                    .that(resideOutside(users))
                    .should()
                    .dependOnClassesThat(resideInAPackage(packages))
                    .check(program);
            users.forEach(user -> assertThat(program.that(resideInAPackage(BASE + user + "..")))
                    .as(user + " says that it uses " + library)
                    .anyMatch(one -> one.getDirectDependenciesFromSelf().stream()
                            .anyMatch(used -> resideInAPackage(packages).test(used.getTargetClass()))));
        });
    }

    @Test
    void theseNeverSeeJdbc() {
        noClasses()
                .that(resideInAnyPackage(
                        packagesOf(List.of("common", "tpcc", "config", "measure", "result", "analysis", "report"))))
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.sql..", "javax.sql.."))
                .check(program);
    }

    /** The clocks are read in one place, and one prints and exits. */
    @ParameterizedTest
    @CsvSource({
        "common, java\\.(lang\\.System\\.(nanoTime|currentTimeMillis)|time\\.(Instant|LocalDateTime)\\.now)\\(\\)",
        "cli, java\\.lang\\.System\\.(out|err|exit\\(int\\))"
    })
    void onlyOnePackageDoesThis(String owner, String what) {
        noClasses()
                .that(resideOutside(List.of(owner)))
                .should()
                .accessTargetWhere(DescribedPredicate.describe(
                        what, access -> access.getTarget().getFullName().matches(what)))
                .check(program);
    }

    @Test
    void randomnessComesFromOnePlace() {
        noClasses()
                .that(resideOutside(List.of("tpcc")))
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Random")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
                .orShould()
                .callMethod(Math.class, "random")
                .check(program);
    }

    @Test
    void staticsAreFinal() {
        fields().that().areStatic().should().beFinal().check(program);
    }

    /** A report is made from a result directory; only the live page meets a run. */
    @Test
    void aReportNeverMeetsARun() {
        noClasses()
                .that(resideInAnyPackage("io.bmsql.report", "io.bmsql.report.chart"))
                .should()
                .dependOnClassesThat(resideInAPackage("io.bmsql.measure.."))
                .check(program);
    }

    private static DescribedPredicate<JavaClass> resideOutside(List<String> names) {
        return DescribedPredicate.not(resideInAnyPackage(packagesOf(names)));
    }

    private static String[] packagesOf(List<String> names) {
        return names.stream().map(name -> BASE + name + "..").toArray(String[]::new);
    }
}
