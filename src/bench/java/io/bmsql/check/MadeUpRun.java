package io.bmsql.check;

import io.bmsql.common.Secret;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.dialect.DialectFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;

/** Makes a database and a result directory with a ledger that fits it, as of a run of so many transactions. */
public final class MadeUpRun {
    private MadeUpRun() {}

    /** Arguments: ROOT URL DATABASE WAREHOUSES ORDERS_OF_A_DISTRICT; the directory has the database's name. Prints the entries. */
    public static void main(String[] args) throws Exception {
        List<Path> folders = List.of(Path.of(args[0]));
        try (Connection server = DriverManager.getConnection(args[1], "postgres", System.getenv("PGPASSWORD"));
                Statement statement = server.createStatement()) {
            statement.execute("create database " + args[2]);
        }
        String url = args[1].substring(0, args[1].lastIndexOf('/') + 1) + args[2];
        ConnectionConfig connection = new ConnectionConfig(
                "postgres",
                null,
                url,
                "postgres",
                new Secret(System.getenv("PGPASSWORD")),
                IsolationLevel.READ_COMMITTED,
                "",
                true);
        Path data = Files.createDirectories(Path.of(args[2]).resolve("data"));
        try (Database database = Database.open(
                connection, new DialectFolders(folders).load("postgres", ""), new DriverFolders(folders), 1)) {
            MadeUpLedger made = new MadeUpLedger(database, Integer.parseInt(args[3]), 1, Integer.parseInt(args[4]));
            made.make(data.resolve("ledger.bin"));
            System.out.println(made.entries());
        }
    }
}
