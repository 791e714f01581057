package io.bmsql.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/** Lets Ctrl-C, SIGTERM and SIGHUP end a build or load: what is committed stays, what is under way is rolled back. */
final class StopOnSignal {
    private final Surroundings surroundings;
    private final String promise;

    /** @param promise what holds after the stop, a sentence */
    StopOnSignal(Surroundings surroundings, String promise) {
        this.surroundings = surroundings;
        this.promise = promise;
    }

    /**
     * Does the work, on the calling thread.
     *
     * @return 0, or the status that the first signal stands for
     */
    Integer call(Callable<ExitCode> work) throws Exception {
        AtomicReference<ExitCode> signal = new AtomicReference<>();
        Thread worker = Thread.currentThread();
        try (Signals signals = Signals.listen(code -> stop(code, signal, worker), () -> {})) {
            return work.call().status();
        } catch (Exception e) {
            // Whatever fails after the interrupt is its echo: drivers and pool have their own words for it.
            ExitCode code = signal.get();
            if (code == null) {
                throw e;
            }
            return code.status();
        }
    }

    private void stop(ExitCode code, AtomicReference<ExitCode> signal, Thread worker) {
        surroundings.console().err().println("Stopping: " + promise + " Once more stops at once.");
        signal.set(code);
        worker.interrupt();
    }
}
