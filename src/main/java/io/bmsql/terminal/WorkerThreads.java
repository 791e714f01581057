package io.bmsql.terminal;

import io.bmsql.config.RunConfig;
import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads named worker-1, worker-2, ..., which do not keep the JVM alive. */
final class WorkerThreads {
    private static final String NAME = "worker-";

    private WorkerThreads() {}

    /** @throws IllegalStateException when virtual threads are asked for and this Java has none */
    static ThreadFactory of(RunConfig.Workers workers) {
        return workers.areVirtual() ? virtual() : platform();
    }

    private static ThreadFactory platform() {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, NAME + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** {@code Thread.ofVirtual().name(NAME, 1).factory()}, found by name, as this is compiled for Java 17. */
    private static ThreadFactory virtual() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Method name = type.getMethod("name", String.class, long.class);
            return (ThreadFactory) type.getMethod("factory").invoke(name.invoke(builder, NAME, 1L));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("virtual threads need Java 21 or later", e);
        }
    }
}
