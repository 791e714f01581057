package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.bmsql.common.Secret;
import io.bmsql.common.SecretMask;
import io.bmsql.common.SecretText;
import io.bmsql.common.Texts;
import io.bmsql.common.Texts.Language;
import io.bmsql.result.PropertiesCopy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://h:5432/d|jdbc:postgresql://h:5432/d",
                "jdbc:postgresql://h/d?user=u&password=p@s/s&ssl=true|jdbc:postgresql://h/d?user=u&password=***&ssl=true",
                "jdbc:mysql://u:p@h1:1,u:q@h2:2/d?x=1|jdbc:mysql://***@h2:2/d?x=1",
                "jdbc:mysql://u:p#1@h/d|jdbc:mysql://***@h/d",
                "jdbc:oceanbase://h/d?user=u@tenant&PASSWORD=x|jdbc:oceanbase://h/d?user=u@tenant&PASSWORD=***",
                "jdbc:oracle:thin:scott/tiger@//h:1521/s|jdbc:oracle:thin:***@//h:1521/s",
                "jdbc:oracle:thin:scott/\"ti@ger\"@h:1521:s|jdbc:oracle:thin:***@h:1521:s",
                "jdbc:oracle:thin:@//h:1521/s|jdbc:oracle:thin:@//h:1521/s",
                "jdbc:sqlserver://h;user=u;password={a;b};encrypt=true|jdbc:sqlserver://h;user=u;password=***;encrypt=true",
                "jdbc:informix-sqli://h:1/d:INFORMIXSERVER=s;user=u;password=p|jdbc:informix-sqli://h:1/d:INFORMIXSERVER=s;user=u;password=***",
                "jdbc:mysql://(host=h,password=p)/d?trustStorePassword=x|jdbc:mysql://(host=h,password=***)/d?trustStorePassword=***",
                "cannot open jdbc:x://u:p@h/d: refused|cannot open jdbc:x://***@h/d: refused",
                "export PGPASSWORD=….|export PGPASSWORD=….",
                "see https://example.org/a and mail me@example.org|see https://example.org/a and mail me@example.org"
            })
    void userInfoAndPasswordParametersOfUrlsAreHidden(String text, String hidden) {
        assertThat(SecretText.hideIn(text)).isEqualTo(hidden);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p w/1\"&|login p w/1\"& failed",
                "p w/1\"&|u=p+w%2F1%22%26;",
                "p w/1\"&|u=p%20w%2f1%22%26;",
                "p w/1\"&|{\"x\":\"p w/1\\\"&\"}",
                "p w/1\"&|<td>p w/1\"&amp;</td>",
                "s3cret|x%3ds3cret",
                "s3cret|(s3cret)",
                "a$b|a$b"
            })
    void everyUsualSpellingOfAPasswordIsHidden(String password, String text) {
        String hidden = SecretMask.of(List.of(password)).hide(text);
        assertThat(hidden).contains("***").doesNotContain("1%22", "s3cret", "w/1", "a$b");
    }

    /** Two props files, and a copy's: nothing that was known is forgotten. */
    @Test
    void aMaskHidesWhatItHidBeforeAsWell() {
        SecretMask mask = SecretMask.of(List.of());
        mask.use(SecretMask.of(List.of("f1rst,")));
        mask.use(SecretMask.of(List.of("s3cond")));
        assertThat(mask.hide("f1rst, s3cond")).isEqualTo("*** ***");
    }

    @Test
    void ofACommandLineUrlsAreHiddenToo() {
        List<String> words = List.of("run", "props", "-Dconn=jdbc:mysql://h/d?password=ab,c d;e", "--title=x");
        assertThat(SecretText.hideIn(words))
                .containsExactly("run", "props", "-Dconn=jdbc:mysql://h/d?password=***", "--title=x");
        assertThat(SecretText.findIn(words)).containsExactly("ab,c d;e");
    }

    @Test
    void wordsAndEmptyAndTinyPasswordsDoNotSpoilOtherText() {
        assertThat(SecretMask.of(List.of("postgres")).hide("jdbc:postgresql://h/postgres, postgres1"))
                .isEqualTo("jdbc:postgresql://h/***, postgres1");
        assertThat(SecretMask.of(List.of("", "1")).hide("10 rows of 1 table, password=1"))
                .isEqualTo("10 rows of 1 table, password=***");
    }

    @Test
    void secretsOfTheUrlAreHiddenOutsideItToo() {
        String url = "jdbc:mysql://u:us3r%2Finfo@h/d?keyStorePassword=k3y";
        ConnectionConfig connection = new ConnectionConfig(
                "mysql", null, url, "u", new Secret("pa55"), IsolationLevel.SERVER_DEFAULT, "", true);
        SecretMask mask = ConfigLoader.secretsOf(
                connection,
                new StorageConfig(List.of(), "x", new Secret("n0de")),
                List.of("jdbc:mysql://a/d?password=c0py%2F1", "jdbc:mysql://u:c0py2@b/d"));
        assertThat(mask.hide("tried pa55, us3r/info, us3r%2Finfo, k3y, n0de, c0py/1 and c0py2"))
                .isEqualTo("tried ***, ***, ***, ***, ***, *** and ***");
    }

    /** Each took hours. */
    @ParameterizedTest
    @ValueSource(strings = {" ", ", ", "#", "password={ ", "://a:"})
    void aTextOfAMegabyteIsHiddenInOneGo(String piece) {
        String text = piece.repeat(1_000_000 / piece.length());
        assertTimeoutPreemptively(Duration.ofMinutes(3), () -> {
            assertThat(SecretText.hideIn(text)).isNotEmpty();
            assertThat(PropertiesCopy.masked(("#" + text).getBytes(StandardCharsets.ISO_8859_1)))
                    .isNotEmpty();
        });
    }

    @Test
    void aSecretIsHiddenBeforeItsUrlIsCut() {
        String url = "jdbc:mysql://me:" + "t".repeat(600) + "@db/tpcc";
        assertThat(Problem.of(Texts.of(Language.EN), "p:1", "conn", url, "why", "do")
                        .line())
                .contains("://***@db/tpcc");
    }
}
