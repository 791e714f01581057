package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class FingerprintIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    private Path folder;

    /** As at serializable, where a commit of what only reads may fail too. */
    @Test
    void aPartWhoseCommitFailsCountsOnce() throws Exception {
        POSTGRES.becomeLoaded(1);
        Fingerprint.Result plain;
        try (Database database = POSTGRES.open(IsolationLevel.SERVER_DEFAULT, 2)) {
            plain = Fingerprint.take(database, 2);
        }
        POSTGRES.execute(
                "CREATE SEQUENCE tries",
                "CREATE TABLE touched (number integer)",
                """
                CREATE FUNCTION fail_at_first() RETURNS trigger LANGUAGE plpgsql AS '
                BEGIN
                    IF nextval(''tries'') <= 3 THEN
                        RAISE ''restart transaction'' USING errcode = ''40001'';
                    END IF;
                    RETURN NULL;
                END '""",
                "CREATE CONSTRAINT TRIGGER fail_at_first AFTER INSERT ON touched DEFERRABLE INITIALLY DEFERRED"
                        + " FOR EACH ROW EXECUTE FUNCTION fail_at_first()",
                // The session of such a part switches the others off.
                "ALTER TABLE touched ENABLE ALWAYS TRIGGER fail_at_first",
                "CREATE FUNCTION touch() RETURNS integer LANGUAGE sql AS 'INSERT INTO touched VALUES (1) RETURNING number'");
        Dialect touching = TestDatabase.own(
                folder,
                "own",
                "dialect.properties",
                "extends = postgres\n",
                "statements.sql",
                """
                -- name: Fingerprint.sum
                SELECT count(*), sum(CAST(CAST('x' || left(md5(CAST(r AS text)), 15) AS bit(60)) AS bigint)), touch()
                    FROM ({rows}) AS r;
                """);
        try (Database database =
                TestDatabase.open(POSTGRES.connectionConfig(IsolationLevel.SERVER_DEFAULT), touching, 2)) {
            assertThat(Fingerprint.take(database, 2)).isEqualTo(plain);
        }
        assertThat(POSTGRES.number("SELECT last_value FROM tries")).isGreaterThan(3);
    }
}
