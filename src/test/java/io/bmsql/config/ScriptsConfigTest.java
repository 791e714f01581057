package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.ScriptsConfig.Entry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptsConfigTest {
    @Test
    void scriptsHaveWeightsAndNamesAndNeedNoWarehouses() throws ConfigException {
        String props = "db=postgres\nconn=jdbc:postgresql://h/db\nterminals=2\nrunMins=1\n";
        ScriptsConfig scripts = TestProps.load(
                        ConfigPurpose.RUN,
                        props + "scripts=dir/a.sql@3 builtin:select-only\nscriptVariables=n=10 text=x\n",
                        Map.of(),
                        Map.of())
                .config()
                .scripts();

        assertThat(scripts.scripts())
                .containsExactly(new Entry("dir/a.sql", 3), new Entry("builtin:select-only", Entry.OF_THE_FILE));
        assertThat(scripts.scripts()).extracting(Entry::name).containsExactly("a", "select-only");
        assertThat(scripts.variables()).isEqualTo(Map.of("n", "10", "text", "x"));
        assertThat(TestProps.config("").scripts().isTpcc()).isTrue();
    }

    /** As pgbench takes them: a path may hold blanks, and files of two folders the same name. */
    @Test
    void namesOfFilesAreTakenAsTheyAre() throws Exception {
        String setting = ScriptsConfig.setting(Stream.of(
                ("01-read only.sql@2|a/query.sql|b/query.sql@3|query.sql|builtin:select-only|noext|a@b.sql@1|\u67e5\u8be2.sql|c\u001b\u202e.sql")
                        .split("\\|")));
        List<Entry> entries = ScriptsConfig.entries(setting, word -> {
            throw new IllegalArgumentException(word);
        });
        assertThat(entries)
                .extracting(Entry::file)
                .containsExactly(
                        ("01-read only.sql|a/query.sql|b/query.sql|query.sql|builtin:select-only|noext|a@b.sql|\u67e5\u8be2.sql|c\u001b\u202e.sql")
                                .split("\\|"));
        assertThat(entries).extracting(Entry::weight).containsExactly(2, -1, 3, -1, -1, -1, 1, -1, -1);
        assertThat(ScriptsConfig.names(entries))
                .containsExactly(
                        "01-read_only",
                        "query",
                        "query_2",
                        "query_3",
                        "select-only",
                        "noext",
                        "a@b",
                        "\u67e5\u8be2",
                        "c__");
        assertThat(ScriptsConfig.entries(ScriptsConfig.keptIn(Path.of("my results"), setting), word -> {}))
                .extracting(Entry::file)
                .startsWith(
                        "my results/scripts/01-read_only.sql",
                        "my results/scripts/query.sql",
                        "my results/scripts/query_2.sql");
        assertThat(ScriptsConfig.variables("n=10 word=\"a b\"", word -> {}))
                .isEqualTo(Map.of("n", "10", "word", "a b"));
    }

    @Test
    void theBeginningOfTheNameOfABuiltInScriptIsEnough() throws Exception {
        assertThat(ScriptsConfig.builtin("tpcb@2")).isEqualTo("builtin:tpcb-like@2");
        assertThat(ScriptsConfig.builtin("se")).isEqualTo("builtin:select-only");
        for (String wrong : List.of("s", "x", "list")) {
            assertThatThrownBy(() -> ScriptsConfig.builtin(wrong))
                    .hasMessage("-b " + wrong
                            + ": the program's scripts are tpcb-like, simple-update, select-only; give one,"
                            + " or a beginning that only one has");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            scripts=a.sql@ b.sql@2 | has a.sql@, which is no file@weight
            scripts=a.sql@x | has a.sql@x, which is no file@weight
            scripts=a.sql@0 | gives no script a weight above 0
            scripts=a.sql;ledger=true | cannot be used with scripts, which are not TPC-C
            scripts=a.sql;checkAfterRun=true | cannot be used with scripts
            scripts=a.sql;thresholds=tpmC>5 | bounds what only TPC-C has
            scripts=a.sql;scriptVariables=n | has n, which is no name=value
            """)
    void whatCannotRunIsRefused(String lines, String message) {
        assertThatThrownBy(() -> TestProps.run(lines.replace(';', '\n'))).hasMessageContaining(message);
    }
}
