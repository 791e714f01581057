package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
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
        TestFiles.copy(TestFiles.RECORDED, run);
        Path log = folder.resolve("classes.txt");
        int status = TestFiles.command(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + log,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FontlessTest.class.getName(),
                run.toString());
        assertThat(status).isZero();
        assertThat(run.resolve("report.html")).isNotEmptyFile();
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains(" org.jfree.chart.plot.XYPlot "))
                .noneMatch(line -> line.matches(
                        ".* (sun.font.SunFontManager|sun.font.FontManagerNativeLibrary|sun.awt.FontConfiguration)"
                                + " .*"));
    }
}
