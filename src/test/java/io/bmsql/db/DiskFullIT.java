package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.dialect.ErrorClass;
import io.bmsql.testing.FaultyPostgres;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What PostgreSQL says when it has no room left; no administrator is needed to run out of it. */
class DiskFullIT {
    @TempDir
    Path folder;

    /** A limit on the size of files stands in for a disk: the server's write fails in the same place. */
    @Test
    void aFileOfPostgresThatCannotGrowIsAnErrorOfTheTransaction() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "prlimit (util-linux) is needed to limit a server");
        try (FaultyPostgres server = FaultyPostgres.create(folder.resolve("data"))) {
            String pid = "--pid=" + server.postmaster().pid();
            assertThat(TestFiles.command("/usr/bin/prlimit", pid, "--fsize=" + 24 * 1024 * 1024))
                    .isZero();
            try (Connection connection = server.connect()) {
                Sql.executeOn(connection, "create table full_one (v text)");
                Sql.executeOn(connection, "alter table full_one alter v set storage plain");
                SQLException full = catchThrowableOfType(
                        SQLException.class,
                        () -> Sql.executeOn(
                                connection,
                                "insert into full_one select repeat('x', 7000) from generate_series(1, 10000)"));

                assertThat((Throwable) full).hasMessageContaining("could not extend file");
                assertThat(server.dialect().errors().classify(full)).isEqualTo(ErrorClass.OTHER);
                assertThat(connection.isValid(5)).isTrue();
            }
        }
    }
}
