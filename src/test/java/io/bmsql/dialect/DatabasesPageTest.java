package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What docs/databases.md says about each folder is what the folder says about itself. */
class DatabasesPageTest {
    private static final Path PAGE = Path.of("docs/databases.md");
    private static final String BEGIN = "<!-- folders:begin -->\n";
    private static final String END = "<!-- folders:end -->";

    /** With {@code -Dbmsql.update=true} the page is rewritten instead. */
    @Test
    void thePageListsEveryFolder() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains(BEGIN).contains(END);
        String updated = page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
                + folders().entrySet().stream()
                        .map(folder -> entry(folder.getKey(), folder.getValue()))
                        .collect(Collectors.joining("\n"))
                + page.substring(page.indexOf(END));
        if (Boolean.getBoolean("bmsql.update")) {
            Files.writeString(PAGE, updated);
        } else {
            assertThat(page)
                    .as("run mvn test -Dtest=DatabasesPageTest -Dbmsql.update=true")
                    .isEqualTo(updated);
        }
    }

    /** The README's table names each database once, and calls no folder untried that was tried, nor the reverse. */
    @Test
    void theReadmeNamesEveryDatabase() throws IOException {
        List<String> rows = Files.readString(Path.of("README.md"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .toList();
        folders().forEach((db, facts) -> {
            List<String> naming = rows.stream()
                    .filter(row -> row.split("\\|")[1].contains("`" + db + "`"))
                    .toList();
            assertThat(naming).as("rows of " + db).hasSize(1);
            assertThat(naming.get(0).contains("**no**"))
                    .as("the row of " + db + " says no")
                    .isEqualTo(!facts.containsKey("tried"));
        });
    }

    private static String entry(String db, Properties facts) {
        String parent = facts.getProperty("extends", "common");
        return "### `" + db + "`\n\n"
                + (parent.equals("common") ? "" : "Builds on `" + parent + "`.\n\n")
                + "- Tried: " + facts.getProperty("tried", "nothing.") + "\n"
                + (facts.containsKey("untried") ? "- Not tried: " + facts.getProperty("untried") + "\n" : "");
    }

    private static TreeMap<String, Properties> folders() throws IOException {
        TreeMap<String, Properties> folders = new TreeMap<>();
        for (String folder : TestFiles.names(Path.of(""))) {
            if (folder.startsWith("sql.") && !folder.equals("sql.common")) {
                Properties facts = new Properties();
                try (Reader reader = Files.newBufferedReader(Path.of(folder, "dialect.properties"))) {
                    facts.load(reader);
                }
                folders.put(folder.substring("sql.".length()), facts);
            }
        }
        return folders;
    }
}
