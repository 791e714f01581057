package io.bmsql.testing;

import io.bmsql.cli.Main;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The program in a JVM of its own, which a test may kill. */
public final class ChildProgram implements AutoCloseable {
    private static final long LIMIT_SECONDS = 120;

    private final Process process;
    private final Path output;

    private ChildProgram(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts {@code bmsql words} in a folder; what it prints goes to a file beside it. */
    public static ChildProgram start(Path folder, String... words) throws IOException {
        Path output = Files.createTempFile(folder, "child", ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Dbmsql.root=" + Path.of("").toAbsolutePath(),
                "-cp",
                classPath(),
                Main.class.getName()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new ChildProgram(process, output);
    }

    /** Some launchers of tests load them through a class loader of their own. */
    private static String classPath() {
        if (ChildProgram.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(":"));
        }
        return System.getProperty("java.class.path");
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL; waits for its end. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Sends a signal such as {@code INT}. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Waits for its end and gives the exit status. */
    public int exitStatus() throws InterruptedException {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the child did not end");
        }
        return process.exitValue();
    }

    /** What it printed so far, both streams. */
    public String output() throws IOException {
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
