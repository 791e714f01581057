package io.bmsql.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Copies of the database.
 *
 * @param urls a run looks at them
 * @param readPercent share of Order-Status and Stock-Level that goes to them, 0 to 100
 */
public record ReplicasConfig(List<String> urls, double readPercent) {
    private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,9})?)\\s*%?");
    private static final double ALL_PERCENT = 100;

    /** @param replicas URLs with blanks between */
    static ReplicasConfig read(Settings settings, String replicas) {
        List<String> urls =
                replicas.isBlank() ? List.of() : List.of(replicas.strip().split("\\s+"));
        Matcher share = SHARE.matcher(settings.text(PropertyKey.REPLICA_READS).strip());
        double percent = share.matches() ? Double.parseDouble(share.group(1)) : -1;
        if (percent < 0 || percent > ALL_PERCENT) {
            settings.mistake(PropertyKey.REPLICA_READS, "share");
        } else if (percent > 0 && urls.isEmpty()) {
            settings.mistake(PropertyKey.REPLICA_READS, "nocopies");
        }
        return new ReplicasConfig(urls, percent);
    }
}
