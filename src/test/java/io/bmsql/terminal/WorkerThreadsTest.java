package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class WorkerThreadsTest {
    @Test
    void threadsOfThePlatformAreNamedAndDoNotKeepTheJvmAlive() throws InterruptedException {
        requireNamedDaemons(WorkerPool.threads(false), "");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreadsAreNamedTheSame() throws InterruptedException {
        requireNamedDaemons(WorkerPool.threads(true), "VirtualThread");
    }

    private static void requireNamedDaemons(ThreadFactory factory, String kind) throws InterruptedException {
        for (int number = 1; number <= 2; number++) {
            AtomicReference<Thread> ran = new AtomicReference<>();
            Thread thread = factory.newThread(() -> ran.set(Thread.currentThread()));
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread.getName()).isEqualTo("worker-" + number);
            assertThat(thread.toString()).startsWith(kind);
            thread.start();
            thread.join();
            assertThat(ran.get()).isSameAs(thread);
        }
    }
}
