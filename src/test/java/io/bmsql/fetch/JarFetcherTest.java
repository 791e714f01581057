package io.bmsql.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.fetch.JarFetcher.Fetched;
import io.bmsql.spec.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarFetcherTest {
    private static final String LICENSE =
            "<licenses><license><name>Mine &amp; yours</name><url>https://example.com/l</url></license></licenses>";
    private static final String NEEDS_HELPER = "<dependencies><dependency><groupId>com.example</groupId>"
            + "<artifactId>helper</artifactId><version>2</version></dependency><dependency><groupId>com.example</groupId>"
            + "<artifactId>nowhere</artifactId><version>1</version><scope>test</scope></dependency></dependencies>";

    @TempDir
    private Path folder;

    private LocalRepository repository;
    private Path jar;
    private Path lib;

    @BeforeEach
    void fill() throws IOException {
        repository = new LocalRepository(folder.resolve("a repository"));
        repository.add("helper", "2", "com.example.Helper", new byte[] {1}, "");
        jar = repository.add("driver", "7.1", "com.example.Driver", new byte[] {2}, LICENSE + NEEDS_HELPER);
        lib = folder.resolve("lib/newdb");
    }

    @Test
    void aDriverComesWithWhatItNeedsAndItsLicenseIsNamed() throws Exception {
        Fetched fetched = new JarFetcher(repository.url()).fetch("com.example:driver:7.1", lib);

        assertThat(fetched.coordinates()).isEqualTo("com.example:driver:7.1");
        assertThat(fetched.jars()).containsExactly(lib.resolve("driver-7.1.jar"), lib.resolve("helper-2.jar"));
        assertThat(fetched.licenses()).containsExactly("Mine & yours (https://example.com/l)");
        assertThat(fetched.repositories()).containsExactly(repository.url());
        assertThat(lib.resolve("driver-7.1.jar")).hasSameBinaryContentAs(jar);
        try (var files = Files.list(lib)) {
            assertThat(files).as("nothing else").hasSize(2);
        }
    }

    @Test
    void withoutAVersionTheNewestReleaseComes() throws Exception {
        Fetched fetched = new JarFetcher(repository.url()).fetch("com.example:driver", lib);

        assertThat(fetched.coordinates()).isEqualTo("com.example:driver:7.1");
    }

    @Test
    void aJarThatDoesNotFitItsChecksumIsRefusedAndNothingIsWritten() throws Exception {
        Files.write(jar, new byte[] {0}, StandardOpenOption.APPEND);

        assertThatThrownBy(() -> new JarFetcher(repository.url()).fetch("com.example:driver:7.1", lib))
                .isInstanceOf(FetchFailedException.class)
                .hasMessageContaining("does not fit its checksum");
        assertThat(lib).doesNotExist();
    }

    @Test
    void aJarWithoutAnyChecksumIsRefused() throws Exception {
        Files.delete(jar.resolveSibling("driver-7.1.jar.sha1"));

        assertThatThrownBy(() -> new JarFetcher(repository.url()).fetch("com.example:driver:7.1", lib))
                .hasMessageContaining("checksum");
        assertThat(lib).doesNotExist();
    }

    @Test
    void whatIsNotThereIsAnsweredWithTheFileToPutThere() {
        assertThatThrownBy(() -> new JarFetcher(repository.url()).fetch("com.example:other:3", lib))
                .isInstanceOf(FetchFailedException.class)
                .hasMessage("Cannot fetch com.example:other:3 from " + repository.url() + ": it is not there; put"
                        + " other-3.jar into " + lib + " by hand, or name another repository with --repository URL");
        assertThat(lib).doesNotExist();
    }

    @Test
    void aRepositoryThatDoesNotAnswerIsNamed() {
        assertThatThrownBy(() -> new JarFetcher("http://127.0.0.1:1/").fetch("com.example:driver:7.1", lib))
                .isInstanceOf(FetchFailedException.class)
                .hasMessageContaining("from http://127.0.0.1:1/: ")
                .hasMessageContaining("Connection refused");
    }

    @Test
    void whatIsNoCoordinatesIsRefused() {
        assertThatThrownBy(() -> new JarFetcher(repository.url()).fetch("../driver", lib))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("GROUP:ARTIFACT:VERSION");
    }
}
