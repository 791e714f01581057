package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropsCopyTest {
    private static String copy(String text) {
        byte[] copy = PropsCopy.withoutSecrets(text.getBytes(StandardCharsets.ISO_8859_1));
        return new String(copy, StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "db=postgres\r\n\r\n// \u00e4 note\\\n  terminals = 5  ",
                "password=",
                "password=\nuser=x\n",
                "",
                "passwordFile=/run/secret\n",
                "// the password may be empty\n",
                "# password of the user\n",
                "conn=jdbc:postgresql://h/d?a=b\n"
            })
    void checklist61_allOtherLinesStayAsTheyAre(String text) {
        assertThat(copy(text)).isEqualTo(text);
    }

    @Test
    void checklist61_passwordsAreStarred() {
        assertThat(copy("a=1\r\n password = x y\r\nb=2")).isEqualTo("a=1\r\n password = ***\r\nb=2");
        assertThat(copy("password:x\npassword x\n#password=x\n// password = x\n"))
                .isEqualTo("password:***\npassword ***\n#password=***\n// password = ***\n");
        assertThat(copy("password=se\\\n  cret\nuser=x\n")).isEqualTo("password=***\n***\nuser=x\n");
        assertThat(copy("conn=jdbc:x://h?a=b&\\\n  password=x\n"))
                .isEqualTo("conn=jdbc:x://h?a=b&\\\n  password=***\n");
        assertThat(copy("conn[1]=jdbc:x://u:p@h/d\n")).isEqualTo("conn[1]=jdbc:x://***@h/d\n");
    }

    @Test
    void aStarredCopyStillReads() {
        PropsFile file = PropsReader.parse("p", copy("password=a\\\n b\nuser=x\n"));
        assertThat(file.entries()).extracting(PropsFile.Entry::key).contains("password", "user");
    }
}
