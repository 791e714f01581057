package io.bmsql.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.script.WorkloadFolder.Source;
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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of each shipped workload is made of its folder. */
class WorkloadPagesTest {
    private static final Pattern ROWS =
            Pattern.compile("(?s)-- rows: *([^\\n]*).*?create table (\\w+) *\\((.*?)\\n\\);");
    private static final Pattern COLUMN = Pattern.compile("(?m)^ *(\\w+) +.*?-- = *(.*)$");

    static List<String> shipped() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            return files.map(Path::toString)
                    .filter(file -> file.startsWith("workload.") && Files.exists(Path.of(file, "workload.properties")))
                    .map(file -> file.substring("workload.".length()))
                    .sorted()
                    .toList();
        }
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
        assertThat(WorkloadTable.read(new WorkloadFolder.Source(file, text), Map.of("tables", "2"), 1))
                .isNotEmpty()
                .allSatisfy(drop -> assertThat(drop.sql()).isEqualTo("drop table " + drop.table()))
                .allMatch(WorkloadTable::isDrop);
    }

    private static String page(String name) throws IOException, UsageException {
        Path folder = Path.of("workload." + name);
        String text = Files.readString(folder.resolve("workload.properties"));
        Properties settings = new Properties();
        settings.load(new StringReader(text));
        StringBuilder page = new StringBuilder("# The workload " + name + "\n\n[All pages](../index.md) · [Scripts and"
                + " workloads](../scripts.md)\n\n<!-- Made of workload." + name
                + "/ by WorkloadPagesTest with -Dbmsql.update=true: change the folder. -->\n\n");
        page.append(comment(text, "#")).append("\n\n");
        String unit = settings.getProperty("scale.unit");
        page.append(
                unit == null
                        ? "- Variables of its own give its size, not `scale`.\n"
                        : "- One unit of scale is " + unit + ".\n");
        page.append("- Figure: ").append(settings.getProperty("metric")).append(", transactions a second.\n");
        page.append("- Variables and their defaults: `")
                .append(settings.getProperty("variables"))
                .append("`.\n- Limits: ")
                .append(settings.getProperty("limits", "none"))
                .append(".\n\n## Use\n\n```sh\n");
        for (String command : List.of("build", "run", "check", "reset", "destroy")) {
            page.append("bmsql ")
                    .append(command)
                    .append(" my.props -D workload=")
                    .append(name)
                    .append("\n");
        }
        page.append("```\n\n## Mixes\n\n| `scripts` | transactions and their weights |\n| --- | --- |\n");
        new TreeMap<>(settings).forEach((key, mix) -> {
            if (key.toString().matches("mix(\\..*)?")) {
                page.append("| ")
                        .append(
                                key.equals("mix")
                                        ? "not set"
                                        : "`" + key.toString().substring(4) + "`")
                        .append(" | `")
                        .append(mix)
                        .append("` |\n");
            }
        });
        page.append("\nOr names of transactions, each with `@` and a weight.\n\n## Transactions\n");
        for (Path each : files(folder.resolve("transactions"))) {
            page.append("\n### ")
                    .append(String.valueOf(each.getFileName()).replace(".sql", ""))
                    .append("\n\n```sql\n")
                    .append(Files.readString(each))
                    .append("```\n");
        }
        page.append("\n## Tables\n");
        tables(page, Files.readString(folder.resolve("tables.sql")));
        page.append("\n## Conditions\n\n| condition | holds when this gives no rows |\n| --- | --- |\n");
        String checks = Files.readString(folder.resolve("checks.sql"));
        for (WorkloadTable check : WorkloadTable.read(new Source("checks.sql", checks), single(settings), 1)) {
            page.append("| ")
                    .append(check.title())
                    .append(" | `")
                    .append(check.sql().replaceAll("\\s+", " ").replace("|", "\\|"))
                    .append("` |\n");
        }
        try (Stream<Path> own = Files.list(folder)) {
            String others = own.map(path -> String.valueOf(path.getFileName()))
                    .filter(file -> file.startsWith("sql."))
                    .sorted()
                    .map(file -> "`" + file.substring(4) + "`")
                    .collect(Collectors.joining(", "));
            page.append("\nEvery test run builds, runs, checks and destroys it on PostgreSQL and MariaDB;"
                            + " Firebird 3 was tried once by hand, Oracle's words on H2 in Oracle mode (`mvn -Pgrammars"
                            + " verify`), others never.")
                    .append(others.isEmpty() ? "" : " Files of their own have " + others + ".")
                    .append("\n");
        }
        return page.toString();
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
            page.append("\n### ")
                    .append(table.group(2))
                    .append("\n\nRows: `")
                    .append(table.group(1).strip());
            page.append("`\n\n| column | value |\n| --- | --- |\n");
            Matcher column = COLUMN.matcher(table.group(3));
            while (column.find()) {
                page.append("| `")
                        .append(column.group(1))
                        .append("` | `")
                        .append(column.group(2).strip())
                        .append("` |\n");
            }
        }
    }

    private static String comment(String text, String mark) {
        return text.lines()
                .takeWhile(line -> line.startsWith(mark))
                .map(line -> line.substring(mark.length()).strip())
                .collect(Collectors.joining("\n"));
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
