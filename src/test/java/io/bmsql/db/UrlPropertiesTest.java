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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:x://h/d?p=1|jdbc:x://h/d?",
                "jdbc:x://h/d?P = 1&q=2|jdbc:x://h/d?q=2",
                "jdbc:x://h/d?q=2,3&p=1,2;3&r=4|jdbc:x://h/d?q=2,3&r=4",
                "jdbc:x://h/d?q=2&%70=1&p=2|jdbc:x://h/d?q=2",
                "jdbc:x://h;p=1;q=2|jdbc:x://h;q=2",
                "jdbc:x://h/d:p=1;q=2|jdbc:x://h/d:q=2",
                "jdbc:x://(host=h,p=1),(p=1,host=i)/d?q=2|jdbc:x://(host=h),(host=i)/d?q=2",
                "jdbc:x://address=(host=h)(p=1)(port=2)/d|jdbc:x://address=(host=h)(port=2)/d",
                "jdbc:x://p=1@h/d?xp=1&px=1|jdbc:x://p=1@h/d?xp=1&px=1"
            })
    void takesAPropertyOutOfAUrl(String url, String without) {
        assertThat(Database.without(url, "p")).isEqualTo(without);
        assertThat(Database.sets(without, "p")).isFalse();
    }

    @Test
    void takesWhatAFolderMeansForTheUrl() {
        Map<String, String> folder =
                Map.of("rewrite", "true", "jdbc:mariadb:rewrite", "false", "jdbc:mysql:limit", "9");

        assertThat(Database.meant("jdbc:mariadb://h/d", folder)).isEqualTo(Map.of("rewrite", "false"));
        assertThat(Database.meant("jdbc:mysql://h/d", folder)).isEqualTo(Map.of("rewrite", "true", "limit", "9"));
        assertThat(Database.meant("jdbc:x:h", folder)).isEqualTo(Map.of("rewrite", "true"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "near 'SEC' in it                    | near '***' in it",
                "no host 'h' or 'h2', but 'SEC'      | no host 'h' or 'h2', but '***'",
                "'SEC' and 'ON', not 'host'          | '***' and '***', not 'host'",
                "near 'S'EC' and 'host'              | near '***' and 'host'",
                "it's here: 'SEC'                    | it's here: '***'",
                "'host'                              | 'host'",
                "isn't                               | isn't",
            })
    void whatADriverQuotesOfAPasswordIsHidden(String said, String shown) {
        assertThat(Database.withoutQuotedSecrets(
                        said, "jdbc:x://host?password=S'EC,SECOND", "jdbc:x://host?password=***"))
                .isEqualTo(shown);
    }
}
