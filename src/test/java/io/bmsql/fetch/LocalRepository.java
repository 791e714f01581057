package io.bmsql.fetch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.apache.commons.codec.digest.DigestUtils;

/** A Maven repository in a folder, with the checksums that one on the net has. */
public record LocalRepository(Path root) {
    public String url() {
        return root.toUri().toString();
    }

    /** Adds {@code com.example:NAME:VERSION}, a jar with these bytes as that class; {@code more} goes into its POM. */
    public Path add(String name, String version, String className, byte[] bytes, String more) throws IOException {
        Path folder = Files.createDirectories(root.resolve("com/example/" + name + "/" + version));
        Path pom = folder.resolve(name + "-" + version + ".pom");
        Files.writeString(
                pom,
                "<project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId><artifactId>" + name
                        + "</artifactId><version>" + version + "</version>" + more + "</project>");
        Path jar = folder.resolve(name + "-" + version + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new ZipEntry(className.replace('.', '/') + ".class"));
            entries.write(bytes);
        }
        sum(pom);
        sum(jar);
        Path metadata = root.resolve("com/example/" + name + "/maven-metadata.xml");
        Files.writeString(
                metadata,
                "<metadata><groupId>com.example</groupId><artifactId>" + name + "</artifactId><versioning><release>"
                        + version + "</release></versioning></metadata>");
        sum(metadata);
        return jar;
    }

    private static void sum(Path file) throws IOException {
        Files.write(
                file.resolveSibling(file.getFileName() + ".sha1"),
                DigestUtils.sha1Hex(Files.readAllBytes(file)).getBytes(StandardCharsets.US_ASCII));
    }
}
