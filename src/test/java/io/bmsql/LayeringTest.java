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

/** The architecture: which room may import which, and behind which door each library lives. */
class LayeringTest {
    private static final String BASE = "io.bmsql.";
    private static final Path MAIN = Path.of("src/main/java/io/bmsql");

    /** Room to the rooms that it may import. The README draws the same house. */
    private static final Map<String, List<String>> ROOMS = rooms();

    /** Library package to the rooms that may use it. */
    private static final Map<String, List<String>> DOORS = Map.ofEntries(
            Map.entry("com.zaxxer.hikari..", List.of("db")),
            Map.entry("org.postgresql..", List.of("load")),
            Map.entry("org.HdrHistogram..", List.of("measure", "result", "benchmarksql", "report", "compare", "merge")),
            Map.entry(
                    "com.fasterxml.jackson..",
                    List.of("chart", "result", "report", "compare", "study", "drivers", "cli")),
            Map.entry("de.siegmar.fastcsv..", List.of("result", "benchmarksql", "report")),
            Map.entry("org.apache.commons.statistics..", List.of("statistics")),
            Map.entry("org.jfree..", List.of("chart")),
            Map.entry("org.apache.batik..", List.of("chart")),
            Map.entry("io.pebbletemplates..", List.of("page")),
            Map.entry("io.prometheus..", List.of("live")),
            Map.entry("com.sun.net.httpserver..", List.of("live")),
            Map.entry("org.jgroups..", List.of("drivers")),
            Map.entry("picocli..", List.of("cli")),
            Map.entry("java.net.http..", List.of("fetch")),
            Map.entry("org.apache.commons.codec..", List.of("page", "drivers", "fetch")),
            Map.entry("org.apache.commons.compress..", List.of("drivers")),
            Map.entry("org.apache.commons.io..", List.of("result", "collector", "page", "live", "fetch")),
            Map.entry("io.zonky..", List.of("embedded")));

    private static JavaClasses program;

    private static Map<String, List<String>> rooms() {
        Map<String, List<String>> rooms = new TreeMap<>();
        rooms.put("time", List.of());
        rooms.put("random", List.of());
        rooms.put("secret", List.of());
        rooms.put("chart", List.of());
        rooms.put("embedded", List.of());
        rooms.put("spec", List.of("random"));
        rooms.put("config", List.of("spec", "secret"));
        rooms.put("dialect", List.of("spec"));
        rooms.put("fetch", List.of("spec"));
        rooms.put("db", List.of("time", "random", "spec", "secret", "config", "dialect"));
        rooms.put("result", List.of("spec", "secret", "statistics"));
        rooms.put("benchmarksql", List.of("spec", "result"));
        rooms.put("merge", List.of("spec", "result"));
        rooms.put("schema", List.of("time", "spec", "dialect", "db", "result"));
        rooms.put("datagen", List.of("spec", "random"));
        rooms.put("load", List.of("time", "spec", "config", "dialect", "db", "datagen"));
        rooms.put("workload", List.of("random", "spec", "config", "dialect", "db"));
        rooms.put(
                "conformance",
                List.of("time", "random", "spec", "config", "dialect", "db", "load", "schema", "workload", "result"));
        rooms.put("measure", List.of("time", "spec", "secret", "result"));
        rooms.put("collector", List.of("time", "spec", "secret", "config", "dialect", "db", "result"));
        rooms.put("reset", List.of("time", "spec", "config", "dialect", "db", "datagen", "schema"));
        rooms.put("ledger", List.of("time", "spec", "dialect", "db", "workload", "result"));
        rooms.put("klustron", List.of("time", "spec", "config", "dialect", "db"));
        rooms.put(
                "terminal",
                List.of("time", "random", "spec", "config", "dialect", "db", "workload", "measure", "ledger"));
        rooms.put("page", List.of("spec", "chart"));
        rooms.put("statistics", List.of("random"));
        rooms.put("compare", List.of("random", "spec", "statistics", "result", "chart", "page"));
        rooms.put("report", List.of("spec", "result", "secret", "chart", "page"));
        rooms.put("live", List.of("time", "spec", "result", "measure", "chart", "page"));
        rooms.put(
                "acid",
                List.of(
                        "time",
                        "random",
                        "spec",
                        "config",
                        "dialect",
                        "db",
                        "workload",
                        "result",
                        "measure",
                        "terminal",
                        "ledger"));
        rooms.put(
                "run",
                List.of(
                        "time",
                        "random",
                        "spec",
                        "secret",
                        "config",
                        "dialect",
                        "db",
                        "schema",
                        "result",
                        "measure",
                        "collector",
                        "ledger",
                        "terminal",
                        "live"));
        rooms.put(
                "study",
                List.of(
                        "time",
                        "random",
                        "spec",
                        "secret",
                        "statistics",
                        "config",
                        "dialect",
                        "db",
                        "result",
                        "chart",
                        "page",
                        "compare",
                        "run"));
        rooms.put(
                "drivers",
                List.of(
                        "time", "random", "spec", "secret", "config", "dialect", "db", "schema", "result", "measure",
                        "ledger", "live", "merge", "run"));
        rooms.put(
                "doctor",
                List.of("time", "chart", "spec", "config", "dialect", "db", "result", "collector", "run", "drivers"));
        rooms.put("cli", List.copyOf(rooms.keySet()));
        return rooms;
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
    void everyRoomIsInTheTable() throws IOException {
        try (Stream<Path> folders = Files.list(MAIN)) {
            assertThat(folders.filter(Files::isDirectory)
                            .map(folder -> folder.getFileName().toString()))
                    .allMatch(ROOMS::containsKey, "stands in the table of rooms");
        }
    }

    /** Floors from the top down; a room stands above all that it imports. */
    @Test
    void theReadmeDrawsTheSameHouse() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String picture = readme.substring(readme.indexOf("## The house")).split("```")[1];
        List<List<String>> floors = picture.strip()
                .lines()
                .map(line -> List.of(line.split(" {3,}")[0].split(" +")))
                .toList();
        Map<String, Integer> depth = new TreeMap<>();
        for (int floor = 0; floor < floors.size(); floor++) {
            for (String room : floors.get(floor)) {
                assertThat(depth.put(room, floor)).as(room + " is drawn once").isNull();
            }
        }
        assertThat(depth.keySet()).isEqualTo(ROOMS.keySet());
        ROOMS.forEach((room, imports) -> assertThat(imports)
                .filteredOn(other -> !other.equals(room))
                .as("what " + room + " imports is drawn below it")
                .allMatch(other -> depth.get(other) > depth.get(room)));
    }

    @Test
    void everyPackageSaysWhatItIsFor() throws IOException {
        try (Stream<Path> folders = Files.walk(MAIN)) {
            assertThat(folders.filter(Files::isDirectory).filter(folder -> !folder.equals(MAIN)))
                    .allMatch(folder -> Files.exists(folder.resolve("package-info.java")), "has a package-info.java");
        }
    }

    @Test
    void roomsImportOnlyDownwards() {
        for (Map.Entry<String, List<String>> room : ROOMS.entrySet()) {
            String[] forbidden = ROOMS.keySet().stream()
                    .filter(other ->
                            !other.equals(room.getKey()) && !room.getValue().contains(other))
                    .map(other -> BASE + other + "..")
                    .toArray(String[]::new);
            if (forbidden.length > 0) {
                noClasses()
                        .that(resideInAPackage(BASE + room.getKey() + ".."))
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
    void everyLibraryHasItsDoor() {
        DOORS.forEach((library, rooms) -> noClasses()
                .that(resideOutside(rooms))
                .should()
                .dependOnClassesThat(resideInAPackage(library))
                .check(program));
    }

    @Test
    void onlySomeRoomsSeeJdbc() {
        noClasses()
                .that(resideInAnyPackage(packagesOf(
                        List.of("datagen", "measure", "result", "report", "live", "chart", "random", "time"))))
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.sql..", "javax.sql.."))
                .check(program);
    }

    @Test
    void theClocksAreReadInOnePlace() {
        noClasses()
                .that(resideOutside(List.of("time")))
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
                .that(resideOutside(List.of("random")))
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

    @Test
    void nobodyImportsTheCommandLine() {
        classes()
                .that(resideInAPackage(BASE + "cli.."))
                .should()
                .onlyHaveDependentClassesThat(resideInAPackage(BASE + "cli.."))
                .allowEmptyShould(true)
                .check(program);
    }

    private static DescribedPredicate<JavaClass> resideOutside(List<String> rooms) {
        return DescribedPredicate.not(resideInAnyPackage(packagesOf(rooms)));
    }

    private static String[] packagesOf(List<String> rooms) {
        return rooms.stream().map(room -> BASE + room + "..").toArray(String[]::new);
    }
}
