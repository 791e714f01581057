package io.bmsql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** NOTICE names every library that is shipped, with a licence. */
class NoticeTest {
    private static final Pattern DEPENDENCY = Pattern.compile(
            "(?ms)^    <dependency>\\s*<groupId>[^<]*</groupId>\\s*<artifactId>([^<]*)</artifactId>(.*?)^    </dependency>");

    @Test
    void everyRunTimeDependencyIsListedWithItsLicence() throws Exception {
        String notice = Files.readString(Path.of("NOTICE"));

        List<String> shipped = shippedArtifacts();

        assertThat(shipped).contains("mysql-connector-j", "postgresql", "jfreechart");
        for (String artifact : shipped) {
            assertThat(notice).as("NOTICE").containsPattern("[:, ]" + artifact + "(,|\\s)");
        }
    }

    /** Of the program's own dependencies, not of a profile's. */
    static List<String> shippedArtifacts() throws IOException {
        return DEPENDENCY
                .matcher(Files.readString(Path.of("pom.xml")))
                .results()
                .filter(dependency -> !dependency.group(2).contains("<scope>test</scope>"))
                .map(dependency -> dependency.group(1))
                .toList();
    }
}
