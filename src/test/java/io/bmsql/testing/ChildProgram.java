package io.bmsql.testing;

import io.bmsql.cli.Main;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The program in a JVM of its own, which can get signals and be killed; its two streams go to files. */
public final class ChildProgram implements AutoCloseable {
    /** How long to wait for anything. */
    public static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final long POLL_MILLIS = 50;
    private static final Path JAR = Path.of("target/bmsql.jar").toAbsolutePath();

    private final Process process;
    private final Path out;
    private final Path err;

    private ChildProgram(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts {@code bmsql words} in a folder. */
    public static ChildProgram start(Path folder, String... words) throws IOException {
        return start(folder, List.of(), words);
    }

    /** The same behind a prefix such as {@code bash -c 'ulimit …; exec "$@"' bash}. */
    public static ChildProgram start(Path folder, List<String> prefix, String... words) throws IOException {
        List<String> command = new ArrayList<>(withAllSignals());
        command.addAll(prefix);
        command.addAll(List.of(
                java("java"),
                "-XX:TieredStopAtLevel=1",
                // Most of a short life is starting up: what runs a few times need not be compiled.
                "-XX:CompileThresholdScaling=4",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-Xmx256m",
                // Not the tests' own, which hides what users see.
                "-Dlogback.configurationFile="
                        + Path.of("src/main/resources/logback.xml").toAbsolutePath(),
                "-Dbmsql.root=" + Path.of("").toAbsolutePath()));
        command.addAll(List.of("-cp", classPath(), Main.class.getName()));
        command.addAll(Arrays.asList(words));
        Path out = Files.createTempFile(folder, "out", ".log");
        Path err = Files.createTempFile(folder, "err", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // Tests compare English sentences.
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        process.getOutputStream().close();
        return new ChildProgram(process, out, err);
    }

    /** A prefix for commands. Tests started in the background of a script ignore SIGINT, and so would all that they start. */
    public static List<String> withAllSignals() throws IOException {
        List<String> words = List.of("env", "--default-signal=INT,TERM,HUP");
        return TestFiles.command(words.get(0), words.get(1), "true") == 0 ? words : List.of();
    }

    /** Whether the tests run on the packed program. */
    public static boolean isPacked() {
        return Main.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath()
                .equals(JAR.toString());
    }

    private static String java(String tool) {
        return Path.of(System.getProperty("java.home"), "bin", tool).toString();
    }

    /** Some launchers of tests load them through a class loader of their own. */
    private static String classPath() {
        if (isPacked()) {
            return JAR + ":" + JAR.resolveSibling("lib") + "/*";
        }
        if (ChildProgram.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(":"));
        }
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** What it took of the processors so far. */
    public long cpuMillis() {
        return process.info().totalCpuDuration().orElseThrow().toMillis();
    }

    /** Where all of its threads are. */
    public String stacks() throws IOException, InterruptedException {
        Process stacks = new ProcessBuilder(java("jstack"), Long.toString(process.pid()))
                .redirectErrorStream(true)
                .start();
        String text = new String(stacks.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        stacks.waitFor();
        return text;
    }

    /** SIGKILL; waits for its end. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Sends a signal such as {@code INT}. */
    public void signal(String name) throws IOException {
        TestFiles.command("kill", "-" + name, Long.toString(process.pid()));
    }

    /** Lets none of its files grow above so many bytes from now on, as a full disk does, or {@code unlimited} again. */
    public void limitFiles(String bytes) throws IOException {
        TestFiles.command("prlimit", "--pid", Long.toString(process.pid()), "--fsize=" + bytes + ":unlimited");
    }

    /** Waits for something that it does while it lives. */
    public void awaitWhileAlive(Callable<Boolean> isDone) throws Exception {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        boolean wasAlive = true;
        while (!isDone.call()) {
            if (!wasAlive || System.nanoTime() > deadlineNanos) {
                throw new AssertionError("the child " + (wasAlive ? "never came so far" : "ended") + ":\n" + output());
            }
            // Asked before the next look, so that what it did last is seen.
            wasAlive = isAlive();
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Waits for its end and gives the exit status. */
    public int exitStatus() throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the child did not end:\n" + output());
        }
        return process.exitValue();
    }

    /** What it printed so far. */
    public String out() throws IOException {
        return read(out);
    }

    /** Its error stream so far. */
    public String err() throws IOException {
        return read(err);
    }

    /** Both streams, one behind the other. */
    public String output() throws IOException {
        return out() + err();
    }

    private static String read(Path file) throws IOException {
        // A character may be cut in the middle.
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
