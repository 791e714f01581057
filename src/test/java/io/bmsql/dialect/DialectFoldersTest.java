package io.bmsql.dialect;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finds every dialect folder of the repository by itself, and tries the lookup rules on made-up ones. */
class DialectFoldersTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();

    @TempDir
    private Path user;

    private DialectFolders folders;

    @BeforeEach
    void userFirst() {
        folders = new DialectFolders(List.of(user, REPOSITORY));
    }

    static List<String> shippedDialects() {
        return TestDatabase.folders().available();
    }

    /** As users of BenchmarkSQL type them, in the folder of its scripts. */
    @ParameterizedTest
    @ValueSource(
            strings = {"sql.common/tableCreates.sql", "./sql.postgres/tableCopies.sql", "sql.oracle/extraHistID.sql"})
    void filesOfTheProgramAreFoundFromItsScripts(String file) throws Exception {
        folders = new DialectFolders(List.of(REPOSITORY.resolve("run"), REPOSITORY));
        assertThat(folders.load("postgres", "").script(file).orElseThrow().text())
                .isEqualTo(Files.readString(REPOSITORY.resolve(file)));
    }

    @ParameterizedTest
    @MethodSource("shippedDialects")
    void everyShippedFolderIsComplete(String db) throws Exception {
        Dialect dialect = TestDatabase.folders().load(db, "");
        assertThat(dialect.chain()).startsWith(db).endsWith("common");
        assertThat(dialect.properties().driver()).isNotEmpty();
        assertThat(dialect.properties().urlExample()).startsWith("jdbc:");
        assertThat(dialect.conditions()).hasSize(12).allSatisfy(check -> {
            assertThat(check.text().isEmpty())
                    .as(check.name())
                    .isNotEqualTo(check.with().isEmpty());
            assertThat(check.about()).as(check.name()).isNotEmpty();
        });
        for (StatementId id : StatementId.values()) {
            assertThat(dialect.statements().get(id).isEmpty() && !id.mayBeEmpty())
                    .as(id.sqlName())
                    .isFalse();
        }
    }

    /** benchmarksql-formats.md, Transactions, in every dialect: what benchmarksql5 means there, and that nothing of the dialect is lost by it. */
    @ParameterizedTest
    @MethodSource("shippedDialects")
    void theOriginalsShapesAreThereInEveryDialect(String db) throws Exception {
        Map<StatementId, NamedStatement> plain =
                TestDatabase.folders().load(db, "").statements();
        Map<StatementId, NamedStatement> old =
                TestDatabase.folders().load(db, "benchmarksql5").statements();
        List<StatementId> changed = Stream.of(StatementId.values())
                .filter(id -> !plain.get(id).sql().equals(old.get(id).sql()))
                .toList();
        assertThat(changed)
                .containsExactlyInAnyOrder(
                        StatementId.ORDER_STATUS_LAST_ORDER,
                        StatementId.DELIVERY_OLDEST_NEW_ORDER,
                        StatementId.STOCK_LEVEL_NEXT_ORDER_ID,
                        StatementId.STOCK_LEVEL_COUNT_LOW);
        assertThat(old.get(StatementId.ORDER_STATUS_LAST_ORDER).sql())
                .containsIgnoringCase("max(o_id)")
                .doesNotContainIgnoringCase("limit")
                .doesNotContainIgnoringCase("first")
                .doesNotContainIgnoringCase("rownum");
        assertThat(old.get(StatementId.DELIVERY_OLDEST_NEW_ORDER).sql())
                .endsWithIgnoringCase("order by no_o_id asc")
                .doesNotContainIgnoringCase("first");
        assertThat(old.get(StatementId.STOCK_LEVEL_NEXT_ORDER_ID).isEmpty()).isTrue();
        assertThat(old.get(StatementId.STOCK_LEVEL_COUNT_LOW).sql())
                .containsIgnoringCase("count(*)")
                .containsIgnoringCase("in (")
                .contains("bmsql_district", "d_next_o_id");
    }

    @ParameterizedTest
    @MethodSource("shippedDialects")
    void everyShippedScriptParsesWithoutWarning(String db) throws Exception {
        Dialect dialect = TestDatabase.folders().load(db, "");
        for (boolean on : List.of(true, false)) {
            Map<PropertyKey, Boolean> options = dialect.layout().options().keySet().stream()
                    .collect(Collectors.toMap(option -> option, option -> on));
            for (int partitions : List.of(0, 4)) {
                if (partitions == 0 || dialect.properties().isPartitionable()) {
                    assertScriptsParse(dialect.laidOut(new Layout(partitions, List.of(1, 2), options)));
                }
            }
        }
    }

    private static void assertScriptsParse(Dialect dialect) throws Exception {
        for (String name : dialect.chain()) {
            for (Path file : TestFiles.in(REPOSITORY.resolve("sql." + name))) {
                if (file.toString().endsWith(".sql")) {
                    String script = file.getFileName().toString();
                    SqlFile found = dialect.script(script).orElseThrow();
                    if (!List.of("statements.sql", "checks.sql", "population.sql")
                            .contains(script)) {
                        assertThat(found.script().warnings()).as(found.path()).isEmpty();
                        assertThat(SqlTemplate.fill(found.path(), found.text(), dialect.layout()))
                                .as("no misspelt word of a template is left over as a remark in %s", found.path())
                                .noneMatch(line -> line.text().matches("(.*\\S)?\\s*--\\s*(when|for each|end)( .*)?"));
                    }
                }
            }
        }
    }

    @Test
    void anyWordWithAFolderIsADatabase() throws Exception {
        Dialect dialect = TestDatabase.own(user, "newdb", "tableCreates.sql", "create table mine;\n");
        assertThat(dialect.chain()).containsExactly("newdb", "common");
        assertThat(dialect.script("tableCreates").orElseThrow().text()).isEqualTo("create table mine;\n");
        assertThat(dialect.script("tableDrops").orElseThrow().folder()).isEqualTo("sql.common");
        assertThat(dialect.script("noSuchScript")).isEmpty();
        assertThat(folders.available()).contains("newdb", "postgres").doesNotContain("common");
    }

    @Test
    void anUnknownWordIsAnsweredWithTheFoldersLookedAt() {
        assertThrown(
                UsageException.class,
                () -> folders.load("nodb", ""),
                "db=nodb: there is no folder sql.nodb in " + user,
                REPOSITORY.toString(),
                "postgres");
        assertThatThrownBy(() -> folders.load("../postgres", "")).isInstanceOf(UsageException.class);
    }

    @Test
    void theUsersFileGoesBeforeTheProgramsAndTheDialectBeforeCommon() throws Exception {
        write("sql.postgres/buildFinish.sql", "analyze;\n");
        write("sql.common/extraHistID.sql", "select 1;\n");
        Dialect dialect = folders.load("postgres", "");
        assertThat(dialect.script("buildFinish").orElseThrow().path()).startsWith(user.toString());
        assertThat(dialect.script("extraHistID").orElseThrow().path())
                .startsWith(REPOSITORY.resolve("sql.postgres").toString());
    }

    @Test
    void aPathOfAFileIsUsedAsItIs() throws Exception {
        write("my/vacuum.sql", "vacuum;\n");
        Dialect dialect = folders.load("postgres", "");
        assertThat(dialect.script("my/vacuum.sql").orElseThrow().text()).isEqualTo("vacuum;\n");
        assertThat(dialect.script(user.resolve("my/vacuum.sql").toString())
                        .orElseThrow()
                        .text())
                .isEqualTo("vacuum;\n");
        assertThat(dialect.script("tableDrops.sql").orElseThrow().folder()).isEqualTo("sql.common");
    }

    @Test
    void aUsersStatementsNeedHoldOnlyWhatDiffers() throws Exception {
        Dialect dialect = TestDatabase.own(
                user, "postgres", "statements.sql", "-- name: Config.read\nSELECT upper(:cfg_name);\n");
        assertThat(dialect.statements().get(StatementId.CONFIG_READ).sql()).isEqualTo("SELECT upper(?)");
        assertThat(dialect.statements().get(StatementId.COPY_TABLE).sql()).startsWith("COPY {table}");
    }

    @Test
    void aChildInheritsWhatItDoesNotSay() throws Exception {
        write(
                "sql.child/dialect.properties",
                "extends = postgres\nconnection.ApplicationName = other\nerrors.lockTimeout = XX000 message:\\\\b1205\\\\b\n");
        Dialect dialect = folders.load("child", "");
        assertThat(dialect.chain()).containsExactly("child", "postgres", "common");
        assertThat(dialect.properties().driver()).isEqualTo("org.postgresql.Driver");
        assertThat(folders.load("postgres", "").properties().text("tried")).isNotEmpty();
        assertThat(dialect.properties().text("tried")).as("on the parent alone").isEmpty();
        assertThat(dialect.properties().ownConnection())
                .containsEntry("ApplicationName", "other")
                .containsEntry("tcpKeepAlive", "true");
        assertThat(dialect.errors().classify(new SQLException("storage error 1205", "XX000")))
                .isEqualTo(ErrorClass.LOCK_TIMEOUT);
        assertThat(dialect.errors().classify(new SQLException("deadlock", "40P01")))
                .isEqualTo(ErrorClass.DEADLOCK);
    }

    @Test
    void optionsStandAsTheNearestFolderSaysUnlessTheSettingsSayOtherwise() throws Exception {
        Dialect postgres = folders.load("postgres", "");
        assertThat(postgres.layout().options())
                .isEqualTo(Map.of(
                        PropertyKey.FOREIGN_KEYS, true,
                        PropertyKey.ORDER_CUSTOMER_INDEX, true,
                        PropertyKey.FILL_FACTORS, true));
        assertThat(folders.load("mysql", "").layout().options()).doesNotContainKey(PropertyKey.FILL_FACTORS);
        assertThat(folders.load("tidb", "").layout().isOn(PropertyKey.FOREIGN_KEYS))
                .isFalse();
        assertThat(folders.load("klustron", "").layout().options())
                .as("nothing behind the word takes the parent's option away")
                .doesNotContainKeys(PropertyKey.FOREIGN_KEYS, PropertyKey.FILL_FACTORS);

        Layout without = new Layout(0, List.of(), Map.of(PropertyKey.FOREIGN_KEYS, false));
        assertThat(postgres.laidOut(without).layout().options())
                .containsEntry(PropertyKey.FOREIGN_KEYS, false)
                .containsEntry(PropertyKey.FILL_FACTORS, true);
        Layout fill = new Layout(0, List.of(), Map.of(PropertyKey.FILL_FACTORS, true));
        assertThatThrownBy(() -> folders.load("mysql", "").laidOut(fill))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("`fillFactors` is set", "db=mysql", "leave it out");
        assertThat(folders.load("mysql", "")
                        .laidOut(new Layout(0, List.of(), Map.of(PropertyKey.FILL_FACTORS, false)))
                        .layout()
                        .isOn(PropertyKey.FILL_FACTORS))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dialect.properties | foreignKeys = yes           | foreignKeys = yes is neither",
                "dialect.properties | loadIsResumable = no        | loadIsResumable = no is neither",
                "dialect.properties | bulk = cpoy                 | bulk = cpoy is no way to load rows; write one of copy, loaddata, direct, batch",
                "dialect.properties | partitions = many           | sql.wrong/dialect.properties: partitions = many is not a number below 10000",
                "dialect.properties | extends = wrong             | extends itself",
                "dialect.properties | extends = nodb              | extends = nodb",
                "dialect.properties | drivr = x                   | unknown key drivr",
                "dialect.properties | errors.deadlock = deadlock  | errors.deadlock: deadlock is neither",
                "checks.sql | -- name: Check.3.3.2.13~x;          | is not a name of sql.common/checks.sql",
                "checks.sql | -- name: Check.3.3.2.6~SELECT 1 WHERE 1 > :first_w_id; | sql.wrong/checks.sql:1: Check.3.3.2.6 uses the parameters [first_w_id]",
                "checks.sql | -- name: Check.3.3.2.6~SELECT 1 WHERE 1 > :first_w_id; | both of [first_w_id, last_w_id] or none",
                "checks.sql | -- name: Check.3.3.2.6              | sql.wrong/checks.sql:1: Check.3.3.2.6 needs a query, or",
                "checks.sql | -- name: Check.3.3.2.6~-- with: Check.3.3.2.77 | Check.3.3.2.6 is asked with Check.3.3.2.77, which is no condition with a query"
            })
    void wrongPropertiesAreNamed(String file, String text, String message) throws Exception {
        write("sql.wrong/" + file, text.replace('~', '\n') + "\n");
        assertThrown(UsageException.class, () -> folders.load("wrong", ""), message);
    }

    @Test
    void aProfileThatIsNotThereIsNamed() {
        assertThrown(
                UsageException.class,
                () -> folders.load("postgres", "benchmarksql4"),
                "statementProfile=benchmarksql4");
    }

    @Test
    void partitionsThatADatabaseCutsInAnotherWayAreRefused() throws Exception {
        Layout cut = new Layout(4, List.of(), Map.of());
        assertThrown(
                UsageException.class,
                () -> folders.load("opengauss", "").laidOut(cut),
                "`partitions` is set, but db=opengauss has nothing of the kind",
                "leave it out");
        assertThat(folders.load("kingbase", "").laidOut(cut).layout().partitions())
                .isEqualTo(4);
    }

    @Test
    void theBundledCopyServesOnlyWithoutFoldersOnDisk() throws Exception {
        assertThat(DialectFolders.bundled("/dialects/sql.common/statements.sql"))
                .isPresent();
        Path empty = Files.createDirectory(user.resolve("empty"));
        Dialect bundled = DialectFolders.of(user, empty).load("postgres", "");
        assertThat(bundled.script("tableCreates").orElseThrow().text())
                .isEqualTo(Files.readString(REPOSITORY.resolve("sql.common/tableCreates.sql")));
        write("program/sql.common/statements.sql", "");
        assertThatThrownBy(
                        () -> DialectFolders.of(user, user.resolve("program")).load("postgres", ""))
                .hasMessageContaining("no folder sql.postgres");
    }

    private void write(String path, String text) throws IOException {
        Path file = user.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** A version stands in pom.xml for the tests and in the folder for users. */
    @Test
    void foldersNameTheVersionsThatTheTestsUse() throws Exception {
        String pom = Files.readString(REPOSITORY.resolve("pom.xml"));
        int compared = 0;
        for (String db : shippedDialects()) {
            for (String jar : TestDatabase.folders().load(db, "").properties().driverMaven()) {
                String[] parts = jar.split(":");
                assertThat(parts).as("sql." + db).hasSize(3);
                Matcher used = Pattern.compile("<groupId>" + Pattern.quote(parts[0]) + "</groupId>\\s*<artifactId>"
                                + Pattern.quote(parts[1]) + "</artifactId>\\s*<version>\\$\\{(.*?)}")
                        .matcher(pom);
                if (used.find()) {
                    assertThat(pom).contains("<" + used.group(1) + ">" + parts[2] + "</");
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(6);
    }
}
