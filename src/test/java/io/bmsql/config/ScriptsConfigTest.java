package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.ScriptsConfig.Entry;
import java.util.Map;
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            scripts=a.sql b/a.sql | names two scripts alike
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
