package io.bmsql.config;

import io.bmsql.common.Secret;
import java.util.List;

/** Says how to reach the storage nodes behind a database, {@code host:port} each; none when it is to be asked. */
public record StorageConfig(List<String> nodes, String user, Secret password) {}
