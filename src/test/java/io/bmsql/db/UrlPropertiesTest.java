package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlPropertiesTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/db?ApplicationName=x, ApplicationName, true",
        "jdbc:postgresql://h/db?a=1&applicationname=x, ApplicationName, true",
        "jdbc:sqlserver://h;loginTimeout=3, loginTimeout, true",
        "jdbc:informix-sqli://h:9088/db:INFORMIXSERVER=s, INFORMIXSERVER, true",
        "jdbc:postgresql://h/db?xApplicationName=x, ApplicationName, false"
    })
    void knowsWhatTheUrlSetsItself(String url, String property, boolean isSet) {
        assertThat(Database.sets(url, property)).isEqualTo(isSet);
    }

    @Test
    void takesWhatAFolderMeansForTheUrl() {
        Map<String, String> folder =
                Map.of("rewrite", "true", "jdbc:mariadb:rewrite", "false", "jdbc:mysql:limit", "9");

        assertThat(Database.meant("jdbc:mariadb://h/d", folder)).isEqualTo(Map.of("rewrite", "false"));
        assertThat(Database.meant("jdbc:mysql://h/d", folder)).isEqualTo(Map.of("rewrite", "true", "limit", "9"));
        assertThat(Database.meant("jdbc:x:h", folder)).isEqualTo(Map.of("rewrite", "true"));
    }
}
