package io.bmsql.fetch;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.ContextOverrides.AddRepositoriesOp;
import eu.maveniverse.maven.mima.context.ContextOverrides.ChecksumPolicy;
import eu.maveniverse.maven.mima.context.Runtimes;
import io.bmsql.spec.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.file.PathUtils;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.ChecksumFailureException;
import org.eclipse.aether.util.artifact.JavaScopes;

/**
 * Fetches jars from Maven Central, or from what the user's {@code ~/.m2/settings.xml} names in its place, or from a
 * repository named here. A jar without a right checksum is refused. One thread.
 *
 * @param repository URL of the only repository to ask, {@code file:} too; empty for the user's own or Maven Central
 */
public record JarFetcher(String repository) {
    private static final String NAMED = "named";
    private static final int CONNECT_MILLIS = 10_000;
    private static final int SILENCE_MILLIS = 60_000;

    /**
     * What came.
     *
     * @param coordinates group, artifact and version, which the repository may have chosen
     * @param jars where they lie now, the one asked for first
     * @param licenses their names and URLs as the artifact states them, maybe none
     * @param repositories the URLs that were asked
     */
    public record Fetched(String coordinates, List<Path> jars, List<String> licenses, List<String> repositories) {}

    /** The coordinates {@code group:artifact} or {@code group:artifact:version}; without a version its newest release. */
    public static String complete(String coordinates) throws RefusedException {
        if (!coordinates.matches("[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+(:[A-Za-z0-9_.+-]+)?")) {
            throw new RefusedException(coordinates
                    + " is not GROUP:ARTIFACT or GROUP:ARTIFACT:VERSION, as com.ibm.informix:jdbc:15.0.1.0 is");
        }
        return coordinates.split(":").length == 2 ? coordinates + ":RELEASE" : coordinates;
    }

    /** The URLs that would be asked; connects to nothing. */
    public List<String> repositories() {
        try (Context maven = open(Path.of(System.getProperty("java.io.tmpdir")))) {
            return urls(maven);
        }
    }

    /** Fetches a jar and those that it needs at run time into this folder, which is made when there is something to put in. */
    public Fetched fetch(String coordinates, Path folder) throws RefusedException {
        Artifact wanted = new DefaultArtifact(complete(coordinates));
        Path work = null;
        try {
            work = Files.createTempDirectory("bmsql-fetch");
            try (Context maven = open(work)) {
                return fetch(maven, wanted, folder);
            }
        } catch (IOException e) {
            throw new RefusedException("Cannot put " + coordinates + " into " + folder + ": " + e, e);
        } finally {
            FileUtils.deleteQuietly(work == null ? null : work.toFile());
        }
    }

    private Fetched fetch(Context maven, Artifact wanted, Path folder) throws RefusedException, IOException {
        List<ArtifactResult> found;
        Map<String, Object> facts;
        try {
            CollectRequest tree =
                    new CollectRequest(new Dependency(wanted, JavaScopes.RUNTIME), maven.remoteRepositories());
            found = maven.repositorySystem()
                    .resolveDependencies(maven.repositorySystemSession(), new DependencyRequest(tree, null))
                    .getArtifactResults();
            facts = maven.repositorySystem()
                    .readArtifactDescriptor(
                            maven.repositorySystemSession(),
                            new ArtifactDescriptorRequest(found.get(0).getArtifact(), maven.remoteRepositories(), null))
                    .getProperties();
        } catch (RepositoryException e) {
            throw new FetchFailedException(
                    "Cannot fetch " + name(wanted) + " from " + String.join(" or ", urls(maven)) + ": " + reason(e)
                            + "; put " + wanted.getArtifactId() + "-"
                            + (isNewest(wanted) ? "VERSION" : wanted.getVersion())
                            + ".jar into " + folder + " by hand, or name another repository with --repository URL",
                    e);
        }
        List<Path> jars = new ArrayList<>();
        for (ArtifactResult each : found) {
            jars.add(move(each.getArtifact().getFile().toPath(), folder));
        }
        return new Fetched(name(found.get(0).getArtifact()), jars, licenses(facts), urls(maven));
    }

    /** Copied beside its place first, which may be on another disk: a reader finds the whole jar or none. */
    private static Path move(Path jar, Path folder) throws IOException {
        PathUtils.createParentDirectories(folder.resolve("jar"));
        Path place = folder.resolve(Objects.requireNonNull(jar.getFileName()));
        Path fresh = Files.createTempFile(folder, ".", ".part");
        try {
            Files.copy(jar, fresh, StandardCopyOption.REPLACE_EXISTING);
            return Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** What is read on the way (POMs, checksums) is kept in a folder that is gone afterwards, not in the user's ~/.m2. */
    private Context open(Path work) {
        ContextOverrides.Builder how = ContextOverrides.create()
                .withUserSettings(true)
                .withLocalRepositoryOverride(work)
                .checksumPolicy(ChecksumPolicy.FAIL)
                .ignoreArtifactDescriptorRepositories(true)
                .configProperties(Map.of(
                        "aether.connector.connectTimeout", CONNECT_MILLIS,
                        "aether.connector.requestTimeout", SILENCE_MILLIS));
        if (!repository.isEmpty()) {
            how.addRepositoriesOp(AddRepositoriesOp.REPLACE)
                    .repositories(List.of(new RemoteRepository.Builder(NAMED, "default", repository).build()));
        }
        return Runtimes.INSTANCE.getRuntime().create(how.build());
    }

    private static List<String> urls(Context maven) {
        return maven.remoteRepositories().stream()
                .map(RemoteRepository::getUrl)
                .distinct()
                .toList();
    }

    private static String name(Artifact artifact) {
        String module = artifact.getGroupId() + ":" + artifact.getArtifactId();
        return isNewest(artifact) ? module : module + ":" + artifact.getVersion();
    }

    private static boolean isNewest(Artifact artifact) {
        return artifact.getVersion().equals("RELEASE");
    }

    private static List<String> licenses(Map<String, Object> facts) {
        int count = (Integer) facts.getOrDefault("license.count", 0);
        return IntStream.range(0, count)
                .mapToObj(i -> facts.getOrDefault("license." + i + ".name", "no name") + " ("
                        + facts.getOrDefault("license." + i + ".url", "no URL") + ")")
                .toList();
    }

    /** The library's exceptions repeat each other; the innermost of its own says what happened. */
    private static String reason(RepositoryException failure) {
        Throwable said = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ArtifactNotFoundException) {
                return "it is not there";
            }
            if (cause instanceof ChecksumFailureException) {
                return "what came does not fit its checksum (" + cause.getMessage() + ")";
            }
            said = cause;
        }
        return said instanceof java.net.UnknownHostException ? "no host " + said.getMessage() : said.getMessage() + "";
    }
}
