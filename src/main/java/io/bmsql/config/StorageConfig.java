package io.bmsql.config;

import io.bmsql.secret.Secret;
import java.util.List;

/**
 * How to reach the storage nodes behind a database.
 *
 * @param nodes {@code host:port} of each, empty when the database is to be asked
 * @param user may be empty
 * @param password may be empty
 */
public record StorageConfig(List<String> nodes, String user, Secret password) {
    public StorageConfig {
        nodes = List.copyOf(nodes);
    }
}
