package io.bmsql.testing.stub;

import io.bmsql.common.UsageException;
import io.bmsql.config.StatementForm;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.dialect.StatementId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** A dialect in which every statement is its own name with its parameters, so that the stub driver can tell them apart. */
public final class StubDialect {
    static final String NAME = "stub";

    /** What only PostgreSQL has. */
    private static final Set<StatementId> LIKE_MYSQL =
            Set.of(StatementId.BATCH_CLOSE_ORDER, StatementId.BATCH_CHARGE, StatementId.COMMIT_OF_BATCH);

    private StubDialect() {}

    /** The folder that is made from {@link StatementId}, loaded like any other. */
    public static Dialect load() {
        return Loaded.DIALECT;
    }

    private static final class Loaded {
        static final Dialect DIALECT = made();
    }

    private static Dialect made() {
        try {
            Path root = Files.createTempDirectory("bmsql-stub");
            Path folder = Files.createDirectory(root.resolve("sql." + NAME));
            Path properties = folder.resolve("dialect.properties");
            Path statements = folder.resolve("statements.sql");
            Files.writeString(
                    properties,
                    """
                    extends = common
                    errors.deadlock = 40P01
                    errors.serialization = 40001
                    errors.lockTimeout = 55P03
                    unusedItem = BM001
                    """);
            Files.writeString(statements, statements());
            try {
                return DialectFolders.of(root, root).load(NAME, "");
            } finally {
                Files.delete(properties);
                Files.delete(statements);
                Files.delete(folder);
                Files.delete(root);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UsageException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String statements() {
        StringBuilder text = new StringBuilder();
        for (StatementId id : StatementId.values()) {
            text.append("-- name: ").append(id.sqlName()).append('\n');
            if (LIKE_MYSQL.contains(id)) {
                continue;
            }
            if (!id.mayBeEmpty() || id == StatementId.STOCK_LEVEL_NEXT_ORDER_ID || id.form() != StatementForm.PLAIN) {
                text.append(id.sqlName());
                id.parameters().forEach(parameter -> text.append(" :").append(parameter));
                text.append(";\n\n");
            }
        }
        return text.toString();
    }
}
