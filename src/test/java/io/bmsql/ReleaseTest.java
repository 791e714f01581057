package io.bmsql;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.TestFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be seen of a release without making one; {@code run/release/prove.sh} makes it and uses it. */
class ReleaseTest {
    private static final Path ASSEMBLY = Path.of("src/main/assembly");
    private static final Path LICENSES = ASSEMBLY.resolve("licenses");

    /** As the pattern in the POM picks them. */
    private static final Pattern CARRIED =
            Pattern.compile("(META-INF/)?LICENSE[^/]*|META-INF/license[^/]*|META-INF/licenses/.*[^/]");

    @Test
    void everyLibraryHasItsLicenceInTheTarball() throws Exception {
        List<Path> libraries = libraries();
        List<String> shipped = NoticeTest.shippedArtifacts();
        assertThat(shipped).hasSizeGreaterThan(20);
        for (String artifact : shipped) {
            Pattern name = Pattern.compile(Pattern.quote(artifact) + "-\\d.*\\.jar");
            Path jar = libraries.stream()
                    .filter(file -> name.matcher(file.getFileName().toString()).matches())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("not on the class path: " + artifact));
            assertThat(carriesItsLicence(jar) || hasTextOfOurs(artifact))
                    .as("a licence in " + jar + " or in " + LICENSES)
                    .isTrue();
        }
    }

    /** An archive of classes forgets that a package is sealed: classes that it does not hold could not be loaded any more. */
    @Test
    void aWarmStartLeavesOutAllSealedPackages() throws Exception {
        Set<String> leftOut = Pattern.compile("-e ' ((?:\\w+\\[[.]\\])+)'")
                .matcher(Files.readString(Path.of("run/bmsql")))
                .results()
                .map(pattern -> pattern.group(1).replace("[.]", "/"))
                .collect(Collectors.toSet());
        Set<String> found = new HashSet<>();
        for (Path jar : libraries()) {
            if (!jar.toString().endsWith(".jar")) {
                continue;
            }
            try (JarFile file = new JarFile(jar.toFile())) {
                Manifest manifest = file.getManifest();
                if (manifest != null
                        && "true".equalsIgnoreCase(manifest.getMainAttributes().getValue("Sealed"))) {
                    file.stream()
                            .map(JarEntry::getName)
                            .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
                            .map(name -> leftOut.stream()
                                    .filter(name::startsWith)
                                    .findFirst()
                                    .orElse(name))
                            .forEach(found::add);
                }
            }
        }
        assertThat(found).isEqualTo(leftOut);
    }

    private static List<Path> libraries() {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(classPath.split(File.pathSeparator)).map(Path::of).toList();
    }

    private static boolean carriesItsLicence(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(JarEntry::getName).anyMatch(CARRIED.asMatchPredicate());
        }
    }

    private static boolean hasTextOfOurs(String artifact) throws IOException {
        return TestFiles.names(LICENSES).stream().anyMatch(text -> artifact.startsWith(text.replace(".txt", "")));
    }

    @Test
    void binHasTheNameOfEveryScriptForUsers() throws IOException {
        Set<String> names = new TreeSet<>(Set.of("bmsql"));
        TestFiles.names(Path.of("run")).stream()
                .filter(name -> name.endsWith(".sh"))
                .forEach(names::add);
        names.removeAll(Set.of("funcs.sh", "evidence.sh", "chaos.sh"));
        Set<String> inBin = Pattern.compile("<outputDirectory>bin</outputDirectory>\\s*<destName>(.*)</destName>")
                .matcher(Files.readString(ASSEMBLY.resolve("program.xml")))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        assertThat(inBin).isEqualTo(names);
    }

    /** Whatever has no mode of its own takes that of the builder's umask. */
    @ParameterizedTest
    @ValueSource(strings = {"program.xml", "release.xml", "runtime.xml"})
    void everyFileOfTheTarballHasItsMode(String descriptor) throws IOException {
        String text = Files.readString(ASSEMBLY.resolve(descriptor));
        List<String> parts = Pattern.compile("<(fileSet|file|dependencySet)>.*?</\\1>", Pattern.DOTALL)
                .matcher(text)
                .results()
                .map(found -> found.group())
                .toList();
        assertThat(parts).isNotEmpty().allMatch(part -> part.contains("<fileMode>0"));
        assertThat(parts)
                .filteredOn(part -> part.contains("Set>"))
                .allMatch(part -> part.contains("<directoryMode>0755"));
    }
}
