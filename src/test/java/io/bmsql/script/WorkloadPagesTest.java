package io.bmsql.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of each shipped workload is made of its folder. */
class WorkloadPagesTest {
    private static final Pattern ROWS =
            Pattern.compile("(?s)-- rows: *([^\\n]*).*?create table (\\w+) *\\((.*?)\\n\\);");
    private static final Pattern COLUMN = Pattern.compile("(?m)^ *(\\w+) +.*?-- = *(.*)$");

    static List<String> shipped() throws IOException {
        return TestFiles.names(Path.of("")).stream()
                .filter(file -> file.startsWith("workload.") && Files.exists(Path.of(file, "workload.properties")))
                .map(file -> file.substring("workload.".length()))
                .toList();
    }

    /** With {@code -Dbmsql.update=true} the page is written instead. */
    @ParameterizedTest
    @MethodSource("shipped")
    void thePageIsThatOfTheFolder(String name) throws Exception {
        Path file = Path.of("docs/workloads/" + name + ".md");
        String page = page(name);
        if (Boolean.getBoolean("bmsql.update")) {
            Files.createDirectories(Path.of("docs/workloads"));
            Files.writeString(file, page);
        }
        assertThat(file)
                .as("run mvn test -Dtest=WorkloadPagesTest -Dbmsql.update=true")
                .hasContent(page);
        assertThat(Files.readString(Path.of("docs/index.md"))).contains("(workloads/" + name + ".md)");
    }

    /** Oracle before 23ai, Firebird and others do not know IF EXISTS; the program sees by itself what is there. */
    @ParameterizedTest
    @MethodSource("shipped")
    void tablesAreDroppedInWordsOfEveryDatabase(String name) throws Exception {
        String file = "workload." + name + "/drop.sql";
        String text = Files.readString(Path.of(file));
        assertThat(TableStatement.read(new Place(file, text, 0), Map.of("tables", "2"), 1))
                .isNotEmpty()
                .allSatisfy(drop -> assertThat(drop.sql()).isEqualTo("drop table " + drop.table()))
                .allMatch(TableStatement::isDrop);
    }

    private static String page(String name) throws IOException, UsageException {
        Path folder = Path.of("workload." + name);
        String text = Files.readString(folder.resolve("workload.properties"));
        Properties settings = new Properties();
        settings.load(new StringReader(text));
        String unit = settings.getProperty("scale.unit");
        StringBuilder page = new StringBuilder(
                """
                # The workload %1$s

                [All pages](../index.md) · [Scripts and workloads](../scripts.md)

                <!-- Made of workload.%1$s/ by WorkloadPagesTest with -Dbmsql.update=true: change the folder. -->

                %2$s

                - %3$s
                - Figure: %4$s, transactions a second.
                - Variables and their defaults: `%5$s`.
                - Limits: %6$s.

                ## Use

                ```sh
                bmsql build my.props -D workload=%1$s
                bmsql run my.props -D workload=%1$s
                bmsql check my.props -D workload=%1$s
                bmsql reset my.props -D workload=%1$s
                bmsql destroy my.props -D workload=%1$s
                ```

                ## Mixes

                | `scripts` | transactions and their weights |
                | --- | --- |
                """
                        .formatted(
                                name,
                                comment(text, "#"),
                                unit == null
                                        ? "Variables of its own give its size, not `scale`."
                                        : "One unit of scale is " + unit + ".",
                                settings.getProperty("metric"),
                                settings.getProperty("variables"),
                                settings.getProperty("limits", "none")));
        new TreeMap<>(settings).forEach((key, mix) -> {
            if (key.toString().matches("mix(\\..*)?")) {
                String scripts =
                        key.equals("mix") ? "not set" : "`" + key.toString().substring(4) + "`";
                page.append("| " + scripts + " | `" + mix + "` |\n");
            }
        });
        page.append("\nOr names of transactions, each with `@` and a weight.\n\n## Transactions\n");
        for (Path each : TestFiles.in(folder.resolve("transactions"))) {
            String title = String.valueOf(each.getFileName()).replace(".sql", "");
            page.append("\n### " + title + "\n\n```sql\n" + Files.readString(each) + "```\n");
        }
        page.append("\n## Tables\n");
        tables(page, Files.readString(folder.resolve("tables.sql")));
        page.append("\n## Conditions\n\n| condition | holds when this gives no rows |\n| --- | --- |\n");
        String checks = Files.readString(folder.resolve("checks.sql"));
        for (TableStatement check : TableStatement.read(new Place("checks.sql", checks, 0), single(settings), 1)) {
            String sql = check.sql().replaceAll("\\s+", " ").replace("|", "\\|");
            page.append("| " + check.title() + " | `" + sql + "` |\n");
        }
        String others = TestFiles.names(folder).stream()
                .filter(file -> file.startsWith("sql."))
                .map(file -> "`" + file.substring(4) + "`")
                .collect(Collectors.joining(", "));
        return page
                + "\nEvery test run builds, runs, checks and destroys it on PostgreSQL and MariaDB;"
                + " Firebird 3 was tried once by hand, Oracle's words on H2 in Oracle mode (`mvn -Pgrammars"
                + " verify`), others never."
                + (others.isEmpty() ? "" : " Files of their own have " + others + ".")
                + "\n";
    }

    /** Values that leave the text of conditions as it is, but for the number of copies. */
    private static Map<String, String> single(Properties settings) {
        Map<String, String> values = new TreeMap<>();
        for (String word : settings.getProperty("variables").split(" ")) {
            values.put(word.replaceFirst("=.*", ""), word.replaceFirst(".*=", ""));
        }
        return values;
    }

    private static void tables(StringBuilder page, String text) {
        Matcher table = ROWS.matcher(text);
        while (table.find()) {
            page.append(
                    "\n### " + table.group(2) + "\n\nRows: `" + table.group(1).strip());
            page.append("`\n\n| column | value |\n| --- | --- |\n");
            Matcher column = COLUMN.matcher(table.group(3));
            while (column.find()) {
                page.append("| `" + column.group(1) + "` | `" + column.group(2).strip() + "` |\n");
            }
        }
    }

    private static String comment(String text, String mark) {
        return text.lines()
                .takeWhile(line -> line.startsWith(mark))
                .map(line -> line.substring(mark.length()).strip())
                .collect(Collectors.joining("\n"));
    }
}
