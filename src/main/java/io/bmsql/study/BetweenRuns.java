package io.bmsql.study;

import io.bmsql.benchmark.Benchmark;
import io.bmsql.benchmark.BenchmarkTables;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.dialect.Dialect;
import io.bmsql.schema.BuildListener;
import io.bmsql.study.StudyFile.Run;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** What is done before each run of a study: nothing, a reset, a rebuild, or a command for the shell. */
public final class BetweenRuns {
    public static final String NOTHING = "nothing";
    /** The data as they were loaded, as {@code bmsql reset} does. */
    public static final String RESET = "reset";
    /** As {@code bmsql destroy} and {@code bmsql build} do. */
    public static final String REBUILD = "rebuild";

    private BetweenRuns() {}

    /** True for what is none of the words above. */
    public static boolean isCommand(String what) {
        return !what.equals(NOTHING) && !what.equals(RESET) && !what.equals(REBUILD);
    }

    /** Resets all that is loaded, row by row: a run may use fewer warehouses. {@code share} takes what gives the part done, 0 to 1. */
    public static void reset(ProgramContext program, BenchmarkConfig config, Consumer<DoubleSupplier> share)
            throws Exception {
        BuildListener listener = new BuildListener() {
            @Override
            public Runnable working(BenchmarkConfig of, String event, DoubleSupplier done) {
                share.accept(done);
                return () -> {};
            }
        };
        new BenchmarkTables(program, config, listener).reset(true);
    }

    /** Destroys by the first settings, and builds and prepares by the second. */
    public static void rebuild(ProgramContext program, BenchmarkConfig destroyed, BenchmarkConfig built)
            throws UsageException, SQLException, InterruptedException {
        BuildListener quiet = new BuildListener() {};
        new BenchmarkTables(program, destroyed, quiet).destroy();
        new BenchmarkTables(program, built, quiet).build();
    }

    /** Prepares the tables for the run by the settings of a build, unless a rebuild did so already; gives what could not be done. */
    public static List<String> prepare(ProgramContext program, BenchmarkConfig config, String between)
            throws UsageException, SQLException, InterruptedException {
        return between.equals(REBUILD)
                ? List.of()
                : Benchmark.of(program, config, Dialect.of(program, config), Map.of())
                        .prepare(!between.equals(RESET), new BuildListener() {});
    }

    /** A command finds its run in variables, and as {@code bmsql} this program, whatever the user's PATH has. */
    public static void command(ProgramContext program, String command, Run run)
            throws IOException, InterruptedException, UsageException {
        // A file and no pipe: a server that the command starts may keep it open.
        Path output = Files.createTempFile("bmsql-between", ".log");
        try {
            ProcessBuilder shell = new ProcessBuilder(List.of("/bin/sh", "-c", command))
                    .directory(program.workingDirectory().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            Map<String, String> environment = shell.environment();
            environment.put("BMSQL_RUN", Integer.toString(run.number()));
            environment.put("BMSQL_REPEAT", Integer.toString(run.block()));
            environment.put("BMSQL_DATABASE", run.setting().database());
            environment.put("BMSQL_SIDE", run.setting().database());
            run.setting().point().forEach((key, value) -> environment.put("BMSQL_" + key, value));
            String own = program.programRoot().resolve("run").toString();
            environment.merge("PATH", own, (path, first) -> first + File.pathSeparator + path);
            Process process = shell.start();
            int status;
            try {
                status = process.waitFor();
            } catch (InterruptedException e) {
                process.destroy();
                throw e;
            }
            if (status != 0) {
                throw new UsageException("--between " + command + " ended with status " + status + lastLine(output));
            }
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static String lastLine(Path output) throws IOException {
        String[] lines =
                Files.readString(output, StandardCharsets.ISO_8859_1).strip().split("\\R");
        String last = lines[lines.length - 1].replaceAll("\\p{Cntrl}", " ").strip();
        return last.isEmpty() ? "" : ": " + last.substring(0, Math.min(200, last.length()));
    }
}
