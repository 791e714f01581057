package io.bmsql.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a test class a fresh, empty database on a real server that all classes of the JVM share:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final PostgresExtension POSTGRES = new PostgresExtension();
 * }</pre>
 */
public abstract class SharedServer implements BeforeAllCallback, TestDatabase {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private String name = "";

    @Override
    public final void beforeAll(ExtensionContext context) throws Exception {
        name = "test_" + DATABASES.incrementAndGet();
        create(name);
    }

    abstract void create(String database) throws Exception;

    /** Of the class's database. */
    public final String name() {
        return name;
    }

    /** Its database, which is empty, becomes a copy of one that a build of 1 or 2 warehouses left. */
    public abstract void becomeLoaded(int warehouses) throws Exception;
}
