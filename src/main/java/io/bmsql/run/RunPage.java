package io.bmsql.run;

import io.bmsql.config.ResultConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.live.LiveEnd;
import io.bmsql.live.LiveFacts;
import io.bmsql.live.LivePortException;
import io.bmsql.live.LiveServer;
import io.bmsql.live.LiveSource;
import io.bmsql.measure.Recording;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.Verdict;
import io.bmsql.secret.SecretMask;
import io.bmsql.spec.RefusedException;
import io.bmsql.spec.TransactionType;
import io.bmsql.time.RunClock;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The live page of one run; or none at all. */
final class RunPage implements AutoCloseable {
    private static final double SECONDS_PER_MINUTE = 60;

    private final @Nullable LiveServer server;

    private RunPage(@Nullable LiveServer server) {
        this.server = server;
    }

    /** Takes the port before anything else is begun, and says where the page is. */
    static RunPage open(ResultConfig config, RunListener listener) throws RefusedException {
        if (config.livePort() == null) {
            return new RunPage(null);
        }
        try {
            LiveServer server = LiveServer.open(config.livePort());
            listener.livePage(server.url().toString());
            return new RunPage(server);
        } catch (LivePortException e) {
            throw new RefusedException(e.getMessage() + "; the run was not started", e);
        }
    }

    /** Shows a run that is about to start. */
    void begin(RunClock clock, RunConfig run, RunFacts facts, Recording recording, LiveSource source) {
        if (server != null) {
            recording.watch(server.start(clock, liveFacts(run, facts), source));
        }
    }

    private static LiveFacts liveFacts(RunConfig run, RunFacts facts) {
        return new LiveFacts(
                facts.setup().runId(),
                facts.setup().toolVersion(),
                facts.setup().db(),
                facts.size().warehouses(),
                facts.size().terminals(),
                facts.size().sutThreads(),
                run.length().rampupMinutes() * SECONDS_PER_MINUTE,
                run.length().isTimed()
                        ? OptionalDouble.of(run.length().runMinutes() * SECONDS_PER_MINUTE)
                        : OptionalDouble.empty());
    }

    /** Says how the run ended. */
    void end(RunSummary summary, List<String> problems, @Nullable ResultDirectory directory, SecretMask secrets) {
        if (server == null) {
            return;
        }
        List<String> sentences = new ArrayList<>();
        if (summary.ending().statusReason() != null) {
            sentences.add(secrets.hide(summary.ending().statusReason()));
        }
        summary.aftermath().thresholds().forEach(kept -> sentences.add("Threshold " + kept + "."));
        problems.forEach(problem -> sentences.add(secrets.hide(problem)));
        sentences.add(
                directory == null
                        ? "There are no result files, because resultDirectory is not set."
                        : "The results are in " + directory + ".");
        server.end(new LiveEnd(Verdict.worst(summary), sentences, result(summary)));
    }

    private static LiveEnd.Result result(RunSummary summary) {
        RunSummary.Latency newOrder = summary.figures()
                .types()
                .get(TransactionType.NEW_ORDER.ordinal())
                .response();
        return new LiveEnd.Result(
                summary.figures().tpmC(), summary.figures().tpmTotal(), newOrder.p90Ms(), newOrder.p99Ms());
    }

    /** Nothing listens any more. */
    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
