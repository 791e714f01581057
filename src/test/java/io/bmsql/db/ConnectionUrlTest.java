package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionUrlTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://h:5432/db                              | jdbc:postgresql://h:5432/db",
                "jdbc:postgresql://h:5432/db?user=a&password=s3cret       | jdbc:postgresql://h:5432/db",
                "jdbc:mysql://me:s3cret@h:3306/db?x=1                     | jdbc:mysql://h:3306/db",
                "jdbc:mysql://me:s3c/ret@h:3306/db                        | jdbc:mysql://h:3306/db",
                "jdbc:oracle:thin:me/s3cret@h:1521:SID                    | jdbc:oracle:thin:h:1521:SID",
                "jdbc:oracle:thin:@//h:1521/service                       | jdbc:oracle:thin://h:1521/service",
                "jdbc:sqlserver://h;databaseName=db;password=s3cret       | jdbc:sqlserver://h",
            })
    void showsHostAndDatabaseOnly(String url, String shown) {
        assertThat(ConnectionUrl.shown(url)).isEqualTo(shown);
    }

    @Test
    void knowsWhatTheUrlSetsItself() {
        assertThat(ConnectionUrl.sets("jdbc:postgresql://h/db?ApplicationName=x", "ApplicationName"))
                .isTrue();
        assertThat(ConnectionUrl.sets("jdbc:postgresql://h/db?a=1&applicationname=x", "ApplicationName"))
                .isTrue();
        assertThat(ConnectionUrl.sets("jdbc:sqlserver://h;loginTimeout=3", "loginTimeout"))
                .isTrue();
        assertThat(ConnectionUrl.sets("jdbc:informix-sqli://h:9088/db:INFORMIXSERVER=s", "INFORMIXSERVER"))
                .isTrue();
        assertThat(ConnectionUrl.sets("jdbc:postgresql://h/db?xApplicationName=x", "ApplicationName"))
                .isFalse();
    }

    @Test
    void takesWhatAFolderMeansForTheUrl() {
        Map<String, String> folder =
                Map.of("rewrite", "true", "jdbc:mariadb:rewrite", "false", "jdbc:mysql:limit", "9");

        assertThat(ConnectionUrl.meant("jdbc:mariadb://h/d", folder)).isEqualTo(Map.of("rewrite", "false"));
        assertThat(ConnectionUrl.meant("jdbc:mysql://h/d", folder)).isEqualTo(Map.of("rewrite", "true", "limit", "9"));
        assertThat(ConnectionUrl.meant("jdbc:x:h", folder)).isEqualTo(Map.of("rewrite", "true"));
    }

    @Test
    void cleansTheMessagesOfDrivers() {
        String url = "jdbc:x://me:s3cret@h/db?password=s3cret";
        assertThat(ConnectionUrl.withoutSecrets("bad url " + url + " for s3cret", url, "s3cret"))
                .isEqualTo("bad url jdbc:x://h/db for ***");
    }
}
