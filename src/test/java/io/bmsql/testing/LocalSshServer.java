package io.bmsql.testing;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/** The machine's own sshd on a free loopback port, with keys and settings of its own in a folder. */
public final class LocalSshServer implements AutoCloseable {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final Path SSH = Path.of("/usr/bin/ssh");

    private final Path folder;
    private final int port;
    private final Process process;

    private LocalSshServer(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    public static boolean isInstalled() {
        return Files.isExecutable(SSHD) && Files.isExecutable(SSH);
    }

    /** @param settings further lines of its configuration */
    public static LocalSshServer start(Path folder, String... settings) throws IOException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        if (System.getProperty("user.name").equals("root")) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        makeKey(folder.resolve("host"));
        makeKey(folder.resolve("user"));
        Files.copy(folder.resolve("user.pub"), folder.resolve("authorized"));
        int port = TestFiles.freePort();
        Files.writeString(
                folder.resolve("config"),
                """
                ListenAddress 127.0.0.1:%d
                HostKey %s/host
                AuthorizedKeysFile %s/authorized
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                PidFile none
                """
                                .formatted(port, folder, folder)
                        + String.join("\n", settings) + "\n");
        Process process = new ProcessBuilder(
                        SSHD.toString(),
                        "-D",
                        "-e",
                        "-f",
                        folder.resolve("config").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        await().atMost(Duration.ofMinutes(2)).until(() -> accepts(port));
        return new LocalSshServer(folder, port, process);
    }

    private static void makeKey(Path file) throws IOException {
        if (TestFiles.command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString()) != 0) {
            throw new IOException("ssh-keygen made no key " + file);
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public String user() {
        return System.getProperty("user.name");
    }

    /** The ssh program with this server's key, its host key unseen before. */
    public List<String> sshCommand() {
        return List.of(
                SSH.toString(),
                "-F",
                "none",
                "-i",
                folder.resolve("user").toString(),
                "-o",
                "UserKnownHostsFile=" + folder.resolve("known"),
                "-o",
                "StrictHostKeyChecking=accept-new");
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}
