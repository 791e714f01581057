package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PropertiesCopyTest {
    @TempDir
    Path folder;

    @Test
    void onlySecretsChange() throws IOException {
        String props =
                """
                db=postgres\s\s
                driver=org.postgresql.Driver
                conn=jdbc:postgresql://localhost:5432/bench?a=b&user=x
                user=benchmarksql
                password=Geheim=1 \\t&x
                  // To run specified transactions per terminal
                //osCollectorSSHAddr=user@dbhost
                osCollectorSSHAddr=user@host #note
                terminalWarehouseFixed=false //中文说明

                passwordFile=/etc/bmsql.pass
                resultDirectory=my_result_%tY
                """;

        assertThat(masked(props, StandardCharsets.UTF_8)).isEqualTo(props.replace("Geheim=1 \\t&x", "***"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "GBK", "ISO-8859-1"})
    void lineEndsAndEncodingsAreKept(String charset) {
        String props = "db=postgres\r\n\r\n# Kommentar ä\rpassword = x\r\nuser=中\n\tloadWorkers : 4";

        assertThat(masked(props, Charset.forName(charset)))
                .isEqualTo(new String(
                        props.replace("password = x", "password = ***").getBytes(Charset.forName(charset)),
                        Charset.forName(charset)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    password=secret            | password=***
                    password = secret          | password = ***
                    password:secret            | password:***
                    password secret            | password ***
                    PASSWORD=secret            | PASSWORD=***
                    pass\\u0077ord=secret      | pass\\u0077ord=***
                    repositoryPassword=secret  | repositoryPassword=***
                    apiToken=secret            | apiToken=***
                    #password=secret           | #password=***
                    //password=secret          | //password=***
                    ## password : secret       | ## password : ***
                    conn=jdbc:postgresql://u:secret@h:5/d?x=y | conn=jdbc:postgresql://***@h:5/d?x=y
                    conn=jdbc:dm://h:5236?password=secret&x=y | conn=jdbc:dm://h:5236?password=***&x=y
                    conn=jdbc:x://h?passwordFile=/a/b&x=y | conn=jdbc:x://h?passwordFile=/a/b&x=y
                    #conn=jdbc:x://h?password=secret&x=y | #conn=jdbc:x://h?password=***&x=y
                    conn=jdbc\\:x\\://h?password\\=secret | conn=jdbc:x://h?password=***
                    password=${DB_PASSWORD}    | password=${DB_PASSWORD}
                    xaPassword=${A}b           | xaPassword=***
                    conn=jdbc:x:\\u00zz//h?password=secret | conn=jdbc:x:\\u00zz//h?password=***
                    password                   | password
                    # the password is in the safe | # the password is in the safe
                    """)
    void everySpellingOfASecretIsStarred(String line, String expected) {
        assertThat(masked("a=1\n" + line + "\nb=2\n", StandardCharsets.UTF_8))
                .isEqualTo("a=1\n" + expected + "\nb=2\n");
    }

    @Test
    void aSecretContinuedOnFurtherLinesIsHiddenAsAWhole() {
        assertThat(masked("password=one\\\r\n  two\\\n three\nuser=u\n", StandardCharsets.UTF_8))
                .isEqualTo("password=***\nuser=u\n");
        assertThat(masked("conn=jdbc:x://h?\\\n   password=one\\\n   two&y=z\nuser=u\n", StandardCharsets.UTF_8))
                .isEqualTo("conn=jdbc:x://h?password=***&y=z\nuser=u\n");
    }

    @Test
    void veryLongLinesAreNoTrouble() {
        String props = "x=" + "y\\t".repeat(100_000) + "\npassword=" + "z".repeat(100_000);

        assertThat(masked(props, StandardCharsets.UTF_8))
                .endsWith("\npassword=***")
                .hasSize(300_002 + 13);
    }

    @Test
    void theCopyIsWrittenOnceAndErrorsNameBothFiles() throws IOException {
        Path props = Files.writeString(folder.resolve("props"), "password=x\n");
        Path copy = folder.resolve("run.properties");
        PropertiesCopy.write(props, copy, Map.of());

        assertThat(copy).hasContent("password=***\n");
        assertThatThrownBy(() -> PropertiesCopy.write(props, copy, Map.of()))
                .isInstanceOf(ResultWriteException.class)
                .hasMessageContainingAll(props.toString(), copy.toString());
    }

    @Test
    void whatWonOverTheFileStandsInItsPlace() throws IOException {
        Path props = Files.writeString(folder.resolve("props"), "#runMins=9\r\nrunMins = 10\r\nterminals=2");
        Path copy = folder.resolve("run.properties");
        Map<String, String> given = new LinkedHashMap<>();
        given.put("runMins", "0.25");
        given.put("osCollectorScript", "c:\\\u4e2d");
        PropertiesCopy.write(props, copy, given);

        assertThat(Files.readString(copy))
                .isEqualTo("#runMins=9\r\nrunMins=0.25\r\nterminals=2\n# Given by -D or by a study:\n"
                        + "osCollectorScript=c:\\\\\\u4e2d\n");
    }

    private static String masked(String props, Charset charset) {
        return new String(PropertiesCopy.masked(props.getBytes(charset)), charset);
    }
}
