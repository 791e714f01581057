package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.testing.stub.StubDialect;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedWorkTest {
    private final AtomicInteger open = new AtomicInteger();

    /** A connection of which only closing matters. */
    private WorkerConnection connection() {
        open.incrementAndGet();
        Connection connection = (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        open.decrementAndGet();
                    }
                    return method.getReturnType() == boolean.class ? false : null;
                });
        return new WorkerConnection(connection, StubDialect.load(), 0);
    }

    @Test
    void piecesOfDifferentTablesRunTogetherAndThoseOfOneTableDoNot() throws Exception {
        List<String> done = Collections.synchronizedList(new ArrayList<>());
        CyclicBarrier together = new CyclicBarrier(2);
        AtomicInteger onA = new AtomicInteger();
        SharedWork<String> work =
                new SharedWork<>(List.of("a1", "a2", "b1", "a3", "b2", "b3"), piece -> Set.of(piece.substring(0, 1)));
        work.<Exception>run(2, this::connection, (connection, piece) -> {
            if (piece.startsWith("a")) {
                assertThat(onA.incrementAndGet()).isEqualTo(1);
            }
            // Each a runs beside a b, or the barrier is never passed.
            together.await(2, TimeUnit.MINUTES);
            if (piece.startsWith("a")) {
                onA.decrementAndGet();
            }
            done.add(piece);
        });
        assertThat(done).containsExactlyInAnyOrder("a1", "a2", "a3", "b1", "b2", "b3");
        assertThat(open).hasValue(0);
    }

    @Test
    void theFirstFailureEndsTheRestAndIsThrown() {
        List<Integer> done = Collections.synchronizedList(new ArrayList<>());
        SharedWork<Integer> work = new SharedWork<>(List.of(1, 2, 3, 4), piece -> Set.of("same"));
        assertThatThrownBy(() -> work.<Exception>run(3, this::connection, (connection, piece) -> {
                    done.add(piece);
                    if (piece == 2) {
                        throw new IllegalStateException("two");
                    }
                }))
                .hasMessage("two");
        assertThat(done).containsExactly(1, 2);
        assertThat(work.share()).isEqualTo(0.25);
        assertThat(open).hasValue(0);
    }
}
