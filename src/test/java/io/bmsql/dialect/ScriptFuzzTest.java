package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.testing.Fuzz;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQL folders that somebody has broken: statements or a sentence, never anything else. */
class ScriptFuzzTest {
    private static final String[] PIECES = {
        "-- {\n", "-- }\n", "$$\n", "--\n",
        "-- for each partition\n", "-- for each shard with tablegroups\n", "a; -- when partitions\n", "-- end\n",
        "-- when fillFactors and not partitions\n", "{partitions}", "{remainder}", "{shard}",
        "select ';';\n", "\\;\n", ";\n", "\r",
        "\u2028", "-- name: NewOrder.district\n", "-- name:\n", "-- about: x\n",
        ":w_id ", ":", "::int", "'",
        "\"", "/*", "*/", "?",
        "\uFEFF"
    };

    @TempDir
    private Path folder;

    @Test
    void damagedScriptsSplitOrAreRefused() throws IOException {
        List<byte[]> samples = samples();
        Fuzz.cases(500, UsageException.class::isInstance, fuzz -> {
            byte[] bytes = fuzz.mutated(fuzz.pick(samples));
            read(new String(bytes, StandardCharsets.UTF_8), fuzz);
        });
    }

    @Test
    void randomScriptsSplitOrAreRefused() {
        Fuzz.cases(800, UsageException.class::isInstance, fuzz -> {
            StringBuilder text = new StringBuilder();
            for (int i = fuzz.below(40); i >= 0; i--) {
                text.append(fuzz.oneIn(8) ? fuzz.hostile() : fuzz.pick(Arrays.asList(PIECES)));
            }
            read(text.toString(), fuzz);
        });
    }

    @Test
    void damagedFoldersLoadOrAreRefused() throws IOException {
        for (String name : List.of("sql.common", "sql.postgres")) {
            TestFiles.copy(Path.of(name), folder.resolve(name));
        }
        List<Path> files = TestFiles.below(folder);
        Fuzz.cases(100, UsageException.class::isInstance, fuzz -> {
            Path file = fuzz.pick(files);
            byte[] before = Files.readAllBytes(file);
            TestFiles.replace(file, fuzz.mutated(before));
            try {
                new DialectFolders(List.of(folder)).load("postgres", fuzz.oneIn(9) ? fuzz.hostile() : "");
            } finally {
                TestFiles.replace(file, before);
            }
        });
    }

    private static void read(String text, Fuzz fuzz) throws UsageException {
        Layout layout = new Layout(
                fuzz.below(20),
                fuzz.oneIn(2) ? List.of() : List.of(1, 7),
                fuzz.oneIn(2) ? Map.of() : Map.of(PropertyKey.TABLEGROUPS, true));
        SqlScript plain = new SqlFile("f.sql", "", text, Layout.WHOLE).script();
        assertThat(plain.statements()).allMatch(statement -> !statement.text().isBlank());
        SqlScript unused = new SqlScript("f.sql", SqlTemplate.fill("f.sql", text, layout));
        for (NamedSql sql : NamedSql.parse("f.sql", text).values()) {
            NamedStatement.of(fuzz.pick(Arrays.asList(StatementId.values())), sql);
        }
    }

    private static List<byte[]> samples() throws IOException {
        List<byte[]> samples = new ArrayList<>();
        for (String folder : List.of("sql.common", "sql.postgres", "sql.klustron", "sql.oracle", "sql.mysql")) {
            samples.addAll(TestFiles.contents(Path.of(folder), ".*[.]sql"));
        }
        return samples;
    }
}
