package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What servers and URLs say of themselves, and for which folder that speaks. */
class ServerNamesTest {
    @ParameterizedTest
    @CsvSource({
        "mariadb, MySQL 5.5.5-10.11.19-MariaDB-0+deb12u1, mariadb, MariaDB 10.11.19, true",
        "mysql, MySQL 5.5.5-10.11.19-MariaDB, mariadb, MariaDB 10.11.19, true",
        "mysql, MariaDB 11.4.5-MariaDB-ubu2404, mariadb, MariaDB 11.4.5, true",
        "mysql, MySQL 8.0.36, mysql, MySQL 8.0.36, true",
        "mariadb, MySQL 9.7.4, mysql, MySQL 9.7.4, true",
        "mysql, MySQL 8.0.11-TiDB-v7.5.0, tidb, MySQL 8.0.11-TiDB-v7.5.0, true",
        "tidb, MySQL 5.7.25-OceanBase_CE-v4.3.5, oceanbase, MySQL 5.7.25-OceanBase_CE-v4.3.5, true",
        "mysql, MySQL 8.0.30-Vitess, mysql, MySQL 8.0.30-Vitess, true",
        "klustron, PostgreSQL 11.22, klustron, PostgreSQL 11.22, true",
        "mysql, PostgreSQL 18.6, postgres, PostgreSQL 18.6, false",
        "postgres, MySQL 8.0.36, mysql, MySQL 8.0.36, false",
        "postgres, H2 2.3.232, postgres, , true"
    })
    void theServerSaysWhichFolderIsForIt(String db, String says, String folder, String name, boolean mayWork)
            throws Exception {
        Dialect dialect = TestDatabase.folders().load(db, "");
        Dialect other = dialect.ofServer(says);
        assertThat(other.name()).isEqualTo(folder);
        assertThat(other.properties().serverName(says)).isEqualTo(name);
        assertThat(dialect.isRelatedTo(other)).isEqualTo(mayWork);
    }

    @ParameterizedTest
    @CsvSource({
        "mysql, jdbc:mysql://h/d, com.mysql.cj.jdbc.Driver",
        "mysql, jdbc:mariadb://h/d, org.mariadb.jdbc.Driver",
        "tidb, jdbc:mariadb:loadbalance://h/d, org.mariadb.jdbc.Driver",
        "oceanbase, jdbc:oceanbase://h/d, com.oceanbase.jdbc.Driver",
        "oracle, jdbc:oceanbase://h/d, com.oceanbase.jdbc.Driver",
        "opengauss, jdbc:postgresql://h/d, org.postgresql.Driver",
        "opengauss, jdbc:opengauss://h/d, org.opengauss.Driver"
    })
    void theDriverFollowsFromTheUrl(String db, String url, String driver) throws Exception {
        Dialect dialect = TestDatabase.folders().load(db, "");
        assertThat(dialect.properties().driver(url)).isEqualTo(driver);
        assertThat(dialect.ofUrl(url)).isSameAs(dialect);
    }
}
