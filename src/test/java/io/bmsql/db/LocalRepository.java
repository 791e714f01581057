package io.bmsql.db;

import java.io.IOException;
import java.io.OutputStream;
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

    /** Adds {@code com.example:NAME:VERSION}, a jar with these bytes as that class. */
    public Path add(String name, String version, String className, byte[] bytes) throws IOException {
        Path folder = Files.createDirectories(root.resolve("com/example/" + name + "/" + version));
        Path jar = folder.resolve(name + "-" + version + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new ZipEntry(className.replace('.', '/') + ".class"));
            entries.write(bytes);
        }
        Files.writeString(
                jar.resolveSibling(jar.getFileName() + ".sha1"), DigestUtils.sha1Hex(Files.readAllBytes(jar)));
        return jar;
    }

    /** As a folder's {@code driver.maven} names a jar of this repository. */
    public static String named(Path jar) throws IOException {
        Path version = jar.getParent();
        return "com.example:" + version.getParent().getFileName() + ":" + version.getFileName() + " "
                + DigestUtils.sha256Hex(Files.readAllBytes(jar));
    }
}
