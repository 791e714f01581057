package io.bmsql;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The architecture: which package may import which, and which may use a library. */
class LayeringTest {
    private static final String BASE = "io.bmsql.";
    /** Behind it a line of the picture says what its packages do. */
    private static final int NAMES_WIDTH = 36;

    private static final Path MAIN = Path.of("src/main/java/io/bmsql");

    /** Package to the packages that it may import; {@code docs/architecture.md} draws them. */
    private static final Map<String, List<String>> PACKAGES = packages();

    /** Library to the packages that may use it. */
    private static final Map<String, List<String>> LIBRARIES = Map.ofEntries(
            Map.entry("com.zaxxer.hikari..", List.of("db")),
            Map.entry("org.postgresql..", List.of("data")),
            Map.entry("org.HdrHistogram..", List.of("measure", "result", "analysis", "report", "agents")),
            Map.entry("com.fasterxml.jackson..", List.of("result", "analysis", "report", "study", "agents", "cli")),
            Map.entry("de.siegmar.fastcsv..", List.of("result", "report")),
            Map.entry("org.apache.commons.statistics..", List.of("analysis")),
            Map.entry("org.jfree..", List.of("report.chart")),
            Map.entry("org.apache.batik..", List.of("report.chart")),
            Map.entry("io.pebbletemplates..", List.of("report")),
            Map.entry("io.prometheus..", List.of("report.live")),
            Map.entry("com.sun.net.httpserver..", List.of("report.live")),
            Map.entry("org.jgroups..", List.of("agents")),
            Map.entry("picocli..", List.of("cli")),
            Map.entry("java.net.http..", List.of("db")),
            Map.entry("org.apache.commons.codec..", List.of("report", "agents", "db")),
            Map.entry("org.apache.commons.compress..", List.of("agents")),
            Map.entry("org.apache.commons.io..", List.of("result", "collector", "report", "db")),
            Map.entry("io.zonky..", List.of("embedded")));

    private static JavaClasses program;

    private static Map<String, List<String>> packages() {
        List<String> base = List.of("common", "tpcc", "config");
        List<String> withDatabase = with(base, "dialect", "db");
        Map<String, List<String>> packages = new TreeMap<>();
        packages.put("common", List.of());
        packages.put("tpcc", List.of("common"));
        packages.put("embedded", List.of());
        packages.put("config", List.of("common", "tpcc"));
        packages.put("dialect", base);
        packages.put("db", with(base, "dialect"));
        packages.put("result", base);
        packages.put("analysis", with(base, "result"));
        packages.put("workload", List.of("tpcc", "config", "dialect", "db"));
        packages.put("data", with(withDatabase, "result"));
        packages.put("measure", with(base, "dialect", "result", "analysis", "workload"));
        packages.put("collector", List.of("common", "config", "dialect", "db", "result"));
        packages.put("terminal", with(withDatabase, "workload", "measure"));
        packages.put("check", with(withDatabase, "result", "data", "workload", "measure", "terminal"));
        packages.put("report", with(base, "dialect", "result", "analysis", "measure"));
        packages.put(
                "run",
                with(
                        withDatabase,
                        "result",
                        "analysis",
                        "data",
                        "measure",
                        "collector",
                        "terminal",
                        "check",
                        "report"));
        packages.put("agents", with(withDatabase, "result", "analysis", "measure", "report", "run"));
        packages.put("study", with(withDatabase, "result", "analysis", "data", "report", "run"));
        packages.put(
                "preflight",
                List.of("common", "config", "dialect", "db", "result", "data", "collector", "run", "agents"));
        packages.put("cli", List.copyOf(packages.keySet()));
        return packages;
    }

    private static List<String> with(List<String> some, String... others) {
        return Stream.concat(some.stream(), Stream.of(others)).toList();
    }

    @BeforeAll
    static void readProgram() {
        // The rules ask what our classes name, never what is inside a class of a library or of Java.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        program = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.bmsql");
    }

    @Test
    void everyPackageIsInTheTable() throws IOException {
        try (Stream<Path> folders = Files.list(MAIN)) {
            assertThat(folders.filter(Files::isDirectory)
                            .map(folder -> folder.getFileName().toString()))
                    .allMatch(PACKAGES::containsKey, "stands in the table of packages");
        }
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
    void everyPackageSaysWhatItIsFor() throws IOException {
        try (Stream<Path> folders = Files.walk(MAIN)) {
            assertThat(folders.filter(Files::isDirectory).filter(folder -> !folder.equals(MAIN)))
                    .allMatch(folder -> Files.exists(folder.resolve("package-info.java")), "has a package-info.java");
        }
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
    void aLibraryIsUsedWhereItBelongs() {
        LIBRARIES.forEach((library, users) -> noClasses()
                .that(resideOutside(users))
                .should()
                .dependOnClassesThat(resideInAPackage(library))
                .check(program));
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

    @Test
    void theClocksAreReadInOnePlace() {
        noClasses()
                .that(resideOutside(List.of("common")))
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(java.time.LocalDateTime.class, "now")
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
    void onlyTheCommandLinePrintsAndExits() {
        noClasses()
                .that(resideOutside(List.of("cli")))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(System.class, "exit", int.class)
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

    @Test
    void nobodyImportsTheCommandLine() {
        classes()
                .that(resideInAPackage(BASE + "cli.."))
                .should()
                .onlyHaveDependentClassesThat(resideInAPackage(BASE + "cli.."))
                .allowEmptyShould(true)
                .check(program);
    }

    private static DescribedPredicate<JavaClass> resideOutside(List<String> names) {
        return DescribedPredicate.not(resideInAnyPackage(packagesOf(names)));
    }

    private static String[] packagesOf(List<String> names) {
        return names.stream().map(name -> BASE + name + "..").toArray(String[]::new);
    }
}
