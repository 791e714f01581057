package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.testing.HostProgram;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        home = home.toRealPath();
        scripts = Files.createDirectory(home.resolve("run"));
        for (String name : TestFiles.names(SCRIPTS)) {
            if (name.equals("bmsql") || name.endsWith(".sh")) {
                Files.copy(SCRIPTS.resolve(name), scripts.resolve(name));
            }
        }
        Files.createDirectories(home.resolve("target/lib"));
        Files.writeString(home.resolve("target/bmsql.jar"), "");
        javaHome = Files.createDirectory(home.resolve("a jdk"));
        Path java = Files.createDirectory(javaHome.resolve("bin")).resolve("java");
        program(java, "#!/bin/sh\nfor word; do printf '<%s>\\n' \"$word\"; done\n");
        javaIs("17.0.15");
    }

    private void javaIs(String version) throws IOException {
        Files.writeString(javaHome.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
    }

    private static void program(Path file, String script) throws IOException {
        Files.writeString(file, script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private HostProgram call(Path directory, String... words) throws Exception {
        String[] environment = {"env", "-u", "BMSQL_JAVA_OPTS", "JAVA_HOME=" + javaHome};
        return HostProgram.run(directory, Stage.words(words, environment));
    }

    /** What Java, or the script in its place, says to these words, which have no blanks. */
    private String said(int status, String words) throws Exception {
        HostProgram program = call(scripts, words.split(" "));
        assertThat(program.status()).as(program.text()).isEqualTo(status);
        return program.text();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sh", "dash", "bash", "bash --posix", "busybox sh", "ksh", "zsh"})
    void runsUnderThisShellFromAnyDirectory(String shell) throws Exception {
        String[] words = shell.split(" ");
        assumeTrue(call(home, "sh", "-c", "command -v " + words[0]).status() == 0, shell + " is not installed");
        Path elsewhere = Files.createDirectory(home.resolve("else where"));

        String[] given = {"../run/runSQL.sh", "a b.props", "$x 'y' \"z\"", ""};
        HostProgram answer = call(elsewhere, Stage.words(given, words));

        assertThat(answer.status()).isZero();
        assertThat(answer.text())
                .endsWith("<io.bmsql.cli.Main>\n<--as>\n<runSQL.sh>\n<a b.props>\n<$x 'y' \"z\">\n<>\n")
                .contains("<-Dbmsql.root=" + home + ">")
                .contains("<" + home + "/target/bmsql.jar:" + home + "/target/lib/*>");
    }

    @Test
    void everyOldScriptTellsItsNameInOneExecLine() throws Exception {
        String scripts =
                "runDatabaseBuild runDatabaseDestroy runSQL runLoader runBenchmark generateGraphs generateReport";
        for (String name : scripts.split(" ")) {
            String script = name + ".sh";
            assertThat(said(0, "./" + script + " p")).contains("<--as>\n<" + script + ">\n<p>\n");
            assertThat(Files.readAllLines(this.scripts.resolve(script))).hasSize(2);
        }
    }

    /** A Java 8 keeps its file "release" elsewhere, and some packages have none: such a Java is asked. */
    @ParameterizedTest
    @CsvSource({"true, 1.8.0_402", "true, 11.0.22", "true, 16", "false, 1.8.0_402", "false, 11.0.22"})
    void tooOldAJavaGetsOneSentence(boolean isInItsFile, String version) throws Exception {
        javaIs(version);
        if (!isInItsFile) {
            Files.delete(javaHome.resolve("release"));
            Files.writeString(
                    javaHome.resolve("bin/java"),
                    "#!/bin/sh\necho 'openjdk version \"" + version + "\"' >&2\necho more >&2\n");
        }
        assertThat(said(1, "./runBenchmark.sh props"))
                .isEqualTo("bmsql needs Java 17 or newer, but " + javaHome + "/bin/java is Java " + version
                        + ": set JAVA_HOME to a newer one.\n");
    }

    @Test
    void noJavaAtAllGetsOneSentence() throws Exception {
        Path tools = Files.createDirectory(home.resolve("tools"));
        for (String tool : List.of("dirname", "readlink")) {
            program(tools.resolve(tool), "#!/bin/sh\nexec /usr/bin/" + tool + " \"$@\"\n");
        }
        String bare = "env -i PATH=" + tools + " ";
        assertThat(said(1, bare + "/bin/sh ./bmsql run props"))
                .isEqualTo(
                        "bmsql needs Java 17 or newer, but there is no java on the PATH: install one or set JAVA_HOME.\n");
        assertThat(said(1, bare + "JAVA_HOME=/none /bin/sh ./bmsql run props"))
                .contains("no java on the PATH and no bin/java in JAVA_HOME=/none: install one");
    }

    @Test
    void theScriptsOfEvidenceAreFoundWhateverCdSearches() throws Exception {
        Path one = Files.createDirectory(scripts.resolve("evidence")).resolve("one.sh");
        Files.writeString(one, "#!/bin/bash\n# Tries one.\n\n");
        assertThat(call(home, "env", "CDPATH=.", "bash", "run/evidence.sh", "--list")
                        .text())
                .isEqualTo("one: Tries one. \n");
    }

    /** It was made for this program; a JAVA_HOME is often there for other programs, and old. */
    @Test
    void theReleasesOwnJavaComesFirst() throws Exception {
        javaIs("11.0.22");
        Path own = Files.createDirectories(home.resolve("runtime/bin")).resolve("java");
        program(own, "#!/bin/sh\necho own \"$*\"\n");
        Files.writeString(home.resolve("runtime/release"), "JAVA_VERSION=\"25.0.1\"\n");
        assertThat(said(0, "./bmsql --help")).startsWith("own ").endsWith(" --help\n");
    }

    @Test
    void newEnoughAJavaStarts() throws Exception {
        for (String version : List.of("17", "17.0.1", "21.0.4", "25", "26-ea")) {
            javaIs(version);
            assertThat(said(0, "./bmsql --help")).as(version).contains("<--help>");
        }
    }

    @Test
    void theJarIsThatOfTheBuildOrOfTheDistributionElseItIsSaidHowToBuildIt() throws Exception {
        Files.createDirectory(home.resolve("lib"));
        Files.move(home.resolve("target/bmsql.jar"), home.resolve("lib/bmsql.jar"));
        assertThat(said(0, "./bmsql")).contains("<" + home + "/lib/bmsql.jar:" + home + "/lib/*>");
        Files.delete(home.resolve("lib/bmsql.jar"));
        assertThat(said(1, "./bmsql --help").lines())
                .singleElement()
                .asString()
                .contains("not built yet", "quickstart.sh");
    }

    /** One file under each name in the release's {@code bin/}; a user may link to it, or to the script, under yet another name. */
    @Test
    void theReleasesBinCallsTheScriptOfItsNameInRun() throws Exception {
        Path bin = Files.createDirectory(home.resolve("bin"));
        for (String name : List.of("bmsql", "runBenchmark.sh")) {
            Files.copy(Path.of("src/main/assembly/bin/bmsql"), bin.resolve(name));
        }
        assertThat(call(bin, "./runBenchmark.sh", "a b").text())
                .endsWith("<io.bmsql.cli.Main>\n<--as>\n<runBenchmark.sh>\n<a b>\n")
                .contains("<-Dbmsql.root=" + home + ">");
        for (Path program : List.of(bin, scripts)) {
            Path link = Files.createSymbolicLink(home.resolve("bm" + program.getFileName()), program.resolve("bmsql"));
            assertThat(call(home, link.toString(), "--version").text())
                    .endsWith("<io.bmsql.cli.Main>\n<--version>\n")
                    .contains("<-Dbmsql.root=" + home + ">");
        }
    }

    @Test
    void aWarmStartIsTakenForThisJavaOnlyAndMadeWhenAskedFor() throws Exception {
        Path share = home.resolve("share");
        String train = "env BMSQL_TRAIN=true ./bmsql run";
        assertThat(said(0, "./bmsql run")).doesNotContain("Xlog", share.toString());
        assertThat(said(0, train)).contains("<-XX:DumpLoadedClassList=" + share + "/java-17.0.15.jsa.all>");
        Files.writeString(share.resolve("java-17.0.15.jsa"), "");
        assertThat(said(0, "./bmsql run"))
                .contains("<-XX:SharedArchiveFile=" + share + "/java-17.0.15.jsa>", "<-Xlog:cds*=off>");
        javaIs("25.0.4");
        assertThat(said(0, "./bmsql run")).doesNotContain("Xlog", share.toString());
    }

    @Test
    void theUsersJvmOptionsComeLast() throws Exception {
        HostProgram program = call(scripts, "env", "BMSQL_JAVA_OPTS=-Xmx3g -Da=b", "./runLoader.sh", "props");
        assertThat(program.text()).containsSubsequence("<-XX:+UseSerialGC>", "<-Xmx3g>\n<-Da=b>\n");
    }

    /** The quick compiler alone would make the agent slower than the server; output that is no terminal is not taken for one. */
    @Test
    void whatRunsTransactionsHasTheFullCompiler() throws Exception {
        for (String command : List.of("run", "rerun", "ab", "sweep")) {
            assertThat(said(0, "./bmsql " + command + " p"))
                    .as(command)
                    .doesNotContain("TieredStopAtLevel", "bmsql.terminal");
        }
        assertThat(said(0, "./bmsql compare p")).contains("TieredStopAtLevel");
    }

    @Test
    void funcsGivesScriptsTheirSettingsOrStopsThem() throws Exception {
        Files.writeString(scripts.resolve("props.x"), "db=postgres\n");
        assertThat(call(scripts, "sh", "-c", "set -- props.x; . ./funcs.sh; getProp db")
                        .text())
                .endsWith("<property>\n<props.x>\n<db>\n");
        HostProgram missing = call(scripts, "sh", "-c", "set -- none.props; . ./funcs.sh $1; echo went on");
        assertThat(missing.status()).isEqualTo(1);
        assertThat(missing.text()).contains("none.props").doesNotContain("went on");
    }
}
