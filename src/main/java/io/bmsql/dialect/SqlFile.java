package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import java.util.Optional;

/** A file of an SQL folder, filled in by the layout where it is a template; no folder when it is named by its path. */
public record SqlFile(String path, String folder, String text, Layout layout) {
    public SqlScript script() throws UsageException {
        return new SqlScript(path, SqlTemplate.fill(path, text, layout));
    }

    /** The partitions or shards that the layout has and this script does not ask for; nothing when they fit. */
    Optional<String> unusedLayout() {
        if (layout.partitions() > 0
                && !SqlTemplate.asksFor(text, "partition")
                && !SqlTemplate.asksFor(text, "partitions")) {
            return Optional.of("partitions");
        }
        boolean isIdle = !layout.shards().isEmpty() && !SqlTemplate.asksFor(text, "shard");
        return isIdle ? Optional.of("shards") : Optional.empty();
    }
}
