package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.MariaDbExtension;
import java.sql.SQLException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A reset on MariaDB, whose folder leaves the sums of a fingerprint to the program. Its tables have partitions, so no foreign keys:
 * build, run, check and destroy with them are tried here as well.
 */
@Tag("long")
class MariaDbResetIT extends ResetContract {
    MariaDbResetIT() {
        super(new MariaDbExtension(), 30, 4);
    }

    @Test
    @Order(5)
    void eachTableButItemsAndConfigHasItsPartitionsAndNoForeignKey() throws SQLException {
        assertThat(server.number("select count(*) from (select table_name from information_schema.partitions"
                        + " where table_schema = database() and partition_method = 'HASH'"
                        + " group by table_name having count(*) = 4) as partitioned"))
                .isEqualTo(8);
        assertThat(server.number("select count(distinct table_name) from information_schema.partitions"
                        + " where table_schema = database() and partition_method is not null"))
                .isEqualTo(8);
        assertThat(server.number("select count(*) from information_schema.referential_constraints"
                        + " where constraint_schema = database()"))
                .isZero();
    }
}
