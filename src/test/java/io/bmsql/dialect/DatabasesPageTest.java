package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What docs/databases.md says about each folder is what the folder says about itself. */
class DatabasesPageTest {
    private static final Path PAGE = Path.of("docs/databases.md");
    private static final String BEGIN = "<!-- folders:begin -->\n";
    private static final String END = "<!-- folders:end -->";

    /** With {@code -Dbmsql.update=true} the page is rewritten instead. */
    @Test
    void thePageListsEveryFolder() throws Exception {
        String page = Files.readString(PAGE);
        assertThat(page).contains(BEGIN).contains(END);
        String updated = page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
                + folders().stream().map(DatabasesPageTest::entry).collect(Collectors.joining("\n"))
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
    void theReadmeNamesEveryDatabase() throws Exception {
        List<String> rows = Files.readString(Path.of("README.md"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .toList();
        for (Dialect folder : folders()) {
            List<String> naming = rows.stream()
                    .filter(row -> row.split("\\|")[1].contains("`" + folder.name() + "`"))
                    .toList();
            assertThat(naming).as("rows of " + folder.name()).hasSize(1);
            assertThat(naming.get(0).contains("**no**"))
                    .as("the row of " + folder.name() + " says no")
                    .isEqualTo(folder.properties().text("tried").isEmpty());
        }
    }

    private static String entry(Dialect folder) {
        String parent = folder.chain().get(1);
        String tried = folder.properties().text("tried");
        String untried = folder.properties().text("untried");
        return "### `" + folder.name() + "`\n\n"
                + (parent.equals("common") ? "" : "Builds on `" + parent + "`.\n\n")
                + "- Tried: " + (tried.isEmpty() ? "nothing." : tried) + "\n"
                + (untried.isEmpty() ? "" : "- Not tried: " + untried + "\n");
    }

    private static List<Dialect> folders() throws UsageException {
        List<Dialect> folders = new ArrayList<>();
        for (String db : TestDatabase.folders().available()) {
            folders.add(TestDatabase.folders().load(db, ""));
        }
        return folders;
    }
}
