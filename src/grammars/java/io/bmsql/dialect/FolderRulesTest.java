package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What servers that nobody could start here are known to refuse. Each rule is held against the whole of what a folder would send,
 * inherited files included, in every layout and statement profile.
 */
@Tag("grammars")
class FolderRulesTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();

    /** Files of named texts, which are read as statements, and queries of a collector that may fail. */
    private static final List<String> NO_SCRIPTS =
            List.of("statements.sql", "checks.sql", "population.sql", "metrics.sql");

    private static final String SERVER_CLOCK =
            "\\b(localtimestamp|sysdate|systimestamp|current_timestamp|current_date)\\b|\\bnow\\s*\\(|getdate\\s*\\(";

    /** Oracle's PCTUSED unless said otherwise; together with PCTFREE it may be 100 at most (ORA-02211). */
    private static final int DEFAULT_PCTUSED = 40;

    static Stream<String> folders() {
        return TestDatabase.folders().available().stream();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = ';',
            value = {
                "opengauss; no change of a sequence beyond its value; alter sequence",
                "opengauss; no partitions in PostgreSQL's words; partition (by|of)",
                "opengauss; nothing that came after PostgreSQL 9.2; jit|pg_size_bytes|lateral|on conflict|export_snapshot",
                "kingbase; nothing that came after PostgreSQL 9.2; jit|pg_size_bytes|lateral|on conflict|export_snapshot",
                "opengauss; no copy of a database in PostgreSQL's words; (create|drop) database",
                "kingbase; no copy of a database in PostgreSQL's words; (create|drop) database",
                "klustron; no foreign key; foreign key",
                "klustron; no vacuum; vacuum",
                "klustron; no key or index on filled tables; alter table \\w+\\s+add",
                "klustron; no snapshot of the compute node alone; snapshot",
                "tidb; one change of a table a statement; alter table .*\\b(add|drop)\\b.*,\\s*(add|drop)\\b",
                "tidb; no stored procedure; procedure|^\\W*call\\b",
                "oracle; no LIMIT and no FETCH FIRST; limit \\d|fetch first",
                "oracle; DROP TABLE IF EXISTS is 23ai's; if exists",
                "dm; no RETURNING; returning",
                "informix; SELECT FIRST is the only word for a first row; limit \\d|fetch first|rownum",
                "informix; a row is locked in a query of one table only; (order by|join|first 1).*for update",
                "informix; a constraint's name stands at its end; add constraint \\w+\\s+(primary|foreign) key",
                "informix; no sequence; sequence",
                "informix; an INSERT does not read the table that it fills; insert into (\\w+)\\b.*\\b(from|join)\\s+\\1\\b",
                "informix; a parameter inside a function has a type; \\b(substr|substring|mod|coalesce|nvl)\\s*\\(\\s*\\?",
                "firebird; a parameter inside a function has a type; \\b(substr|substring|mod|coalesce)\\s*\\(\\s*\\?",
            })
    void isNeverSent(String folder, String why, String refused) throws Exception {
        Pattern pattern = Pattern.compile(refused, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
        Map<String, String> sent = sent(folder);

        assertThat(sent).hasSizeGreaterThan(80);
        sent.forEach((place, sql) -> assertThat(sql).as("%s: %s", place, why).doesNotContainPattern(pattern));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = ';',
            value = {
                "oracle; no BIGINT; bigint",
                "oracle; no AUTO_INCREMENT and no SERIAL; auto_increment|serial",
                "oracle; an empty text is NULL; default ''",
                "dm; no SERIAL; serial",
                "klustron; no key on filled tables, and no foreign key; alter table|foreign key",
                "firebird; no AUTO_INCREMENT and no SERIAL; auto_increment|serial",
                "informix; other words for times; timestamp|extract",
                "informix; no AUTO_INCREMENT; auto_increment",
                "informix; a key is a constraint; add (primary|foreign) key",
                "informix; groups by names or numbers of columns; group by .*\\b(substr|mod|extract|year)\\("
            })
    void isNeverSentByAWorkload(String folder, String why, String refused) throws Exception {
        Pattern pattern = Pattern.compile(refused, Pattern.CASE_INSENSITIVE);
        Map<String, String> sent = new TreeMap<>();
        try (Stream<Path> files = Files.walk(REPOSITORY)
                .filter(file -> REPOSITORY.relativize(file).toString().matches("workload\\.\\w+/(\\w+/)?\\w+\\.sql"))) {
            for (Path file : files.toList()) {
                Path workload = REPOSITORY.resolve(REPOSITORY.relativize(file).getName(0));
                Path inFolder = workload.relativize(file);
                Path own = dialect(folder).chain().stream()
                        .map(db -> workload.resolve("sql." + db).resolve(inFolder))
                        .filter(Files::exists)
                        .findFirst()
                        .orElse(file);
                sent.put(file.toString(), Files.readString(own).replaceAll("--.*", ""));
            }
        }

        assertThat(sent).hasSizeGreaterThan(60);
        sent.forEach((place, sql) -> assertThat(sql).as("%s: %s", place, why).doesNotContainPattern(pattern));
    }

    /** Informix and Firebird cannot give a type to a parameter that has only a number beside it. */
    @ParameterizedTest
    @MethodSource("folders")
    void noParameterStandsBesideANumberAlone(String folder) throws Exception {
        Pattern bare = Pattern.compile("\\?\\s*[-+*/%|]|[\\d)]\\s*[-+*/%|]+\\s*\\?");

        sent(folder).forEach((place, sql) -> assertThat(sql).as(place).doesNotContainPattern(bare));
    }

    /** The ledger goes by date where numbers do not tell, by the program's clock, or the server's if that is behind and can be asked. */
    @ParameterizedTest
    @MethodSource("folders")
    void whereRowsAreDatedByTheServersClockItCanBeAsked(String folder) throws Exception {
        Pattern clock = Pattern.compile(SERVER_CLOCK, Pattern.CASE_INSENSITIVE);
        Map<String, String> sent = sent(folder);
        boolean isDating = sent.entrySet().stream()
                .filter(each -> !each.getKey().endsWith("Server.clock"))
                .anyMatch(each ->
                        clock.matcher(each.getValue().replaceAll("--.*", "")).find());

        assertThat(isDating
                        && dialect(folder).statement(StatementId.SERVER_CLOCK).isEmpty())
                .isFalse();
    }

    /** Several servers, or instances of one, draw the numbers of history rows from shares of their own. */
    @ParameterizedTest
    @CsvSource({"oracle", "dm", "klustron", "tidb", "oceanbase"})
    void theLedgerGoesByDateWhereNumbersAreNotInOrder(String folder) throws Exception {
        assertThat(dialect(folder).statements().get(StatementId.LEDGER_HISTORY).sql())
                .contains("h_date >= ?");
    }

    @Test
    void oraclesFreeAndUsedSharesOfABlockLeaveRoomForEachOther() throws Exception {
        Pattern free = Pattern.compile("pctfree (\\d+)(?: pctused (\\d+))?");
        int found = 0;
        for (Map.Entry<String, String> sent : sent("oracle").entrySet()) {
            Matcher clause = free.matcher(sent.getValue());
            while (clause.find()) {
                int used = clause.group(2) == null ? DEFAULT_PCTUSED : Integer.parseInt(clause.group(2));
                assertThat(Integer.parseInt(clause.group(1)) + used)
                        .as(sent.getKey())
                        .isLessThanOrEqualTo(100);
                found++;
            }
        }
        assertThat(found).isGreaterThan(8);
    }

    /** Every text that the program or a user's build could send, by its place. */
    private static Map<String, String> sent(String folder) throws Exception {
        Map<String, String> all = new LinkedHashMap<>();
        for (String profile : List.of("", "benchmarksql5")) {
            DialectSql.statements(folder, profile).forEach((name, sql) -> all.put(profile + " " + name, sql));
        }
        Dialect plain = dialect(folder);
        for (boolean on : List.of(true, false)) {
            Map<PropertyKey, Boolean> options = plain.layout().options().keySet().stream()
                    .collect(Collectors.toMap(option -> option, option -> on));
            for (int partitions : List.of(0, 4)) {
                if (partitions == 0 || plain.properties().isPartitionable()) {
                    addScripts(all, plain.laidOut(new Layout(partitions, List.of(1, 2), options)));
                }
            }
        }
        return all;
    }

    private static void addScripts(Map<String, String> all, Dialect dialect) throws Exception {
        TreeSet<String> scripts = new TreeSet<>();
        for (String name : dialect.chain()) {
            TestFiles.names(REPOSITORY.resolve("sql." + name)).stream()
                    .filter(file -> file.endsWith(".sql") && !NO_SCRIPTS.contains(file))
                    .forEach(scripts::add);
        }
        for (String script : scripts) {
            for (SqlStatement statement :
                    dialect.script(script).orElseThrow().script().statements()) {
                all.put(dialect.layout() + " " + statement.place(), statement.text());
            }
        }
    }

    private static Dialect dialect(String folder) throws Exception {
        return DialectSql.dialect(folder, "");
    }
}
