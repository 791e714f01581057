package io.bmsql.agents;

import io.bmsql.common.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The key that closes a group of agents: one private key with its certificate, the same on all hosts. Each end of a
 * connection proves with TLS that it holds this key, so a program without the file can neither join nor read a byte.
 *
 * <p>The file alone is the secret, like a private key of ssh without a passphrase: it is refused when others may read it.
 */
public record AgentKey(Path file) {
    private static final String TYPE = "PKCS12";
    private static final String ALIAS = "bmsql";
    /** A store of this kind must have one. It protects nothing: the mode of the file does. */
    private static final String STORE_PASSWORD = "bmsql-agents";

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    /** The key in the user's own folder, made when it is missing. Several programs may do this at once: one key wins. */
    public static AgentKey ofUser(Path home) throws UsageException {
        Path file = home.resolve(".bmsql").resolve("agents.p12");
        if (!Files.exists(file)) {
            make(file);
        }
        return new AgentKey(file);
    }

    private static void make(Path file) throws UsageException {
        try {
            Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
            Path workshop = Files.createTempDirectory(folder, ".key"); // readable by its owner only
            Path fresh = workshop.resolve("agents.p12");
            try {
                generate(fresh);
                Files.setPosixFilePermissions(fresh, OWNER_ONLY);
                Files.createLink(file, fresh);
            } catch (FileAlreadyExistsException e) {
                // Another program was a little faster: its key counts.
                require(Files.isRegularFile(file), file, "is not a file");
            } finally {
                Files.deleteIfExists(fresh);
                Files.deleteIfExists(workshop);
            }
        } catch (IOException e) {
            throw new UsageException(
                    "The key of the agents cannot be made at " + file + " (" + e.getMessage() + ")", e);
        }
    }

    /** The JDK's own tool: no class of the JDK that a program may call writes a certificate. */
    private static void generate(Path file) throws IOException {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        List<String> command = new ArrayList<>(List.of(keytool, "-genkeypair", "-alias", ALIAS));
        command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "36500"));
        command.addAll(List.of("-dname", "CN=bmsql agents", "-storetype", TYPE));
        command.addAll(List.of("-keystore", file.toString(), "-storepass:env", "BMSQL_STORE"));
        ProcessBuilder tool = new ProcessBuilder(command);
        tool.environment().put("BMSQL_STORE", STORE_PASSWORD);
        Process running = tool.redirectErrorStream(true).start();
        String words = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (running.waitFor() != 0) {
                throw new IOException(keytool + ": " + words);
            }
        } catch (InterruptedException e) {
            running.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** What both ends of a connection show and ask for. Refuses a file that is missing, broken or open to others. */
    public SSLContext context() throws UsageException {
        requirePrivate();
        try (InputStream bytes = Files.newInputStream(file)) {
            char[] password = STORE_PASSWORD.toCharArray();
            KeyStore store = KeyStore.getInstance(TYPE);
            store.load(bytes, password);
            require(store.isKeyEntry(ALIAS), file, "holds no key named " + ALIAS);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            // The certificate of a key in the store counts as trusted, and no other does.
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new UsageException(
                    file + " is not a key of agents (" + e.getMessage()
                            + "): copy ~/.bmsql/agents.p12 of the host that starts the runs",
                    e);
        }
    }

    /** As ssh does: what belongs to this user must be closed to all others; what another put there, to the world. */
    private void requirePrivate() throws UsageException {
        require(
                Files.isRegularFile(file),
                file,
                "is not there: copy ~/.bmsql/agents.p12 of the host that starts the runs");
        try {
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
            boolean isOpen = !Collections.disjoint(mode, PosixFilePermissions.fromString("------rw-"));
            boolean isOpenToGroup = !Collections.disjoint(mode, PosixFilePermissions.fromString("---rw----"));
            boolean isOurs = Files.getOwner(file).getName().equals(System.getProperty("user.name"));
            require(
                    !isOpen && !(isOurs && isOpenToGroup),
                    file,
                    "can be read or changed by others (mode " + PosixFilePermissions.toString(mode)
                            + "), so that it is no secret: chmod 600 " + file
                            + ", or delete it and copy a new one to all hosts");
        } catch (IOException e) {
            throw new UsageException(file + " cannot be looked at (" + e.getMessage() + ")", e);
        }
    }

    private static void require(boolean holds, Path file, String why) throws UsageException {
        if (!holds) {
            throw new UsageException("The key of the agents " + file + " " + why);
        }
    }
}
