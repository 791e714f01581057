package io.bmsql.cli;

import io.bmsql.agents.Agent;
import io.bmsql.agents.AgentKey;
import io.bmsql.agents.GroupChannel.Place;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql agent}: a load generator that waits for runs. */
@Command(name = "agent")
final class AgentCommand extends CommandTree.Base {
    @Option(names = "--bind", paramLabel = "ADDRESS", defaultValue = "127.0.0.1")
    private String bind = "";

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "7650")
    private int port;

    @Option(names = "--hosts", paramLabel = "HOST", split = ",")
    private List<String> hosts = new ArrayList<>();

    @Option(names = "--dns", paramLabel = "NAME", defaultValue = "")
    private String dns = "";

    @Option(names = "--key", paramLabel = "FILE")
    private @Nullable Path key;

    @Option(names = "--dir", paramLabel = "DIR")
    private @Nullable Path directory;

    @Option(names = "--ends-with-input")
    private boolean endsWithInput;

    @Option(names = "--clock-ahead-secs", hidden = true, defaultValue = "0")
    private long clockAheadSeconds;

    @Override
    public Integer call() throws Exception {
        UsageException.throwIf(port < 1 || port > 65_000, "--port=" + port + " is not between 1 and 65000");
        List<String> asked = new ArrayList<>(hosts);
        asked.addAll(hosts.isEmpty() ? List.of() : List.of(bind));
        Place place = new Place(bind, port, asked, dns);
        Agent agent = new Agent(program(), place, key(context.program(), key), context::print);
        AtomicReference<@Nullable ExitCode> signal = new AtomicReference<>();
        try (Signals signals = Signals.listen(
                code -> {
                    signal.set(code);
                    agent.end();
                },
                () -> context.printError("Aborted: a run under way loses this agent."))) {
            if (endsWithInput) {
                ParallelWork.daemon("input", () -> endWithInput(agent)).start();
            }
            agent.run();
        }
        return Objects.requireNonNullElse(signal.get(), ExitCode.OK).status();
    }

    private static void endWithInput(Agent agent) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("copied")) {
                    agent.leaveNoResults();
                }
            }
        } catch (IOException e) {
            LoggerFactory.getLogger(AgentCommand.class).debug("an input that cannot be read has ended", e);
        }
        agent.end();
    }

    /** The key that the user names, or the one in the user's own folder. */
    static AgentKey key(ProgramContext program, @Nullable Path named) throws UsageException {
        return named == null
                ? AgentKey.ofUser(Path.of(System.getProperty("user.home")))
                : new AgentKey(program.resolve(named));
    }

    private ProgramContext program() throws UsageException {
        ProgramContext program = context.program();
        RunClock clock = clockAheadSeconds == 0
                ? program.clock()
                : program.clock().ahead(TimeUnit.SECONDS.toNanos(clockAheadSeconds));
        Path results = directory == null
                ? program.workingDirectory()
                : program.resolve(directory).toAbsolutePath();
        UsageException.throwIf(
                !Files.isDirectory(results),
                "There is no directory " + results + ": make it, or name another one with --dir");
        return new ProgramContext(results, program.programRoot(), program.environment(), clock, program.secrets());
    }
}
