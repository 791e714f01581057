package io.bmsql.cli;

import io.bmsql.benchmark.Benchmark;
import io.bmsql.common.IoReason;
import io.bmsql.common.NumberText;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.dialect.Dialect;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.run.RunSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmsql run}: the timed run. */
@Command(name = "run")
final class RunCommand extends PropsCommand.Changing {
    /** In a closing line: a figure and how wide it is, negative for what begins at the left. */
    private static final Pattern FIGURE = Pattern.compile("\\{(\\w+)(?::(-?\\d+))?}");

    private static final String COUNTER = ".jTPCC_run_seq.dat";

    @Mixin
    private final Progress progress = new Progress();

    @Option(names = "--run-id", paramLabel = "N")
    private @Nullable Integer runId;

    @Option(names = "--steady", arity = "0..1", fallbackValue = "30", paramLabel = "MINS")
    private @Nullable String steadyMinutes;

    @Option(names = "--agents", paramLabel = "N")
    private @Nullable String agents;

    @Option(names = "--on-loss", paramLabel = "go|stop")
    private @Nullable String onLoss;

    @Mixin
    private final PgbenchOptions pgbench = new PgbenchOptions();

    @Option(names = "--verbose")
    private boolean isVerbose;

    @Override
    public Integer call() throws Exception {
        UsageException.throwIf(runId != null && runId < 0, "--run-id=" + runId + " is below 0");
        override(PropertyKey.STEADY_RAMPUP_MAX_MINS, steadyMinutes);
        override(PropertyKey.AGENTS, agents);
        override(PropertyKey.AGENTS_ON_LOSS, onLoss);
        pgbench.override(this);
        LoadedConfig loaded = load(ConfigPurpose.RUN);
        int number = runId == null ? nextNumber(context) : runId;
        RunSession.Request request = new RunSession.Request(loaded, props, number, commandLine());
        RunConsole console = new RunConsole(context, request, pgbench.mode(progress.mode), () -> {});
        console.isVerbose = isVerbose;
        RunSession.Finished finished = runId == null ? console.runNumbered() : console.run();
        closing(loaded, finished.summary());
        context.print(console.places(finished.directory()));
        return console.code().status();
    }

    /** What the tool prints whose workload it is, so that scripts that read it go on working; without lines of which a figure is not known. */
    private void closing(LoadedConfig loaded, RunSummary summary) throws UsageException {
        BenchmarkConfig config = loaded.config();
        Optional<String> text = Benchmark.ofTables(context.program(), config, Dialect.of(context.program(), config))
                .closing();
        double perSecond = summary.figures().tpmTotal() / 60;
        if (text.isEmpty() || perSecond <= 0) {
            return;
        }
        List<TypeSummary> types = summary.figures().types().stream()
                .filter(type -> type.count() > 0)
                .toList();
        long count = summary.figures().completed();
        double seconds = count / perSecond;
        double sumMs = 0;
        double maxMs = 0;
        for (TypeSummary type : types) {
            sumMs += type.count() * type.response().meanMs();
            maxMs = Math.max(maxMs, type.response().maxMs());
        }
        long failed = summary.figures().givenUp();
        long ignored = failed + Math.max(0, summary.figures().retries());
        Map<String, String> figures = new HashMap<>();
        figures.put("clients", Integer.toString(summary.run().size().terminals()));
        figures.put("count", Long.toString(count));
        figures.put("perSecond", NumberText.format("%.2f", perSecond));
        figures.put("failed", Long.toString(failed));
        figures.put("ignored", Long.toString(ignored));
        figures.put("ignoredPerSecond", NumberText.format("%.2f", ignored / seconds));
        figures.put("failedPercent", NumberText.format("%.3f", 100.0 * failed / (count + failed)));
        figures.put("seconds", NumberText.format("%.4f", seconds));
        figures.put("meanMs", NumberText.format("%.2f", sumMs / count));
        figures.put("maxMs", NumberText.format("%.2f", maxMs));
        figures.put("sumMs", NumberText.format("%.2f", sumMs));
        if (types.size() == 1) {
            figures.put(
                    "p95Ms", NumberText.format("%.2f", types.get(0).response().p95Ms()));
        }
        text.get().lines().forEach(line -> {
            List<String> names =
                    FIGURE.matcher(line).results().map(name -> name.group(1)).toList();
            if (figures.keySet().containsAll(names)) {
                context.print(FIGURE.matcher(line)
                        .replaceAll(name -> String.format(
                                "%" + Objects.requireNonNullElse(name.group(2), "") + "s",
                                figures.get(name.group(1)))));
            }
        });
    }

    /** The number of a start that failed is free again, unless another start has taken the next one meanwhile. */
    static void giveBack(Path directory, int number) {
        Path file = directory.resolve(COUNTER);
        try {
            if (Files.exists(file) && Files.readString(file).strip().equals(Integer.toString(number))) {
                Files.writeString(file, number - 1 + "\n");
            }
        } catch (IOException e) {
            LoggerFactory.getLogger(RunCommand.class).debug("{} counts the failed start {}", file, number, e);
        }
    }

    /** A counter that cannot be written is no reason to refuse a run. */
    static int nextNumber(CommandContext context) {
        try {
            return nextNumber(context.program().workingDirectory());
        } catch (IOException e) {
            context.printError("Warning: this run gets the number 0, because .jTPCC_run_seq.dat cannot be used ("
                    + IoReason.of(e) + "): make it a file that this user may write, or give --run-id");
            return 0;
        }
    }

    /** Counts a start in {@code .jTPCC_run_seq.dat}, from 1 (benchmarksql-formats.md, Scripts). */
    static int nextNumber(Path directory) throws IOException {
        Path file = directory.resolve(COUNTER);
        String last = Files.exists(file) ? Files.readString(file).strip() : "";
        try {
            int next = last.isEmpty() ? 1 : Integer.parseInt(last) + 1;
            Files.writeString(file, next + "\n");
            return next;
        } catch (NumberFormatException e) {
            throw new IOException(file + " should hold the number of the last run, not \"" + last + "\"", e);
        }
    }
}
