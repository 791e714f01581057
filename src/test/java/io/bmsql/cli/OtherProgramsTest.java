package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.testing.HostProgram;
import io.bmsql.testing.TestFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The query and the script of docs/results.md, with DuckDB and pandas where they are installed; skipped elsewhere. */
class OtherProgramsTest {
    private static String block(String language) {
        return DocPage.read(Path.of("docs/results.md")).blocks().stream()
                .filter(block -> block.language().equals(language))
                .map(DocPage.Block::text)
                .findFirst()
                .orElseThrow();
    }

    /** In the directory of the recorded run. */
    private static HostProgram run(String input, String... command) throws Exception {
        return HostProgram.runWith(input, TestFiles.RECORDED, command);
    }

    /** By its own program, or by its library for Python. */
    @Test
    void duckDbReadsTheFiles() throws Exception {
        String query = block("sql");
        String[] command = {"duckdb", "-csv"};
        if (run("", "duckdb", "--version").status() != 0) {
            assumeTrue(run("import duckdb", "python3", "-").status() == 0, "DuckDB is not installed");
            query = "import duckdb\nfor row in duckdb.sql(\"\"\"" + query
                    + "\"\"\").fetchall(): print(*row, sep=',')\n";
            command = new String[] {"python3", "-"};
        }
        HostProgram ended = run(query, command);
        assertThat(ended.status()).as(ended.text()).isZero();
        // 288 in the summary, all in the first minute; the rest is of the same files.
        assertThat(ended.text().strip().lines().filter(line -> line.matches("\\d.*")))
                .singleElement()
                .asString()
                .matches("0,288,\\d+([.]\\d+)?,\\d+[.]\\d+");
    }

    @Test
    void pandasReadsTheFiles() throws Exception {
        assumeTrue(run("import pandas", "python3", "-").status() == 0, "pandas is not installed");
        HostProgram ended = run(block("python"), "python3", "-");
        assertThat(ended.status()).as(ended.text()).isZero();
        assertThat(ended.text()).containsPattern("NEW_ORDER +288[.]0 ").contains("STOCK_LEVEL");
    }
}
