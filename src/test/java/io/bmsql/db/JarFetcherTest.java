package io.bmsql.db;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.bmsql.common.UsageException;
import io.bmsql.db.JarFetcher.Jar;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JarFetcherTest {
    private static final byte[] MUCH = new byte[300_000];

    @TempDir
    private Path folder;

    private LocalRepository repository;
    private Path jar;
    private Path helper;
    private Path lib;
    private HttpServer server;

    @BeforeEach
    void fill() throws IOException {
        new java.util.Random(1).nextBytes(MUCH);
        repository = new LocalRepository(folder.resolve("a repository"));
        helper = repository.add("helper", "2", "com.example.Helper", new byte[] {1});
        jar = repository.add("driver", "7.1", "com.example.Driver", MUCH);
        lib = folder.resolve("lib/newdb");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/m2", exchange -> answer(exchange, true));
        server.createContext("/broken", exchange -> answer(exchange, false));
        server.createContext("/moved", JarFetcherTest::redirect);
        server.createContext("/closed", exchange -> answer(exchange, true))
                .setAuthenticator(new BasicAuthenticator("repository") {
                    @Override
                    public boolean checkCredentials(String user, String password) {
                        return user.equals("me") && password.equals("se@cret");
                    }
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** Sends a file of the repository, or the first half of it. */
    private void answer(HttpExchange exchange, boolean whole) throws IOException {
        String path = exchange.getRequestURI().getPath().split("/", 3)[2];
        Path file = repository.root().resolve(path);
        try (exchange) {
            if (!Files.exists(file)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            byte[] bytes = Files.readAllBytes(file);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes, 0, whole ? bytes.length : bytes.length / 2);
        }
    }

    private static void redirect(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders()
                    .add("Location", exchange.getRequestURI().getPath().replace("/moved", "/m2"));
            exchange.sendResponseHeaders(302, -1);
        }
    }

    private String url(String login, String path) {
        return "http://" + login + "127.0.0.1:" + server.getAddress().getPort() + "/" + path;
    }

    private List<Path> fetch(String url, String jars) throws UsageException {
        return new JarFetcher(url).fetch(Jar.list(jars), lib);
    }

    @ParameterizedTest
    @ValueSource(strings = {"m2", "m2/", "moved"})
    void aDriverComesWithWhatItNeeds(String path) throws Exception {
        List<Path> places = fetch(url("", path), LocalRepository.named(jar) + ", " + LocalRepository.named(helper));

        assertThat(places).containsExactly(lib.resolve("driver-7.1.jar"), lib.resolve("helper-2.jar"));
        assertThat(lib.resolve("driver-7.1.jar")).hasSameBinaryContentAs(jar);
        try (var files = Files.list(lib)) {
            assertThat(files).as("nothing else").hasSize(2);
        }
    }

    @Test
    void withoutASumInTheFolderTheRepositorysOwnHasToFit() throws Exception {
        String sum = Files.readString(jar.resolveSibling("driver-7.1.jar.sha1"));
        Files.writeString(jar.resolveSibling("driver-7.1.jar.sha1"), "0".repeat(40) + "  driver-7.1.jar\n");
        refused(repository.url(), "com.example:driver:7.1", "does not fit its checksum");
        Files.writeString(jar.resolveSibling("driver-7.1.jar.sha1"), sum);
        assertThat(fetch(repository.url(), "com.example:driver:7.1")).hasSize(1);
        FileUtils.deleteDirectory(lib.toFile());
        Files.delete(jar.resolveSibling("driver-7.1.jar.sha1"));
        refused(repository.url(), "com.example:driver:7.1", "driver-7.1.jar.sha1 is not there");
    }

    @Test
    void aJarThatDoesNotFitItsChecksumIsRefusedAndNothingIsWritten() throws Exception {
        String both = LocalRepository.named(jar) + ", " + LocalRepository.named(helper);
        Files.write(helper, new byte[] {0}, StandardOpenOption.APPEND);
        refused(url("", "m2"), both, "Cannot fetch com.example:helper:2 from", "does not fit its checksum");
    }

    @Test
    void whatIsNotThereIsAnsweredWithTheFileToPutThere() {
        for (String url : List.of(url("", "m2/"), repository.url())) {
            refused(
                    url,
                    "com.example:other:3",
                    "Cannot fetch com.example:other:3 from " + url + ": ",
                    "other-3.jar is not there; put other-3.jar into " + lib
                            + " by hand, or name another repository with --repository URL");
        }
    }

    @Test
    void aFileThatBreaksOffOrARepositoryThatDoesNotAnswerIsNamed() throws Exception {
        refused(url("", "broken"), LocalRepository.named(jar), "bytes received");
        refused("http://127.0.0.1:1/", "com.example:driver:7.1", "http://127.0.0.1:1/: no connection to 127.0.0.1");
    }

    @Test
    void aLoginIsSentToTheRepositoryAndShownNowhere() throws Exception {
        assertThat(fetch(url("me:se%40cret@", "closed"), LocalRepository.named(jar)))
                .hasSize(1);
        assertThat(new JarFetcher(url("me:se%40cret@", "closed")).repository()).isEqualTo(url("", "closed/"));
        for (String url :
                List.of(url("me:wr0ng@", "closed"), url("", "closed"), "http://me:wr0ng@a b/", "ftp://me:wr0ng@x/")) {
            assertThatThrownBy(() -> fetch(url, LocalRepository.named(jar)))
                    .isInstanceOf(UsageException.class)
                    .hasMessageNotContaining("wr0ng")
                    .message()
                    .containsAnyOf("asks for a login", "too many authentication attempts", "--repository is not a URL");
        }
    }

    @Test
    void whatIsNoCoordinatesIsRefused() {
        for (String text : List.of("../driver", "a:b", "a:b:1 12", "a:b:1,", "a:b:1 " + "x".repeat(64))) {
            assertThrown(UsageException.class, () -> Jar.list(text), "GROUP:ARTIFACT:VERSION");
        }
    }

    private void refused(String url, String jars, String... parts) {
        assertThatThrownBy(() -> fetch(url, jars))
                .isInstanceOf(CannotConnectException.class)
                .message()
                .contains(parts);
        assertThat(lib).doesNotExist();
    }
}
