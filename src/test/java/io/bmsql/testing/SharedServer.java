package io.bmsql.testing;

import java.sql.SQLException;
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

    /** The database is made, and the server started, when a test first asks for it. */
    @Override
    public final synchronized void beforeAll(ExtensionContext context) {
        name = "";
    }

    abstract void create(String database) throws SQLException;

    /** Of the class's database. */
    public final synchronized String name() {
        if (name.isEmpty()) {
            name = "test_" + DATABASES.incrementAndGet();
            try {
                create(name);
            } catch (SQLException e) {
                throw new IllegalStateException("cannot make the database " + name, e);
            }
        }
        return name;
    }

    /** Its database, which is empty, becomes a copy of one that a build of 1 or 2 warehouses left. */
    public abstract void becomeLoaded(int warehouses) throws Exception;
}
