package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * On a server without fonts, fontconfig or FreeType the first call into AWT's font machinery ends the program. A JVM of
 * its own tells which classes a report loads: none of that machinery may be among them.
 */
class FontlessTest {
    @TempDir
    private Path folder;

    /** Writes the report of the directory in the first argument. */
    public static void main(String[] arguments) {
        DirectoryReport.write(Path.of(arguments[0]));
    }

    @Test
    void reportLoadsNothingOfTheFontMachinery() throws Exception {
        Path run = folder.resolve("run");
        SampleRun.write(SampleRun.of(5, 30), run);
        List<String> classes = classesLoadedByReportOf(run);
        assertThat(run.resolve("report.html")).isNotEmptyFile();
        assertThat(classes).anyMatch(line -> line.contains(" org.jfree.chart.plot.XYPlot "));
        assertThat(classes.stream()
                        .filter(line -> line.matches(
                                ".* (sun.font.SunFontManager|sun.font.FontManagerNativeLibrary|sun.awt.FontConfiguration)"
                                        + " .*")))
                .isEmpty();
    }

    private List<String> classesLoadedByReportOf(Path run) throws IOException, InterruptedException {
        Path log = folder.resolve("classes.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=" + log,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FontlessTest.class.getName(),
                        run.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile())
                .start();
        assertThat(process.waitFor())
                .as(() -> read(folder.resolve("output.txt")))
                .isZero();
        return Files.readAllLines(log);
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
