package io.bmsql.config;

import static io.bmsql.config.PropertyKey.CONN;
import static io.bmsql.config.PropertyKey.ISOLATION_LEVEL;
import static io.bmsql.config.PropertyKey.PASSWORD;
import static io.bmsql.config.PropertyKey.PASSWORD_FILE;

import io.bmsql.common.Secret;
import io.bmsql.common.SecretText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How to reach the database. A passwordFile is looked for in the working directory, then in this one. */
record ConnectionRules(TypedSettings settings, Map<String, String> environment, Path directory) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    /** A host name, an IPv4 address, or an IPv6 address in brackets, and a port. */
    private static final Pattern NODE = Pattern.compile("(?:[A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+]):[0-9]{1,5}");

    private static final int MAX_PASSWORD_FILE_BYTES = 64 * 1024;

    /** @param connects false when nothing is connected to, so that the URL may be missing */
    ConnectionConfig read(boolean connects) {
        String db = settings.name(PropertyKey.DB);
        if (db.isEmpty()) {
            settings.missing(PropertyKey.DB, "Add a line such as db=postgres.");
        }
        String url = expanded(CONN);
        if (url.isBlank() && connects) {
            settings.missing(CONN, "Add a line such as conn=jdbc:postgresql://localhost:5432/bmsql.");
        } else if (!url.equals(url.stripTrailing())) {
            settings.advise(CONN, "the value of `conn` ends in a blank, and the driver gets it too");
        }
        settings.show(CONN, SecretText.hideIn(url), settings.origin(CONN));
        String user = expanded(PropertyKey.USER);
        settings.show(PropertyKey.USER, user, settings.origin(PropertyKey.USER));
        return new ConnectionConfig(
                db,
                settings.textOrNull(PropertyKey.DRIVER),
                url,
                user,
                readPassword(),
                readIsolationLevel(),
                settings.name(PropertyKey.STATEMENT_PROFILE));
    }

    /** The storage nodes; their user is the database's where none is given. */
    StorageConfig readStorage(ConnectionConfig database) {
        List<String> nodes = settings.words(PropertyKey.XA_NODES);
        for (String node : nodes) {
            if (!NODE.matcher(node).matches()) {
                settings.reject(
                        PropertyKey.XA_NODES,
                        "holds " + node + ", which is not host:port",
                        "Write xaNodes=host1:57001,host2:57001.");
            }
        }
        String user = expanded(PropertyKey.XA_USER);
        if (user.isEmpty()) {
            return new StorageConfig(nodes, database.user(), database.password());
        }
        settings.show(PropertyKey.XA_USER, user, settings.origin(PropertyKey.XA_USER));
        return new StorageConfig(nodes, user, new Secret(expanded(PropertyKey.XA_PASSWORD)));
    }

    private Secret readPassword() {
        String password = expanded(PASSWORD);
        if (settings.textOrNull(PASSWORD_FILE) == null) {
            if (!password.equals(password.stripTrailing())) {
                settings.advise(PASSWORD, "the password ends in a blank, which is part of it");
            }
            return new Secret(password);
        }
        if (!password.isEmpty()) {
            settings.advise(PASSWORD, "`passwordFile` counts, `password` is not used");
        }
        settings.show(PASSWORD, SecretText.STARS, settings.place(PASSWORD_FILE));
        return new Secret(firstLine());
    }

    private String firstLine() {
        String why;
        try {
            Path path = Path.of(settings.text(PASSWORD_FILE));
            Path found = Files.exists(path) ? path : directory.resolve(path);
            if (Files.isRegularFile(found) && Files.size(found) <= MAX_PASSWORD_FILE_BYTES) {
                return Files.readString(found).lines().findFirst().orElse("");
            }
            why = "is not a small text file";
        } catch (IOException | InvalidPathException e) {
            why = "cannot be read as text: " + e.getClass().getSimpleName();
        }
        settings.reject(PASSWORD_FILE, why, "Give a readable file in UTF-8 whose first line is the password.");
        return "";
    }

    /** The text with each {@code ${NAME}} replaced from the environment. */
    private String expanded(PropertyKey key) {
        Matcher variable = VARIABLE.matcher(settings.text(key));
        StringBuilder text = new StringBuilder();
        while (variable.find()) {
            String value = environment.get(variable.group(1));
            if (value == null) {
                settings.reject(
                        key,
                        "the environment variable " + variable.group(1) + " is not set",
                        "Export it before the start: export " + variable.group(1) + "=….");
            }
            variable.appendReplacement(text, Matcher.quoteReplacement(value == null ? variable.group() : value));
        }
        return variable.appendTail(text).toString();
    }

    private IsolationLevel readIsolationLevel() {
        String word = settings.text(ISOLATION_LEVEL)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[\\s_-]+", " ")
                .replaceFirst("^transaction |^server (?=default$)", "");
        for (IsolationLevel level : IsolationLevel.values()) {
            if (level.word().equals(word)) {
                settings.show(ISOLATION_LEVEL, word, settings.origin(ISOLATION_LEVEL));
                return level;
            }
        }
        settings.reject(
                ISOLATION_LEVEL,
                "is not an isolation level",
                "Write read committed, repeatable read, serializable or default.");
        return IsolationLevel.SERVER_DEFAULT;
    }
}
