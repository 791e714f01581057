package io.bmsql.config;

import io.bmsql.common.Secret;
import java.util.List;

/** How to reach the storage nodes, {@code host:port} each, behind a database; none when the database is to be asked. */
public record StorageConfig(List<String> nodes, String user, Secret password) {}
