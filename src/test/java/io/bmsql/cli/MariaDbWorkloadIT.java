package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On MariaDB. */
@Tag("long")
class MariaDbWorkloadIT extends WorkloadContract {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @Override
    TestDatabase database() {
        return MARIADB;
    }

    /** A SET that would commit, or that no rollback takes back, is not sent. */
    @Test
    void whatIsTriedIsNotCommittedByASet() throws Exception {
        MARIADB.execute("create table tried (id integer primary key, v integer)", "insert into tried values (1, 1)");
        Files.writeString(
                folder.resolve("set.sql"),
                """
                UPDATE tried SET v = 2;
                SET autocommit = 1;
                SET @@global.max_connections = 150;
                SET SESSION lock_wait_timeout = 7;
                SET PASSWORD = PASSWORD('x');
                """);
        Stage.line(folder, 0, "validate p --server -f set.sql")
                .printed("Tried on the server: 2 statements, 0 failed; 3 not tried");
        assertThat(MARIADB.text("select v from tried")).isEqualTo("1");
        MARIADB.execute("drop table tried");
    }
}
