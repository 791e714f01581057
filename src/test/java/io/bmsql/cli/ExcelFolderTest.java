package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.ExcelForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExcelFolderTest {
    @TempDir
    private Path run;

    private final ExcelFolder excel = new ExcelFolder();

    @Test
    void everyFileOfDataHasACopyButOneThatIsTooLong() throws IOException {
        write("data/series.csv", "second,tpmC\n1,2.5\n");
        write("data/host2/sys_info.csv", "cpu\n0.5\n");
        write("data/result.csv", "1\n".repeat(ExcelForm.MOST_ROWS + 1));
        write("data/ledger.txt", "1\n");
        write("summary.json", "{}");
        excel.form = ExcelForm.SEMICOLON;
        Stage stage = new Stage(run);

        excel.write(stage.context(), run);

        assertThat(run.resolve("excel/series.csv")).content().isEqualTo("\uFEFFsecond;tpmC\r\n1;2,5\r\n");
        assertThat(run.resolve("excel/host2/sys_info.csv")).content().isEqualTo("\uFEFFcpu\r\n0,5\r\n");
        try (var copies = Files.walk(run.resolve("excel"))) {
            assertThat(copies.filter(Files::isRegularFile)).hasSize(2);
        }
        assertThat(stage.err()).contains("result.csv has more rows than Excel opens (1048576) and was left out");
        assertThat(stage.out()).contains("For Excel: " + run.resolve("excel"));
    }

    @Test
    void nothingIsWrittenUnlessItIsAskedFor() throws IOException {
        write("data/series.csv", "second,tpmC\n1,2.5\n");

        excel.write(new Stage(run).context(), run);

        assertThat(run.resolve("excel")).doesNotExist();
    }

    private void write(String file, String text) throws IOException {
        Path path = run.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
