package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The query and the script of docs/results.md, with DuckDB and pandas where they are installed; skipped elsewhere. */
class OtherProgramsTest {
    private static final Path RECORDED = Path.of("src/test/resources/recorded-result");

    private static String block(String language) {
        return DocPage.read(Path.of("docs/results.md")).blocks().stream()
                .filter(block -> block.language().equals(language))
                .map(DocPage.Block::text)
                .findFirst()
                .orElseThrow();
    }

    private record Ended(int status, String out) {}

    /** In the directory of the recorded run, with the text as its input; status 127 where there is no such program. */
    private static Ended run(String input, String... command) throws Exception {
        Process process;
        try {
            process = new ProcessBuilder(List.of(command))
                    .directory(RECORDED.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return new Ended(127, "");
        }
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }

    /** By its own program, or by its library for Python. */
    @Test
    void duckDbReadsTheFiles() throws Exception {
        String query = block("sql");
        String[] command = {"duckdb", "-csv"};
        if (run("", "duckdb", "--version").status != 0) {
            assumeTrue(run("import duckdb", "python3", "-").status == 0, "DuckDB is not installed");
            query = "import duckdb\nfor row in duckdb.sql(\"\"\"" + query
                    + "\"\"\").fetchall(): print(*row, sep=',')\n";
            command = new String[] {"python3", "-"};
        }
        Ended ended = run(query, command);
        assertThat(ended.status).as(ended.out).isZero();
        // 288 in the summary, all in the first minute; the rest is of the same files.
        assertThat(ended.out.strip().lines().filter(line -> line.matches("\\d.*")))
                .singleElement()
                .asString()
                .matches("0,288,\\d+([.]\\d+)?,\\d+[.]\\d+");
    }

    @Test
    void pandasReadsTheFiles() throws Exception {
        assumeTrue(run("import pandas", "python3", "-").status == 0, "pandas is not installed");
        Ended ended = run(block("python"), "python3", "-");
        assertThat(ended.status).as(ended.out).isZero();
        assertThat(ended.out).containsPattern("NEW_ORDER +288[.]0 ").contains("STOCK_LEVEL");
    }
}
