package io.bmsql.cli;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Catches Ctrl-C, SIGTERM and SIGHUP while something long is on. The first signal asks it to end in good order; the second
 * halts the program at once, with the files as they are. What this JVM does not offer, or the user keeps ({@code nohup},
 * {@code -Xrs}), is handled the JVM's way. The JDK has no other API for signals than {@link Signal}.
 */
final class Signals implements AutoCloseable {
    private static final Map<ExitCode, String> NAMES =
            Map.of(ExitCode.INTERRUPTED, "INT", ExitCode.TERMINATED, "TERM", ExitCode.HUNG_UP, "HUP");

    /** The end of a message that something is stopping. */
    static final String AGAIN = " Press Ctrl-C again to abort.";

    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    private final Consumer<ExitCode> onFirst;
    private final Runnable onHalt;
    private final AtomicBoolean seen = new AtomicBoolean();
    private final Map<Signal, SignalHandler> previous = new HashMap<>();

    private Signals(Consumer<ExitCode> onFirst, Runnable onHalt) {
        this.onFirst = onFirst;
        this.onHalt = onHalt;
    }

    /** {@code onFirst} gets the first signal's status on a thread of the JVM; {@code onHalt} comes before a halt. */
    static Signals listen(Consumer<ExitCode> onFirst, Runnable onHalt) {
        Signals signals = new Signals(onFirst, onHalt);
        NAMES.forEach((code, name) -> {
            try {
                Signal signal = new Signal(name);
                signals.previous.put(signal, Signal.handle(signal, arrived -> signals.arrived(code)));
            } catch (IllegalArgumentException e) {
                LOG.debug("SIG{} is handled by the JVM: {}", name, e.getMessage());
            }
        });
        return signals;
    }

    /** Who stopped the program, a phrase that begins with a blank; empty without a signal. */
    static String by(@Nullable ExitCode signal) {
        if (signal == null) {
            return "";
        }
        return switch (signal) {
            case INTERRUPTED -> " by Ctrl-C (SIGINT)";
            case TERMINATED -> " by SIGTERM";
            case HUNG_UP -> " because the terminal went away (SIGHUP)";
            default -> "";
        };
    }

    private void arrived(ExitCode code) {
        if (seen.compareAndSet(false, true)) {
            onFirst.accept(code);
        } else {
            onHalt.run();
            Runtime.getRuntime().halt(code.status());
        }
    }

    @Override
    public void close() {
        previous.forEach(Signal::handle);
        previous.clear();
    }
}
