package io.bmsql.db;

import io.bmsql.common.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.Authenticator;
import java.net.ConnectException;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.file.PathUtils;
import org.jspecify.annotations.Nullable;

/**
 * Fetches jars from a Maven repository. A jar that does not fit its checksum is refused, and none is put into its folder
 * unless all came. One thread.
 */
public final class JarFetcher {
    /** The repository to ask unless the user names another. */
    public static final String CENTRAL = "https://repo.maven.apache.org/maven2/";

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);
    private static final long FILE_LIMIT_SECONDS = 600;

    private final URI repository;
    private final HttpClient client;

    /** @param url of the repository, {@code file:} too; a user and password in it are sent to no other host */
    public JarFetcher(String url) throws UsageException {
        try {
            URI given = new URI(url.endsWith("/") ? url : url + "/");
            if (!List.of("http", "https", "file").contains(given.getScheme() + "")
                    || given.getHost() == null != given.getScheme().equals("file")) {
                throw new UsageException("--repository is not a URL that begins with https://, http:// or file:///");
            }
            repository = given.getHost() == null
                    ? given
                    : new URI(given.getScheme(), null, given.getHost(), given.getPort(), given.getPath(), null, null);
            HttpClient.Builder builder =
                    HttpClient.newBuilder().connectTimeout(CONNECT_LIMIT).followRedirects(Redirect.NORMAL);
            client = (given.getUserInfo() == null ? builder : builder.authenticator(login(given))).build();
        } catch (URISyntaxException e) {
            // Its own message repeats the URL, maybe with a password.
            throw new UsageException("--repository is not a URL: " + e.getReason());
        }
    }

    /**
     * A jar in a repository.
     *
     * @param coordinates group, artifact and version
     * @param sha256 of the file; empty when the repository's own checksum has to do
     */
    public record Jar(String coordinates, String sha256) {
        /** Reads {@code group:artifact:version sha256, ...}, the driver itself first; a checksum may be missing. */
        public static List<Jar> list(String text) throws UsageException {
            List<Jar> jars = new ArrayList<>();
            for (String each : text.strip().split("\\s*,\\s*", -1)) {
                if (!each.matches("[\\w.-]+:[\\w.-]+:[\\w.+-]+( +[0-9a-f]{64})?")) {
                    throw new UsageException(each + " is not GROUP:ARTIFACT:VERSION, as com.ibm.informix:jdbc:15.0.1.0"
                            + " is, alone or with its SHA-256 after a blank");
                }
                String[] words = each.split(" +");
                jars.add(new Jar(words[0], words.length == 1 ? "" : words[1]));
            }
            return jars;
        }

        String fileName() {
            String[] parts = coordinates.split(":");
            return parts[1] + "-" + parts[2] + ".jar";
        }

        private String path() {
            String[] parts = coordinates.split(":");
            return parts[0].replace('.', '/') + "/" + parts[1] + "/" + parts[2] + "/" + fileName();
        }
    }

    /** The URL without user and password. */
    public String repository() {
        return repository.toString();
    }

    /** Where the repository describes a jar and names its license. */
    public String description(Jar jar) {
        return repository + jar.path().replaceFirst("jar$", "pom");
    }

    /** Fetches jars into this folder, which is made when there is something to put in, and returns where they lie. */
    public List<Path> fetch(List<Jar> jars, Path folder) throws UsageException {
        Path work = null;
        try {
            work = Files.createTempDirectory("bmsql-fetch");
            for (Jar jar : jars) {
                fetch(jar, work, folder);
            }
            List<Path> places = new ArrayList<>();
            for (Jar jar : jars) {
                places.add(move(work.resolve(jar.fileName()), folder));
            }
            return places;
        } catch (IOException e) {
            throw new UsageException("Cannot put " + jars.get(0).coordinates() + " into " + folder + ": " + e, e);
        } finally {
            FileUtils.deleteQuietly(work == null ? null : work.toFile());
        }
    }

    private void fetch(Jar jar, Path work, Path folder) throws CannotConnectException {
        try {
            byte[] bytes = Files.readAllBytes(download(jar.path(), work.resolve(jar.fileName())));
            String found = jar.sha256.isEmpty() ? DigestUtils.sha1Hex(bytes) : DigestUtils.sha256Hex(bytes);
            String wanted = jar.sha256.isEmpty()
                    ? Files.readString(download(jar.path() + ".sha1", work.resolve("sum")))
                            .strip()
                            .split("\\s", 2)[0]
                    : jar.sha256;
            if (!found.equalsIgnoreCase(wanted)) {
                throw new IOException("what came does not fit its checksum (" + found + ", not " + wanted + ")");
            }
        } catch (IOException e) {
            throw new CannotConnectException(
                    "Cannot fetch " + jar.coordinates + " from " + repository + ": " + reason(e) + "; put "
                            + jar.fileName() + " into " + folder
                            + " by hand, or name another repository with --repository URL",
                    e);
        }
    }

    private Path download(String path, Path target) throws IOException {
        URI place = repository.resolve(path);
        if (repository.getHost() == null) {
            return Files.copy(Path.of(place), target, StandardCopyOption.REPLACE_EXISTING);
        }
        HttpRequest request =
                HttpRequest.newBuilder(place).timeout(ANSWER_LIMIT).build();
        CompletableFuture<HttpResponse<Path>> answer = client.sendAsync(request, BodyHandlers.ofFile(target));
        try {
            int status = answer.get(FILE_LIMIT_SECONDS, TimeUnit.SECONDS).statusCode();
            if (status == 404) {
                throw new FileNotFoundException(path);
            } else if (status == 401 || status == 403) {
                throw new IOException("it asks for a login, as in --repository https://USER:PASSWORD@HOST/");
            } else if (status != 200) {
                throw new IOException("it answers with HTTP status " + status);
            }
            return target;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause() + "", e);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException("not all of it came within " + FILE_LIMIT_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private String reason(IOException failure) {
        if (failure instanceof FileNotFoundException || failure instanceof NoSuchFileException) {
            return failure.getMessage() + " is not there";
        }
        // The JDK says no more of these, not even for an unknown host.
        return failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException
                ? "no connection to " + repository.getHost()
                : failure.getMessage() + "";
    }

    /** Copied beside its place first, which may be on another disk: a reader finds the whole jar or none. */
    private static Path move(Path jar, Path folder) throws IOException {
        Path place = folder.resolve(jar.getFileName());
        PathUtils.createParentDirectories(place);
        Path fresh = Files.createTempFile(folder, ".", ".part");
        try {
            Files.copy(jar, fresh, StandardCopyOption.REPLACE_EXISTING);
            return Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** The user and password of the repository's URL: for its own host, not for one that it redirects to. */
    private static Authenticator login(URI repository) {
        return new Authenticator() {
            @Override
            protected @Nullable PasswordAuthentication getPasswordAuthentication() {
                if (getRequestorType() != RequestorType.SERVER
                        || !repository.getHost().equals(getRequestingHost())
                        || repository.getPort() != getRequestingURL().getPort()) {
                    return null;
                }
                String[] words = repository.getUserInfo().split(":", 2);
                return new PasswordAuthentication(words[0], words[words.length - 1].toCharArray());
            }
        };
    }
}
