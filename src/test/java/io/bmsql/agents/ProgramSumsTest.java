package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.dialect.DialectFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two programs that are not the same are both named; where their SQL folders lie makes no difference. */
class ProgramSumsTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();
    private static final ProgramSums OWN = with("c0de", Map.of());

    @TempDir
    private Path user;

    private static ProgramSums with(String code, Map<String, String> sql) {
        return new ProgramSums(ProgramContext.version(), code, new TreeMap<>(sql));
    }

    private static SortedMap<String, String> sums(Path... roots) throws UsageException {
        return ProgramSums.sums(new DialectFolders(List.of(roots)).load("lightdb", ""));
    }

    private void write(String file, String text) throws Exception {
        Path path = user.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void anotherVersionIsRefused() {
        assertThatThrownBy(() -> ProgramSums.requireVersion(new ProgramSums("0.1-old", "c0de", OWN.sql())))
                .isInstanceOf(UsageException.class)
                .hasMessage("this agent is bmsql " + ProgramContext.version()
                        + ", and the coordinator is bmsql 0.1-old: use the same program on all hosts");
    }

    @Test
    void otherCodeIsRefused() {
        assertThatCode(() -> OWN.require(OWN)).doesNotThrowAnyException();
        assertThatThrownBy(() -> OWN.require(with("beef", Map.of())))
                .hasMessage(
                        "this agent has a bmsql.jar with the checksum c0de, and the coordinator's has beef, although"
                                + " both say version " + OWN.version() + ": use the same program on all hosts");
    }

    @Test
    void theSameSqlIsTheSameWhereverItLies() throws Exception {
        SortedMap<String, String> plain = sums(REPOSITORY);
        assertThat(sums(REPOSITORY, REPOSITORY)).isEqualTo(plain);
        // A copy of some, in other words, and scripts that no run sends.
        write("sql.postgres/dialect.properties", "errors.deadlock = 40P01\nurl.example = jdbc:other");
        write("sql.postgres/metrics.sql", Files.readString(REPOSITORY.resolve("sql.postgres/metrics.sql")));
        write("sql.lightdb/tableCreates.sql", "create table other (a int);");
        write("sql.lightdb/dialect.properties", "tried = today");
        assertThat(sums(user, REPOSITORY)).isEqualTo(plain);
    }

    @Test
    void whatTheRunWouldDoOtherwiseIsNamed() throws Exception {
        write("sql.postgres/dialect.properties", "run.connection.socketTimeout = 7");
        write("sql.lightdb/statements.sql", "-- name: NewOrder.district\nSELECT 1, 2 WHERE :w_id = :d_id\n");
        SortedMap<String, String> plain = sums(REPOSITORY);
        SortedMap<String, String> other = sums(user, REPOSITORY);
        String refusal = "this agent has other SQL folders than the coordinator, which differ in dialect.properties:"
                + " run.connection.socketTimeout and 1 more: use the same program on all hosts";
        assertThatThrownBy(() -> with("c0de", plain).require(with("c0de", other)))
                .hasMessage(refusal);
        assertThatThrownBy(() -> with("c0de", other).require(with("c0de", plain)))
                .hasMessage(refusal);
        other.remove("dialect.properties: run.connection.socketTimeout");
        plain.remove("dialect.properties: run.connection.socketTimeout");
        assertThatThrownBy(() -> with("c0de", other).require(with("c0de", plain)))
                .hasMessageContaining("which differ in statements.sql: NewOrder.district: use");
    }
}
