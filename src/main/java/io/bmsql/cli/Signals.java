package io.bmsql.cli;

import java.lang.reflect.Proxy;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Catches Ctrl-C, SIGTERM and SIGHUP while something long is on. The first signal asks it to end in good order; the second
 * halts the program at once, with the files as they are.
 *
 * <p>The JDK offers signals only through {@code sun.misc.Signal}, which is supported but gives a warning whenever it is
 * compiled against; hence the reflection. Without it the JVM's own handling stays.
 */
final class Signals implements AutoCloseable {
    private static final Map<ExitCode, String> NAMES =
            new EnumMap<>(Map.of(ExitCode.INTERRUPTED, "INT", ExitCode.TERMINATED, "TERM", ExitCode.HUNG_UP, "HUP"));

    private final Consumer<ExitCode> onFirst;
    private final Runnable onHalt;
    private final AtomicBoolean seen = new AtomicBoolean();
    private final Map<ExitCode, Object> previous = new EnumMap<>(ExitCode.class);

    private Signals(Consumer<ExitCode> onFirst, Runnable onHalt) {
        this.onFirst = onFirst;
        this.onHalt = onHalt;
    }

    /**
     * Starts listening.
     *
     * @param onFirst gets the exit status of the first signal; called on a thread of the JVM
     * @param onHalt what must be done before the program is halted by the second one
     */
    static Signals listen(Consumer<ExitCode> onFirst, Runnable onHalt) {
        Signals signals = new Signals(onFirst, onHalt);
        for (Map.Entry<ExitCode, String> name : NAMES.entrySet()) {
            signals.install(name.getKey(), name.getValue());
        }
        return signals;
    }

    private void install(ExitCode code, String name) {
        try {
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            arrived(code);
                            return null;
                        }
                        return switch (method.getName()) {
                            case "hashCode" -> System.identityHashCode(proxy);
                            case "equals" -> proxy == arguments[0];
                            default -> "handler of " + name;
                        };
                    });
            previous.put(code, handle(name, handler));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // Not on this JVM, or the user keeps the signal (nohup, -Xrs): then it is handled the JVM's way.
            previous.remove(code);
        }
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
        previous.forEach((code, handler) -> {
            try {
                handle(String.valueOf(NAMES.get(code)), handler);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("Cannot give back signal " + NAMES.get(code), e);
            }
        });
        previous.clear();
    }

    private static Object handle(String name, Object handler) throws ReflectiveOperationException {
        Class<?> signalType = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        Object signal = signalType.getConstructor(String.class).newInstance(name);
        return signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
    }
}
