package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts in {@code run/}, with a Java that only tells how it was called. */
class LauncherTest {
    private static final Path SCRIPTS = Path.of("run").toAbsolutePath();

    @TempDir
    Path home;

    private Path scripts;
    private Path javaHome;

    @BeforeEach
    void layOutProgramAndJava() throws IOException {
        scripts = Files.createDirectory(home.resolve("run"));
        for (String name : TestFiles.names(SCRIPTS)) {
            if (name.equals("bmsql") || name.endsWith(".sh")) {
                Files.copy(SCRIPTS.resolve(name), scripts.resolve(name));
            }
        }
        Files.createDirectories(home.resolve("target/lib"));
        Files.writeString(home.resolve("target/bmsql.jar"), "");
        javaHome = Files.createDirectory(home.resolve("jdk"));
        Path java = Files.createDirectory(javaHome.resolve("bin")).resolve("java");
        program(java, "#!/bin/sh\nfor word; do printf '<%s>\\n' \"$word\"; done\n");
        javaIs("17.0.15");
    }

    private void javaIs(String version) throws IOException {
        Files.writeString(javaHome.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
    }

    static Stream<String> shells() {
        return Stream.of("sh", "dash", "bash", "bash --posix", "busybox sh", "ksh", "zsh");
    }

    @ParameterizedTest
    @MethodSource("shells")
    void runsUnderThisShellFromAnyDirectory(String shell) throws Exception {
        List<String> words = new ArrayList<>(List.of(shell.split(" ")));
        assumeTrue(isInstalled(words.get(0)), shell + " is not installed");
        words.addAll(List.of("../run/runSQL.sh", "a b.props", "$x 'y' \"z\"", ""));
        Path elsewhere = Files.createDirectory(home.resolve("else where"));

        Answer answer = call(elsewhere, words);

        assertThat(answer.status).isZero();
        assertThat(answer.text)
                .endsWith("<io.bmsql.cli.Main>\n<--as>\n<runSQL.sh>\n<a b.props>\n<$x 'y' \"z\">\n<>\n")
                .contains("<-Dbmsql.root=" + home.toRealPath() + ">")
                .contains("<" + home.toRealPath() + "/target/bmsql.jar:" + home.toRealPath() + "/target/lib/*>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "runDatabaseBuild.sh",
                "runDatabaseDestroy.sh",
                "runSQL.sh",
                "runLoader.sh",
                "runBenchmark.sh",
                "generateGraphs.sh",
                "generateReport.sh"
            })
    void everyOldScriptTellsItsNameInOneExecLine(String script) throws Exception {
        assertThat(call(scripts, List.of("./" + script, "p")).text).contains("<--as>\n<" + script + ">\n<p>\n");
        assertThat(Files.readAllLines(scripts.resolve(script))).hasSize(2);
    }

    @Test
    void aLinkToTheScriptFindsTheProgram() throws Exception {
        Path link = Files.createSymbolicLink(home.resolve("bm"), scripts.resolve("bmsql"));
        assertThat(call(home, List.of(link.toString(), "--version")).text)
                .contains("<-Dbmsql.root=" + home.toRealPath() + ">");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_402", "11.0.22", "16"})
    void tooOldAJavaGetsOneSentence(String version) throws Exception {
        javaIs(version);
        Answer answer = call(scripts, List.of("./runBenchmark.sh", "props"));
        assertThat(answer.status).isEqualTo(1);
        assertThat(answer.text.lines()).singleElement().asString().contains("Java 17 or newer", version, "JAVA_HOME");
    }

    /** A Java 8 keeps its file "release" elsewhere, and some packages have none. */
    @ParameterizedTest
    @ValueSource(strings = {"1.8.0_402", "11.0.22"})
    void anOldJavaThatOnlySaysItsVersionGetsTheSameSentence(String version) throws Exception {
        Files.delete(javaHome.resolve("release"));
        Files.writeString(
                javaHome.resolve("bin/java"),
                "#!/bin/sh\necho 'openjdk version \"" + version + "\"' >&2\necho more >&2\n");
        Answer answer = call(scripts, List.of("./bmsql", "run", "props"));
        assertThat(answer.status).isEqualTo(1);
        assertThat(answer.text)
                .isEqualTo("bmsql needs Java 17 or newer, but " + javaHome + "/bin/java is Java " + version
                        + ": set JAVA_HOME to a newer one.\n");
    }

    @Test
    void noJavaAtAllGetsOneSentence() throws Exception {
        Path tools = Files.createDirectory(home.resolve("tools"));
        for (String tool : List.of("dirname", "readlink")) {
            program(tools.resolve(tool), "#!/bin/sh\nexec /usr/bin/" + tool + " \"$@\"\n");
        }
        ProcessBuilder builder = builder(scripts, List.of("/bin/sh", "./bmsql", "run", "props"));
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        Answer answer = call(builder);
        assertThat(answer.status).isEqualTo(1);
        assertThat(answer.text)
                .isEqualTo(
                        "bmsql needs Java 17 or newer, but there is no java on the PATH: install one or set JAVA_HOME.\n");

        builder.environment().put("JAVA_HOME", "/no jdk");
        assertThat(call(builder).text)
                .contains("no java on the PATH and no bin/java in JAVA_HOME=/no jdk: install one");
    }

    /** It was made for this program; a JAVA_HOME is often there for other programs, and old. */
    @Test
    void theReleasesOwnJavaComesFirst() throws Exception {
        javaIs("11.0.22");
        Path own = Files.createDirectories(home.resolve("runtime/bin")).resolve("java");
        program(own, "#!/bin/sh\necho own \"$*\"\n");
        Files.writeString(home.resolve("runtime/release"), "JAVA_VERSION=\"25.0.1\"\n");
        assertThat(call(scripts, List.of("./bmsql", "--help")).text)
                .startsWith("own ")
                .endsWith(" --help\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "17.0.1", "21.0.4", "25", "26-ea"})
    void newEnoughAJavaStarts(String version) throws Exception {
        javaIs(version);
        assertThat(call(scripts, List.of("./bmsql", "--help")).text).contains("<--help>");
    }

    @Test
    void aProgramThatIsNotBuiltSaysHowToBuildIt() throws Exception {
        Files.delete(home.resolve("target/bmsql.jar"));
        Answer answer = call(scripts, List.of("./bmsql", "--help"));
        assertThat(answer.status).isEqualTo(1);
        assertThat(answer.text.lines()).singleElement().asString().contains("not built yet", "quickstart.sh");
    }

    @Test
    void theDistributionsLayoutIsFound() throws Exception {
        Files.createDirectory(home.resolve("lib"));
        Files.move(home.resolve("target/bmsql.jar"), home.resolve("lib/bmsql.jar"));
        assertThat(call(scripts, List.of("./bmsql")).text)
                .contains("<" + home.toRealPath() + "/lib/bmsql.jar:" + home.toRealPath() + "/lib/*>");
    }

    /** One file under each name in the release's {@code bin/}, which a user may link to under yet another name. */
    @Test
    void theReleasesBinCallsTheScriptOfItsNameInRun() throws Exception {
        Path bin = Files.createDirectory(home.resolve("bin"));
        for (String name : List.of("bmsql", "runBenchmark.sh")) {
            Files.copy(Path.of("src/main/assembly/bin/bmsql"), bin.resolve(name));
        }
        assertThat(call(bin, List.of("./runBenchmark.sh", "a b")).text)
                .endsWith("<io.bmsql.cli.Main>\n<--as>\n<runBenchmark.sh>\n<a b>\n")
                .contains("<-Dbmsql.root=" + home.toRealPath() + ">");
        Path link = Files.createSymbolicLink(home.resolve("bm"), bin.resolve("bmsql"));
        assertThat(call(home, List.of(link.toString(), "--version")).text)
                .endsWith("<io.bmsql.cli.Main>\n<--version>\n");
    }

    @Test
    void aWarmStartIsTakenForThisJavaOnlyAndMadeWhenAskedFor() throws Exception {
        Path share = home.toRealPath().resolve("share");
        assertThat(call(scripts, List.of("./bmsql", "run")).text).doesNotContain("Xlog", share.toString());
        ProcessBuilder builder = builder(scripts, List.of("./bmsql", "run"));
        builder.environment().put("BMSQL_TRAIN", "true");
        assertThat(call(builder).text).contains("<-XX:ArchiveClassesAtExit=" + share.resolve("java-17.0.15.jsa>"));
        javaIs("25.0.3");
        assertThat(call(builder).text).contains("<-XX:AOTCacheOutput=" + share.resolve("java-25.0.3.aot>"));

        Files.writeString(share.resolve("java-25.0.3.aot"), "");
        assertThat(call(scripts, List.of("./bmsql", "run")).text)
                .contains("<-XX:AOTCache=" + share.resolve("java-25.0.3.aot>"), "<-Xlog:aot*=off,cds*=off>");
        javaIs("25.0.4");
        assertThat(call(scripts, List.of("./bmsql", "run")).text).doesNotContain("Xlog", share.toString());
    }

    @Test
    void theUsersJvmOptionsComeLast() throws Exception {
        ProcessBuilder builder = builder(scripts, List.of("./runLoader.sh", "props"));
        builder.environment().put("BMSQL_JAVA_OPTS", "-Xmx3g -Da=b");
        String text = call(builder).text;
        assertThat(text).contains("<-Xmx3g>\n<-Da=b>\n").contains("<-XX:+UseSerialGC>");
        assertThat(text.indexOf("<-Xmx3g>")).isGreaterThan(text.indexOf("<-XX:+UseSerialGC>"));
    }

    /** The quick compiler alone would make the agent slower than the server. */
    @Test
    void whatRunsTransactionsHasTheFullCompiler() throws Exception {
        for (String command : List.of("run", "rerun", "ab", "sweep")) {
            assertThat(call(scripts, List.of("./bmsql", command, "p")).text)
                    .as(command)
                    .doesNotContain("TieredStopAtLevel");
        }
        assertThat(call(scripts, List.of("./bmsql", "compare", "p")).text).contains("TieredStopAtLevel");
    }

    @Test
    void outputThatIsNoTerminalIsNotTakenForOne() throws Exception {
        assertThat(call(scripts, List.of("./bmsql", "run", "p")).text).doesNotContain("bmsql.terminal");
    }

    @Test
    void funcsStopsScriptsWhosePropsFileIsMissing() throws Exception {
        Answer answer = call(scripts, List.of("sh", "-c", "set -- none.props; . ./funcs.sh $1; echo went on"));
        assertThat(answer.status).isEqualTo(1);
        assertThat(answer.text).contains("none.props").doesNotContain("went on");
    }

    @Test
    void funcsGivesScriptsTheirSettings() throws Exception {
        Files.writeString(scripts.resolve("props.x"), "db=postgres\n");
        assertThat(call(scripts, List.of("sh", "-c", "set -- props.x; . ./funcs.sh; getProp db")).text)
                .endsWith("<property>\n<props.x>\n<db>\n");
    }

    private boolean isInstalled(String program) throws IOException, InterruptedException {
        return call(home, List.of("sh", "-c", "command -v " + program)).status == 0;
    }

    private Answer call(Path directory, List<String> words) throws IOException, InterruptedException {
        return call(builder(directory, words));
    }

    private ProcessBuilder builder(Path directory, List<String> words) {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().remove("BMSQL_JAVA_OPTS");
        return builder;
    }

    private static Answer call(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return new Answer(process.exitValue(), text);
    }

    private record Answer(int status, String text) {}

    private static void program(Path file, String script) throws IOException {
        Files.writeString(file, script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
