package io.bmsql.run;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.UsageException;
import io.bmsql.config.ResultConfig;
import io.bmsql.measure.LiveSecond;
import io.bmsql.report.Words;
import io.bmsql.report.live.LiveServer;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The live page of one run; or none at all. */
public record RunPage(@Nullable LiveServer server, RunListener listener) implements AutoCloseable {
    /** Takes the port before anything else is begun, and says where the page is. */
    public static RunPage open(ProgramContext program, ResultConfig config, RunListener listener)
            throws UsageException {
        if (config.livePort() == null) {
            return new RunPage(null, listener);
        }
        LiveServer server =
                LiveServer.open(config.livePort(), Words.in(Language.of(config.lang(), program.environment())));
        listener.livePage(server.url());
        return new RunPage(server, listener);
    }

    /** Shows a run that is about to start, and gives what takes each of its seconds. */
    public Optional<Consumer<LiveSecond>> begin(RunClock clock, RunFacts facts, LiveSource source) {
        return server == null ? Optional.empty() : Optional.of(server.start(clock, facts, source));
    }

    /** Shows one of the agents of this run too, and gives what takes each of its seconds. */
    public Optional<Consumer<LiveSecond>> showAgent(int number, RunClock clock, RunFacts facts, LiveSource source) {
        return server == null ? Optional.empty() : Optional.of(server.showAgent(number, clock, facts, source));
    }

    /** Asks for the report of the run, and leads to it. */
    public void end(
            RunSummary summary, List<String> problems, @Nullable ResultDirectory directory, SecretMask secrets) {
        Path report = directory == null ? null : listener.report(directory);
        if (server == null) {
            return;
        }
        List<String> sentences = new ArrayList<>();
        if (summary.ending().statusReason() != null) {
            sentences.add(secrets.hide(server.words().reason(summary.ending())));
        }
        summary.postRun()
                .thresholds()
                .forEach(kept -> sentences.add(
                        server.words().text("live.threshold", server.words().threshold(kept))));
        problems.forEach(problem -> sentences.add(secrets.hide(problem)));
        sentences.add(
                directory == null
                        ? server.words().text("live.nofiles")
                        : server.words().text("live.results", directory));
        server.end(new LiveServer.End(Verdict.worst(summary), List.copyOf(sentences), summary.figures(), report));
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
