package io.bmsql.common;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where the program works; handed in, so that another Java program can do everything in its own folder. Relative
 * paths start from the working directory; the root holds {@code run/}, {@code sql.*} and {@code lib/}. Any thread.
 */
public record ProgramContext(
        Path workingDirectory, Path programRoot, Map<String, String> environment, RunClock clock, SecretMask secrets) {
    private static final Pattern URL_HOST =
            Pattern.compile("(?:@//|//(?:[^/;?@]*@)?|@)(\\[[^\\]]*\\]|[^/:,;?@]*)(?::(\\d{1,5}))?");
    private static final Pattern LOCAL = Pattern.compile("localhost|127\\..*|\\[?::1\\]?|");
    private static final int SSH_PORT = 22;
    private static final Path KERNEL_HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    /** The program's version, or {@code development} when the classes do not come from a jar. */
    public static String version() {
        String ofTheJar = ProgramContext.class.getPackage().getImplementationVersion();
        return ofTheJar == null ? "development" : ofTheJar;
    }

    /** The sentences of the language that the setting {@code lang} has, empty for none. */
    public Texts texts(String lang) {
        return Texts.of(Texts.Language.of(lang, environment));
    }

    /** True when a URL of JDBC names the host on which the program of that name runs. */
    public static boolean isLocal(String url, String hostName) {
        Matcher host = URL_HOST.matcher(url);
        return host.find() && isThisHost(host.group(1), hostName);
    }

    /** The port that a URL of JDBC names first; 0 where it names none. */
    public static int port(String url) {
        Matcher host = URL_HOST.matcher(url);
        return host.find() && host.group(2) != null ? Integer.parseInt(host.group(2)) : 0;
    }

    /**
     * True when ssh finds the host on which the program of that name runs under this address.
     *
     * @param address a host, or {@code user@host}
     * @param port 0 for ssh's own choice; any but the usual one may be forwarded to a virtual machine
     */
    public static boolean isLocal(String address, int port, String hostName) {
        return (port == 0 || port == SSH_PORT) && isThisHost(address.replaceFirst("^.*@", ""), hostName);
    }

    private static boolean isThisHost(String name, String hostName) {
        return LOCAL.matcher(name).matches() || name.equals(hostName);
    }

    /** What a program prints, without its errors; empty when it cannot be started or does not end in time. */
    public static String answer(ProcessBuilder question, long patienceMillis) throws InterruptedException {
        try {
            Process asked =
                    question.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            if (!asked.waitFor(patienceMillis, TimeUnit.MILLISECONDS)) {
                asked.destroyForcibly();
                return "";
            }
            return new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException noSuchProgram) {
            return "";
        }
    }

    /** The name of this host as its kernel has it, or as the JVM finds it. */
    public static String hostName() {
        try {
            return Files.isReadable(KERNEL_HOST_NAME)
                    ? Files.readString(KERNEL_HOST_NAME).strip()
                    : InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A container without an entry for itself: the message begins with the name.
            return String.valueOf(e.getMessage()).replaceFirst(":.*", "");
        } catch (IOException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }

    /** A path as the user typed it, seen from the working directory; left as typed where that makes no difference. */
    public Path resolve(Path path) {
        boolean isProcessDirectory = workingDirectory.equals(Path.of("").toAbsolutePath());
        return isProcessDirectory ? path : workingDirectory.resolve(path);
    }

    public ProgramContext in(Path directory) {
        return new ProgramContext(directory, programRoot, environment, clock, secrets);
    }

    /** Where {@code lib/} of a user who cannot write to the program's own folder is; nothing for one without a home. */
    public Optional<Path> userFolder() {
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        String home = environment.getOrDefault("HOME", "");
        if (data.isEmpty() && home.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of((data.isEmpty() ? Path.of(home, ".local", "share") : Path.of(data)).resolve("bmsql"));
    }

    public Optional<Path> onPath(String name) {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The nearest of a path and the folders above it that is there. */
    public static Path nearestExisting(Path path) {
        Path there = path.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there;
    }

    /** True when this user may write into a folder, or make it. */
    public static boolean canMake(Path folder) {
        Path there = nearestExisting(folder);
        return Files.isDirectory(there) && Files.isWritable(there);
    }
}
